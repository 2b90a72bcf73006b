/*
 * GET /likes       the posts that the member likes, the latest like first.
 *   start          how many to skip
 *   after          or the last post of the page before, if it is still liked
 *
 * A visitor who is not signed in is sent to /login (303).
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "likes.tpl", POST_TEMPLATES, "pager.tpl", NULL,
};

static void show_likes(struct req *q, const struct rt_private_list *likes)
{
	struct tpl *t = page_begin(q, "likes.tpl", _("Your likes"));

	view_posts(q, t, &likes->posts);
	view_pager(t, likes->here, likes->older, likes->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_private_list likes;

	if (!req_require(q, "/likes", "GET, HEAD") ||
	    !req_ok(q, rt_likes(q->rt, q->a, q->secret, req_place(q), &likes)))
		return;
	if (req_require_standing(q, &likes.me))
		show_likes(q, &likes);
}
