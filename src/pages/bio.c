/*
 * GET /bio         the form for one's own line, which a profile shows.
 * POST /bio        stores it and goes to one's profile (303).
 *   bio            one line, RT_BIO_MAX code points at most; empty: none
 *   csrf           see rt_csrf()
 *
 * A line that is refused comes back in the form, with the reason (422), and
 * what is not stored for another reason does so as a post does.
 */
#include "web/page.h"

static void show(struct req *q, const char *bio, const char *problem)
{
	view_bad(page_bio(q, bio), "BAD_BIO", problem);
	page_end(q, problem ? 422 : 200);
}

static void show_stored(struct req *q)
{
	const char *bio;

	if (req_ok(q, rt_bio(q->rt, q->a, q->me.id, &bio)))
		show(q, bio ? bio : "", NULL);
}

void page(struct req *q)
{
	const char *text, *problem;
	const struct rt_user *me;
	char *bio;

	if (!req_require(q, "/bio", "GET, HEAD, POST") ||
	    !(me = req_require_user(q)))
		return;
	if (!q->is_post) {
		show_stored(q);
		return;
	}
	text = req_field(q, "bio");
	problem = rt_bio_problem(q->a, text, &bio);
	if (problem)
		show(q, rt_text_clean(q->a, text), problem);
	else if (req_ok(q, rt_set_bio(q->rt, q->a, me->id, bio)))
		page_redirect(q, view_profile_path(q->a, me->name));
}
