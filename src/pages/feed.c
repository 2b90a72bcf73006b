/*
 * GET /feed        whether there is a private feed.
 *   feed           new, off: asks whether to do that to the feed that is there
 * POST /feed
 *   feed           new: makes a new address and shows it this once (200); the
 *                  previous one stops working.  off: removes the address, and
 *                  redirects here (303)
 *   csrf           see rt_csrf()
 *                  A member whose session ends at that moment gets no address,
 *                  and is sent to the sign-in page.
 *
 * GET /feed/SECRET.atom
 *                  the member's home timeline as Atom, for programs that can't
 *                  sign in.
 */
#include <string.h>

#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "feed.tpl",  "feed_ask.tpl",
	"atom.tpl",      "stale.tpl", NULL,
};

/* Feed readers that use the address would lose it by one press. */
static void confirm_change(struct req *q, bool is_new)
{
	const char *title = is_new ? "Create a new address?"
				   : "Turn the private feed off?";
	struct tpl *t = page_begin(q, "feed_ask.tpl", title);

	tpl_set(t, "TITLE", title);
	tpl_set(t, "FEED", is_new ? "new" : "off");
	tpl_set(t, "BUTTON", is_new ? "Create it" : "Turn it off");
	if (is_new)
		tpl_section(t, "NEW");
	page_end(q, 200);
}

static void show_feed_settings(struct req *q)
{
	const char *feed = req_query(q, "feed");
	bool has_feed;
	struct tpl *t;

	if (!req_ok(q, rt_has_feed(q->rt, q->a, q->me.id, &has_feed)))
		return;
	if (has_feed && feed &&
	    (strcmp(feed, "new") == 0 || strcmp(feed, "off") == 0)) {
		confirm_change(q, strcmp(feed, "new") == 0);
		return;
	}
	t = page_begin(q, "feed.tpl", "Private feed");
	tpl_section(t, has_feed ? "ON" : "OFF");
	page_end(q, 200);
}

/* It can be shown only now, since Redis stores a digest of it. */
static void show_feed_address(struct req *q, const char *secret)
{
	struct tpl *t = page_begin(q, "feed.tpl", "Private feed");

	tpl_set(tpl_section(t, "MADE"), "ADDRESS",
		req_link(q, arena_printf(q->a, "/feed/%s" URL_FEED, secret)));
	tpl_section(t, "ON");
	q->caching = "no-store";
	page_end(q, 200);
}

static void make_feed(struct req *q)
{
	const char *secret = NULL;
	enum rt_err err = rt_feed_renew(q->rt, q->a, &q->me, &secret);

	if (err == RT_DENIED)
		page_to_sign_in(q);
	else if (req_ok(q, err))
		show_feed_address(q, secret);
}

static void change_feed_settings(struct req *q)
{
	const char *feed = req_field(q, "feed");

	if (strcmp(feed, "new") == 0)
		make_feed(q);
	else if (strcmp(feed, "off") != 0)
		page_error(q, 400);
	else if (req_ok(q, rt_feed_revoke(q->rt, q->a, q->me.id)))
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
			.title = arena_printf(
				q->a, "Home page of %s",
				view_name_text(q->a, feed.name, feed.display)),
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
