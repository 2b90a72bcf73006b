/*
 * GET /bio         the form for one's own line, which a profile shows.
 * POST /bio        stores it and goes to one's profile (303).
 *   bio            one line, RT_BIO_MAX code points at most; empty: none
 *   csrf           see rt_csrf()
 *   seen           or, instead of the line, whether the profile tells on which
 *                  day one was here last: on or off; and back to the form (303)
 *
 * A line that is refused comes back in the form, with the reason (422), and
 * what is not stored for another reason does so as a post does.
 */
#include <string.h>

#include "web/page.h"

static void show(struct req *q, const char *bio, const char *problem)
{
	struct tpl *t = page_bio(q, bio), *seen;

	if (q->conf->last_seen) {
		seen = tpl_section(t, "LAST_SEEN");
		tpl_section(seen, q->me.unseen ? "OFF" : "ON");
	}
	view_bad(t, "BAD_BIO", problem);
	page_end(q, problem ? 422 : 200);
}

static void show_stored(struct req *q)
{
	const char *bio;

	if (req_ok(q, rt_bio(q->rt, q->a, q->me.id, &bio)))
		show(q, bio ? bio : "", NULL);
}

static void store(struct req *q)
{
	const char *text = req_field(q, "bio"), *problem;
	char *bio;

	problem = rt_bio_problem(q->a, text, &bio);
	if (problem)
		show(q, rt_text_clean(q->a, text), problem);
	else if (req_ok(q, rt_set_bio(q->rt, q->a, q->me.id, bio)))
		page_redirect(q, view_profile_path(q->a, q->me.name));
}

static void set_last_seen(struct req *q, const char *seen)
{
	bool on = strcmp(seen, "on") == 0;

	if (!on && strcmp(seen, "off") != 0)
		page_error(q, 400);
	else if (req_ok(q, rt_set_last_seen(q->rt, q->a, q->me.id, on)))
		page_redirect(q, "/bio#seen");
}

void page(struct req *q)
{
	const char *seen;

	if (!req_require(q, "/bio", "GET, HEAD, POST") || !req_require_user(q))
		return;
	seen = req_field(q, "seen");
	if (!q->is_post)
		show_stored(q);
	else if (*seen)
		set_last_seen(q, seen);
	else
		store(q);
}
