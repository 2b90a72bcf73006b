/*
 * GET /bio         the form for the display name and for the line about the
 *                  member that the profile shows.
 * POST /bio        stores both and redirects to the profile (303).
 *   name           up to RT_DISPLAY_MAX characters; empty: none; missing: as
 *                  it is
 *   bio            one line of up to RT_BIO_MAX code points; empty: none
 *   csrf           see rt_csrf()
 *   seen           or, instead of these, on or off: whether the profile shows
 *                  on which day the member was last here; redirects back to
 *                  the form (303)
 *
 * If one of them is refused, both come back in the form, with the reason
 * (422), and nothing is stored.  A new display name counts as a post (429).
 * If they can't be stored for another reason, they come back as a post does.
 */
#include <string.h>

#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	DRAFT_TEMPLATES,
	"stale.tpl",
	NULL,
};

/* ---- the form ---------------------------------------------------------- */

static void show_form(struct req *q, const struct bio_form *f, int status)
{
	struct tpl *t = page_bio(q, f), *seen;

	if (q->conf->last_seen) {
		seen = tpl_section(t, "LAST_SEEN");
		tpl_section(seen, q->me.unseen ? "OFF" : "ON");
	}
	page_retry(q, status);
	page_end(q, status);
}

static void show_stored(struct req *q)
{
	const char *name = q->me.display ? q->me.display : "", *bio;

	if (req_ok(q, rt_bio(q->rt, q->a, q->me.id, &bio)))
		show_form(q,
			  &(struct bio_form){ .name = name,
					      .bio = bio ? bio : "" },
			  200);
}

/* ---- what is sent ------------------------------------------------------ */

static void refuse(struct req *q, struct bio_form *f, int status)
{
	f->name = f->name ? rt_text_clean(q->a, f->name) : NULL;
	f->bio = rt_text_clean(q->a, f->bio);
	show_form(q, f, status);
}

/* An unchanged name costs nothing, and counts for no limit. */
static enum rt_err set_display(struct req *q, const char *display,
			       const char **problem)
{
	const char *present = q->me.display ? q->me.display : "";

	if (!display || strcmp(display, present) == 0)
		return RT_OK;
	return rt_set_display_name(q->rt, q->a, &q->me, display, problem);
}

static void store(struct req *q)
{
	struct bio_form f = { .name = form_get(&q->form, "name"),
			      .bio = req_field(q, "bio") };
	char *display = NULL, *bio;
	enum rt_err err;

	if (f.name)
		f.bad_name = rt_display_problem(q->a, f.name, &display);
	f.bad_bio = rt_bio_problem(q->a, f.bio, &bio);
	if (f.bad_name || f.bad_bio) {
		refuse(q, &f, 422);
		return;
	}
	err = set_display(q, display, &f.bad_name);
	if (err == RT_TAKEN) {
		refuse(q, &f, 422);
	} else if (err == RT_LIMITED) {
		f.bad_name = page_too_many_changes(q);
		refuse(q, &f, 429);
	} else if (req_ok(q, err) &&
		   req_ok(q, rt_set_bio(q->rt, q->a, q->me.id, bio))) {
		page_done(q, view_profile_path(q->a, q->me.name), DONE_SAVED);
	}
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
