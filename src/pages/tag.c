/*
 * GET /tag/TAG     the newest posts of a tag, in any case.
 *   start          how many to skip
 *   after          or the post to go on after, if it is found
 */
#include "web/page.h"

static void show(struct req *q, const struct rt_tagged *tagged)
{
	struct tpl *t = page_begin(q, "tag.tpl",
				   arena_printf(q->a, "#%s", tagged->tag));

	tpl_set(t, "TAG", tagged->tag);
	view_posts(q, t, &tagged->posts);
	view_pager(t, tagged->here, tagged->older,
		   tagged->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_tagged tagged;
	const char *tag;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	tag = req_segment(q, "/tag/");
	if (!tag) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q,
		    rt_tagged(q->rt, q->a, q->secret, rt_text_clean(q->a, tag),
			      req_place(q), &tagged)))
		return;
	req_is(q, &tagged.me);
	show(q, &tagged);
}
