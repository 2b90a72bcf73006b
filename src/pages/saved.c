/*
 * GET /saved       the posts that the member has saved, the latest first.
 *   start          how many to skip
 *   after          or the last post of the page before, if it is still there
 *
 * A visitor who is not signed in is sent to /login (303).
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "saved.tpl", POST_TEMPLATES, "pager.tpl", NULL,
};

static void show_saved(struct req *q, const struct rt_private_list *saved)
{
	struct tpl *t = page_begin(q, "saved.tpl", _("Saved posts"));

	view_posts(q, t, &saved->posts);
	view_pager(t, saved->here, saved->older, saved->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_private_list saved;

	if (!req_require(q, "/saved", "GET, HEAD") ||
	    !req_ok(q, rt_saved(q->rt, q->a, q->secret, req_place(q), &saved)))
		return;
	if (req_require_standing(q, &saved.me))
		show_saved(q, &saved);
}
