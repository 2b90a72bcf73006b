/*
 * GET /@NAME/ID.ics
 *                  the date of a post, for a visitor's own calendar.
 *
 * If NAME isn't the author's, or ID is a repost, it redirects to the right
 * address.
 *
 * GET /calendar/SECRET.ics
 *                  all dates of the site that are still to come, as a member
 *                  sees them, for programs that can't sign in.  Members make
 *                  the address at /feed.
 */
#include <string.h>

#include "base/prefix.h"
#include "view/page.h"
#include "view/view_calendar.h"

const char *const page_templates[] = { FRAME_TEMPLATES, NULL };

static void answer_private_calendar(struct req *q)
{
	const char *secret = req_segment(q, "/calendar/");
	struct rt_calendar calendar;

	if (!secret) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_calendar(q->rt, q->a, secret, &calendar)))
		return;
	q->is_let_in = true;
	page_calendar(q, &(struct calendar){
				 .title = q->conf->name,
				 .origin = calendar.origin,
				 .posts = &calendar.posts,
			 });
}

static void show_date(struct req *q, const struct rt_dated *dated)
{
	const struct rt_posts one = { .v = (struct rt_post *)&dated->post,
				      .n = 1 };

	page_calendar(q, &(struct calendar){
				 .origin = dated->origin,
				 .posts = &one,
			 });
}

static void answer_date(struct req *q)
{
	const char *name, *id_text;
	struct rt_dated d;
	uint64_t id;

	if (!req_member_path(q, &name, &id_text) || !id_text ||
	    !form_number(id_text, &id)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_dated(q->rt, q->a, q->secret, id, &d)))
		return;
	req_set_user(q, &d.me);
	if (!d.post.id)
		page_error(q, 404);
	else if (d.post.id != id || strcmp(d.post.name, name) != 0)
		page_redirect(q, arena_printf(q->a, "%s" URL_CALENDAR,
					      view_post_path(q->a, &d.post)));
	else
		show_date(q, &d);
}

void page(struct req *q)
{
	bool is_calendar = req_take_ending(q, URL_CALENDAR);

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!is_calendar)
		page_error(q, 404);
	else if (text_after(q->path, "/calendar/"))
		answer_private_calendar(q);
	else
		answer_date(q);
}
