/*
 * GET /likes       the posts that the member likes, the latest like first.
 *   start          how many to skip
 *
 * A visitor who is not signed in is sent to /login (303).
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "likes.tpl", POST_TEMPLATES, "pager.tpl", NULL,
};

static void show_likes(struct req *q, const struct rt_likes *likes,
		       int64_t start)
{
	struct rt_place here = { .start = start };
	struct rt_place older = { .start = likes->older };
	struct tpl *t = page_begin(q, "likes.tpl", "Your likes");

	view_posts(q, t, &likes->posts);
	view_pager(t, here, older, likes->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

void page(struct req *q)
{
	int64_t start = req_start(q);
	struct rt_likes likes;

	if (!req_require(q, "/likes", "GET, HEAD") ||
	    !req_ok(q, rt_likes(q->rt, q->a, q->secret, start, &likes)))
		return;
	if (req_require_standing(q, &likes.me))
		show_likes(q, &likes, start);
}
