/*
 * GET /timeline    the newest members, the tags of the last day, and the
 *                  newest 50 posts of everybody.
 */
#include "web/page.h"

static void show_members(struct tpl *t, const char **newest)
{
	for (size_t i = 0; i < RT_NEWEST && newest[i]; i++)
		tpl_set(tpl_section(t, "MEMBER"), "NAME", newest[i]);
}

static void show_tags(struct tpl *t, const char **tag)
{
	struct tpl *list = tag[0] ? tpl_section(t, "TRENDING") : NULL;

	for (size_t i = 0; i < RT_TRENDING && tag[i]; i++)
		tpl_set(tpl_section(list, "ONE"), "TAG", tag[i]);
}

void page(struct req *q)
{
	struct rt_public public;
	struct tpl *t;

	if (!req_require(q, "/timeline", "GET, HEAD") ||
	    !req_ok(q, rt_public(q->rt, q->a, q->secret, &public)))
		return;
	req_is(q, &public.me);
	t = page_begin(q, "timeline.tpl", "Timeline");
	tpl_section(q->root, "AT_TIMELINE");
	show_members(t, public.newest);
	show_tags(t, public.trending);
	view_posts(q, t, &public.posts);
	page_end(q, 200);
}
