/*
 * GET /timeline        the newest members, the tags of the last day, and
 *                      everybody's posts, 50 on a page.
 *   start              how many posts to skip
 *   after              or the last post of the page before, if it still exists
 *
 * GET /timeline.atom   the newest 50 as Atom.
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,   "timeline.tpl",     POST_TEMPLATES,
	RUNNING_TEMPLATES, TRENDING_TEMPLATES, NEXT_DATES_TEMPLATES,
	"pager.tpl",       "atom.tpl",         NULL,
};

static void show_newest_members(struct tpl *t, const struct rt_names *newest)
{
	for (size_t i = 0; i < RT_NEWEST && newest[i].name; i++)
		view_name(tpl_section(t, "MEMBER"), newest[i].name,
			  newest[i].display);
}

static void show_timeline(struct req *q, const struct rt_public *public)
{
	struct tpl *t = page_begin(q, "timeline.tpl", _("Everyone"));

	tpl_section(q->root, "AT_TIMELINE");
	view_feed(q, "/timeline", _("Everyone"));
	show_newest_members(t, public->newest);
	view_next_dates(q->a, t, &public->dates);
	view_trending(t, public->trending);
	view_running(q, t, &public->running);
	view_posts_below(q, t, &public->posts, &public->running);
	view_pager(t, public->here, public->older,
		   public->posts.n ? RT_TIMELINE : 0);
	if (!public->here.start)
		page_live(q, "timeline", public->newest_post);
	page_end(q, 200);
}

void page(struct req *q)
{
	bool is_feed = req_feed(q);
	struct rt_public public;

	if (!req_require(q, "/timeline", "GET, HEAD") ||
	    !req_ok(q,
		    rt_public(q->rt, q->a, q->secret,
			      is_feed ? RT_NO_PLACE : req_place(q), &public)))
		return;
	req_set_user(q, &public.me);
	if (is_feed)
		page_feed(q, &(struct feed){ .title = _("Everyone"),
					     .path = "/timeline",
					     .posts = &public.posts });
	else
		show_timeline(q, &public);
}
