/*
 * GET /search      a form, and the members who are called like that.
 *   q              the beginning of a name; without one, only the form
 */
#include "web/page.h"

static void show_members(struct tpl *t, const struct rt_search *s)
{
	struct tpl *list;

	if (!s->n) {
		tpl_section(t, "NOBODY");
		return;
	}
	list = tpl_section(t, "FOUND");
	for (size_t i = 0; i < s->n; i++)
		tpl_set(tpl_section(list, "MEMBER"), "NAME", s->found[i]);
	if (s->more)
		tpl_section(list, "MORE");
}

void page(struct req *q)
{
	const char *asked = req_query(q, "q");
	struct rt_search search;
	struct tpl *t;

	if (!req_require(q, "/search", "GET, HEAD") ||
	    !req_ok(q, rt_search(q->rt, q->a, q->secret, asked, &search)))
		return;
	req_is(q, &search.me);
	t = page_begin(q, "search.tpl", "Search");
	tpl_section(q->root, "AT_SEARCH");
	tpl_set(t, "Q", asked ? rt_text_clean(q->a, asked) : "");
	if (search.asked)
		show_members(t, &search);
	page_end(q, 200);
}
