/*
 * GET /login       the form
 *   back           the page of this site that the visitor wanted
 *   left           1: says above the form that the account is closed
 * POST /login      signs in and redirects to that page, or home (303).  A
 *                  member whom an import has renamed is sent to the notices,
 *                  which say so.
 *   username       as it is stored, or with other capitals, an @ before it or
 *                  blanks around it
 *   password
 *   status, reply_to, nonce, at; or status, version, id or scheduled and at;
 *   or name, bio
 *                  the text that was interrupted by the end of a session, if
 *                  there is one: it comes back in its form (200) instead of
 *                  the redirect
 *   back           as above
 *
 * A member who has already signed in, in another tab, is redirected there,
 * too.
 *
 * If a field is missing, the form has a message (422).  A wrong name and a
 * wrong password get the same message (401) after the same time.  After too
 * many of them, or while too many people sign in, the form says when to try
 * again (429).
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	DRAFT_TEMPLATES,
	NULL,
};

static void deny_sign_in(struct req *q)
{
	view_problem(page_sign_in(q), false, "BAD_FORM",
		     "Wrong name or password.");
	page_header(q, "WWW-Authenticate: Form");
	page_end(q, 401);
}

static void lead_on(struct req *q, const struct rt_user *user)
{
	if (user->renamed)
		page_redirect(q, "/notifications");
	else
		page_to_wanted(q);
}

static void try_sign_in(struct req *q, const char *name, const char *password)
{
	struct rt_user user;
	enum rt_err err;

	if (req_is_overload(q, rt_hashes(q->a, password))) {
		page_overload(q, page_sign_in(q));
		return;
	}
	rt_device(q->rt, req_device(q));
	err = rt_sign_in(q->rt, q->a, name, password, &user);
	log_refused_sign_in(q, name, err);
	if (err == RT_DENIED) {
		deny_sign_in(q);
	} else if (err == RT_LATE) {
		page_overload(q, page_sign_in(q));
	} else if (err == RT_LIMITED) {
		page_limited_or(q, page_sign_in(q),
				"A host of this site can create a link for "
				"you to set a new password.");
	} else if (req_ok(q, err)) {
		log_act(q, "%s signed in", log_name(q, user.name));
		page_cookie(q, user.secret);
		req_set_user(q, &user);
		if (!page_return_draft(q, 200))
			lead_on(q, &user);
	}
}

static void refuse_sign_in(struct req *q, bool no_name, bool no_password)
{
	struct tpl *form = page_sign_in(q);

	view_problem(form, false, "BAD_USERNAME",
		     no_name ? "Enter your name." : NULL);
	view_problem(form, no_name, "BAD_PASSWORD",
		     no_password ? "Enter your password." : NULL);
	page_end(q, 422);
}

static void show_sign_in(struct req *q)
{
	page_sign_in(q);
	if (req_query(q, "left"))
		tpl_global_section(q->root, "LEFT");
	page_end(q, 200);
}

void page(struct req *q)
{
	const char *name, *password;

	if (!req_require(q, "/login", "GET, HEAD, POST") || !req_load_user(q))
		return;
	name = req_field(q, "username");
	password = req_field(q, "password");
	if (q->me.id) {
		if (!page_return_draft(q, 403))
			page_to_wanted(q);
	} else if (!q->is_post) {
		show_sign_in(q);
	} else if (!*name || !*password) {
		refuse_sign_in(q, !*name, !*password);
	} else {
		try_sign_in(q, name, password);
	}
}
