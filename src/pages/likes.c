/*
 * GET /likes       what the member likes, the latest like first.
 *   start          how many to skip
 */
#include "web/page.h"

static void show(struct req *q, const struct rt_likes *likes, int64_t start)
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
	req_is(q, &likes.me);
	if (likes.me.id)
		show(q, &likes, start);
	else
		page_redirect(q, "/login");
}
