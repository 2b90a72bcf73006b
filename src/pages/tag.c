/*
 * GET /tag/TAG     the newest posts with a tag; capitals don't matter.
 *   start          how many to skip
 *   after          or the last post of the page before, if it still exists
 *
 * GET /tag/TAG.atom
 *                  the newest 50 as Atom.
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "tag.tpl",  POST_TEMPLATES,
	"pager.tpl",     "atom.tpl", NULL,
};

static void show_tagged(struct req *q, const struct rt_tagged *tagged,
			const char *path, const char *title)
{
	struct tpl *t = page_begin(q, "tag.tpl", title);

	view_feed(q, path, title);
	tpl_set(t, "TAG", tagged->tag);
	view_posts(q, t, &tagged->posts);
	view_pager(t, tagged->here, tagged->older,
		   tagged->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

static void answer_tagged(struct req *q, const struct rt_tagged *tagged,
			  bool is_feed)
{
	const char *title = arena_printf(q->a, "#%s", tagged->tag);
	const char *path =
		arena_printf(q->a, "/tag/%s", url_encode(q->a, tagged->tag));

	if (is_feed)
		page_feed(q, &(struct feed){ .title = title,
					     .path = path,
					     .posts = &tagged->posts });
	else
		show_tagged(q, tagged, path, title);
}

void page(struct req *q)
{
	bool is_feed = req_feed(q);
	struct rt_place place = is_feed ? FEED_PLACE : req_place(q);
	struct rt_tagged tagged;
	const char *tag;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	tag = req_segment(q, "/tag/");
	if (!tag) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_tagged(q->rt, q->a, q->secret,
				 rt_text_clean(q->a, tag), place, &tagged)))
		return;
	req_set_user(q, &tagged.me);
	answer_tagged(q, &tagged, is_feed);
}
