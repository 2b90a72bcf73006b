/*
 * GET /bio         the form for the line about the member that the profile
 *                  shows.
 * POST /bio        stores it and redirects to the profile (303).
 *   bio            one line of up to RT_BIO_MAX code points; empty: none
 *   csrf           see rt_csrf()
 *   seen           or, instead of the line, on or off: whether the profile
 *                  shows on which day the member was last here; redirects back
 *                  to the form (303)
 *
 * A line that is refused comes back in the form, with the reason (422).  If it
 * can't be stored for another reason, it comes back as a post does.
 */
#include <string.h>

#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	DRAFT_TEMPLATES,
	"stale.tpl",
	NULL,
};

static void show_bio_form(struct req *q, const char *bio, const char *problem)
{
	struct tpl *t = page_bio(q, bio), *seen;

	if (q->conf->last_seen) {
		seen = tpl_section(t, "LAST_SEEN");
		tpl_section(seen, q->me.unseen ? "OFF" : "ON");
	}
	view_problem(t, false, "BAD_BIO", problem);
	page_end(q, problem ? 422 : 200);
}

static void show_stored_bio(struct req *q)
{
	const char *bio;

	if (req_ok(q, rt_bio(q->rt, q->a, q->me.id, &bio)))
		show_bio_form(q, bio ? bio : "", NULL);
}

static void store_bio(struct req *q)
{
	const char *text = req_field(q, "bio"), *problem;
	char *bio;

	problem = rt_bio_problem(q->a, text, &bio);
	if (problem)
		show_bio_form(q, rt_text_clean(q->a, text), problem);
	else if (req_ok(q, rt_set_bio(q->rt, q->a, q->me.id, bio)))
		page_done(q, view_profile_path(q->a, q->me.name), DONE_SAVED);
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
		show_stored_bio(q);
	else if (*seen)
		set_last_seen(q, seen);
	else
		store_bio(q);
}
