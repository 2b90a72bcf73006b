/*
 * GET /feed        whether there are a private feed and a private calendar.
 *   feed           new, off: asks whether to do that to the feed that is there
 *   calendar       the same for the calendar
 * POST /feed
 *   feed           new: makes a new address and shows it this once (200); the
 *                  previous one stops working.  off: removes the address, and
 *                  redirects here (303)
 *   calendar       the same for the calendar
 *   csrf           see rt_csrf()
 *                  A member whose session ends at that moment gets no address,
 *                  and is sent to the sign-in page.
 *
 * GET /feed/SECRET.atom
 *                  the member's home timeline as Atom, for programs that can't
 *                  sign in.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/view_calendar.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "feed.tpl",  "feed_ask.tpl",
	"atom.tpl",      "stale.tpl", NULL,
};

static const struct private_part {
	const char *field; /* of the form, and of the query */
	const char *title, *section;
	const char *prefix, *ending; /* of the address */
	const char *off;
} addresses[RT_PRIVATES] = {
	[RT_PRIVATE_FEED] = { "feed", N_("Private feed"), "OF_FEED", "/feed/",
			      URL_FEED, N_("Turn the private feed off?") },
	[RT_PRIVATE_CALENDAR] = { "calendar", N_("Private calendar"),
				  "OF_CALENDAR", "/calendar/", URL_CALENDAR,
				  N_("Turn the private calendar off?") },
};

/* ---- the settings ------------------------------------------------------ */

static bool is_choice(const char *text)
{
	return text && (strcmp(text, "new") == 0 || strcmp(text, "off") == 0);
}

/* Programs that use the address would lose it by one press. */
static void confirm_change(struct req *q, const struct private_part *of)
{
	const char *choice = req_query(q, of->field);
	bool is_new = strcmp(choice, "new") == 0;
	const char *title = is_new ? _("Create a new address?") : _(of->off);
	struct tpl *t = page_begin(q, "feed_ask.tpl", title);

	tpl_set(t, "TITLE", title);
	tpl_set(t, "FIELD", of->field);
	tpl_set(t, "CHOICE", choice);
	tpl_set(t, "BUTTON", is_new ? _("Create it") : _("Turn it off"));
	t = tpl_section(t, of->section);
	if (is_new)
		tpl_section(t, "NEW");
	page_end(q, 200);
}

static void show_feed_settings(struct req *q)
{
	bool has[RT_PRIVATES];
	struct tpl *t;

	if (!req_ok(q, rt_has_private(q->rt, q->a, q->me.id, has)))
		return;
	for (size_t i = 0; i < RT_PRIVATES; i++)
		if (has[i] && is_choice(req_query(q, addresses[i].field))) {
			confirm_change(q, &addresses[i]);
			return;
		}
	t = page_begin(q, "feed.tpl", _(addresses[0].title));
	for (size_t i = 0; i < RT_PRIVATES; i++) {
		struct tpl *part = tpl_section(t, addresses[i].section);

		tpl_section(part, has[i] ? "ON" : "OFF");
		if (i)
			tpl_section(part, "BELOW");
	}
	page_end(q, 200);
}

/* It can be shown only now, since Redis stores a digest of it. */
static void show_address(struct req *q, const struct private_part *of,
			 const char *secret)
{
	struct tpl *t = page_begin(q, "feed.tpl", _(of->title));

	t = tpl_section(t, of->section);
	tpl_set(tpl_section(t, "MADE"), "ADDRESS",
		req_link(q, arena_printf(q->a, "%s%s%s", of->prefix, secret,
					 of->ending)));
	tpl_section(t, "ON");
	q->caching = "no-store";
	page_end(q, 200);
}

static void make_address(struct req *q, enum rt_private which)
{
	const char *secret = NULL;
	enum rt_err err =
		rt_private_renew(q->rt, q->a, &q->me, which, &secret);

	if (err == RT_DENIED)
		page_to_sign_in(q);
	else if (req_ok(q, err))
		show_address(q, &addresses[which], secret);
}

static void change_feed_settings(struct req *q)
{
	enum rt_private which = *req_field(q, "calendar") ? RT_PRIVATE_CALENDAR
							  : RT_PRIVATE_FEED;
	const char *choice = req_field(q, addresses[which].field);

	if (!is_choice(choice))
		page_error(q, 400);
	else if (strcmp(choice, "new") == 0)
		make_address(q, which);
	else if (req_ok(q, rt_private_revoke(q->rt, q->a, q->me.id, which)))
		page_redirect(q, "/feed");
}

/* ---- the feed ---------------------------------------------------------- */

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
			.title = message_fill(
				q->a, _("Home page of {name}"), "name",
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
