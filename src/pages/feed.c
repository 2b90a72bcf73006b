/*
 * GET /feed        whether there is a private feed, and its address.
 * POST /feed       goes there again (303).
 *   feed           new: makes an address, and the one before stops working;
 *                  off: takes the address away
 *   csrf           see rt_csrf()
 *                  A member whose session ends at that moment gets no address,
 *                  and is sent to the sign-in page.
 *
 * GET /feed/SECRET.atom
 *                  what the member sees at home, as Atom, for a program that
 *                  cannot sign in.
 */
#include <string.h>

#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "feed.tpl", "atom.tpl", "stale.tpl", NULL,
};

static void show_feed_settings(struct req *q)
{
	const char *secret, *base = req_base(q);
	struct tpl *t;

	if (!req_ok(q, rt_feed_secret(q->rt, q->a, q->me.id, &secret)))
		return;
	t = page_begin(q, "feed.tpl", "Your feed");
	if (secret)
		tpl_set(tpl_section(t, "ON"), "ADDRESS",
			arena_printf(q->a, "%s/feed/%s" URL_FEED,
				     base ? base : "", secret));
	else
		tpl_section(t, "OFF");
	page_end(q, 200);
}

static void change_feed_settings(struct req *q)
{
	const char *feed = req_field(q, "feed");
	enum rt_err err;

	if (strcmp(feed, "new") == 0) {
		err = rt_feed_renew(q->rt, q->a, &q->me);
	} else if (strcmp(feed, "off") == 0) {
		err = rt_feed_revoke(q->rt, q->a, q->me.id);
	} else {
		page_error(q, 400);
		return;
	}
	if (err == RT_DENIED)
		page_redirect(q, "/login");
	else if (req_ok(q, err))
		page_redirect(q, "/feed");
}

static void answer_private_feed(struct req *q)
{
	const char *secret = req_segment(q, "/feed/");
	struct rt_feed feed;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!secret) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_feed(q->rt, q->a, secret, &feed)))
		return;
	q->is_let_in = true;
	page_feed(
		q,
		&(struct feed){
			.title = arena_printf(q->a, "Home of @%s", feed.name),
			.path = "/",
			.id = arena_printf(q->a, "%s#home",
					   view_profile_path(q->a, feed.name)),
			.posts = &feed.posts,
		});
}

void page(struct req *q)
{
	if (req_feed(q)) {
		answer_private_feed(q);
		return;
	}
	if (!req_require(q, "/feed", "GET, HEAD, POST") ||
	    !req_require_user(q))
		return;
	if (q->is_post)
		change_feed_settings(q);
	else
		show_feed_settings(q);
}
