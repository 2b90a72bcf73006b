/*
 * GET /search      a form, and below it the members and tags that were found.
 *   q              how a name or a tag starts; with an @ it finds only names,
 *                  with a # only tags.  Without it there is only the form
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"search.tpl",
	PEOPLE_TEMPLATES,
	NULL,
};

static void show_found_members(struct req *q, struct tpl *t,
			       const struct rt_search *s)
{
	struct tpl *list;

	if (!s->found.n)
		return;
	list = tpl_section(t, "FOUND");
	view_people(q, list, &s->found);
	if (s->more)
		tpl_section(list, "MORE");
}

static void show_found_tag(struct tpl *t, const struct rt_found_tag *tag)
{
	tpl_set(t, "TAG", tag->tag);
	tpl_set_int(t, "COUNT", (long long)tag->posts);
	if (tag->posts == RT_TAG_POSTS)
		tpl_section(t, "OR_MORE");
	if (tag->posts != 1)
		tpl_section(t, "SEVERAL");
}

static void show_found_tags(struct tpl *t, const struct rt_search *s)
{
	struct tpl *list;

	if (!s->tags)
		return;
	list = tpl_section(t, "FOUND_TAGS");
	for (size_t i = 0; i < s->tags; i++)
		show_found_tag(tpl_section(list, "ONE"), &s->tag[i]);
	if (s->more_tags)
		tpl_section(list, "MORE");
}

static void show_found(struct req *q, struct tpl *t, const struct rt_search *s)
{
	show_found_members(q, t, s);
	show_found_tags(t, s);
	if (!s->found.n && !s->tags)
		tpl_section(t, !s->for_tags      ? "NOBODY"
			       : !s->for_members ? "NO_TAG"
						 : "NOTHING");
}

void page(struct req *q)
{
	const char *text = req_query(q, "q");
	struct rt_search search;
	struct tpl *t;

	if (!req_require(q, "/search", "GET, HEAD") ||
	    !req_ok(q, rt_search(q->rt, q->a, q->secret, text, &search)))
		return;
	req_set_user(q, &search.me);
	t = page_begin(q, "search.tpl", "Search");
	tpl_section(q->root, "AT_SEARCH");
	tpl_set(t, "Q", text ? rt_text_clean(q->a, text) : "");
	if (search.asked)
		show_found(q, t, &search);
	page_end(q, 200);
}
