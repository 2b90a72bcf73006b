/*
 * GET /announcements   all announcements: those that run, and then those that
 *                      have ended.
 *   start              how many to skip
 *
 * Whoever may read the posts of everybody may read them here.
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"announcements.tpl",
	POST_TEMPLATES,
	"pager.tpl",
	NULL,
};

static void show_announcements(struct req *q,
			       const struct rt_announcements *all)
{
	struct tpl *t = page_begin(q, "announcements.tpl", _("Announcements"));

	view_posts(q, t, &all->posts);
	view_pager(t, all->here, all->older, all->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_announcements all;

	if (!req_require(q, "/announcements", "GET, HEAD") ||
	    !req_ok(q, rt_announcements(q->rt, q->a, q->secret, req_place(q),
					&all)))
		return;
	req_set_user(q, &all.me);
	show_announcements(q, &all);
}
