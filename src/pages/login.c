/*
 * GET /login       the form
 *   back           the page of this site that the visitor wanted
 *   left           1: says above the form that the account is closed
 *   over           1: asks for the name, although a code is still missing
 * POST /login      signs in and redirects to that page, or home (303).  A
 *                  member whom an import has renamed is sent to the notices,
 *                  which say so.
 *   username       as it is stored, or with other capitals, an @ before it or
 *                  blanks around it
 *   password
 *   status, reply_to, nonce, at, and those of read_attached(); or status,
 *   version, id or scheduled and at; or name, bio
 *                  the text that was interrupted by the end of a session, if
 *                  there is one: it comes back in its form (200) instead of
 *                  the redirect
 *   back           as above
 *
 *   code           the second step, instead of name and password, for a member
 *                  with two-step sign-in: the cookie `challenge`, which the
 *                  first step has set, says who it is
 *
 * With two-step sign-in the first step redirects to this page, which then asks
 * for the code (303).  If there is an interrupted text, it asks at once (200).
 *
 * A member who has already signed in, in another tab, is redirected there,
 * too.
 *
 * If a field is missing, the form has a message (422).  A wrong name and a
 * wrong password get the same message (401) after the same time.  After a wrong
 * code the member can try another one (401), for five minutes.  After too
 * many of them, or while too many people sign in, the form says when to try
 * again (429).
 */
#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	DRAFT_TEMPLATES,
	"login_code.tpl",
	"code_field.tpl",
	NULL,
};

static void deny_sign_in(struct req *q)
{
	view_problem(page_sign_in(q), false, "BAD_FORM",
		     _("Wrong name or password."));
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

static void enter(struct req *q, const struct rt_user *user)
{
	log_act(q, "%s signed in", log_name(q, user->name));
	page_cookie(q, user->secret);
	req_set_user(q, user);
	if (!page_return_draft(q, 200))
		lead_on(q, user);
}

/* ---- the code ---------------------------------------------------------- */

/* `why` is what is wrong with the code that was sent; NULL: none was. */
static void show_code_form(struct req *q, int status, const char *why)
{
	struct tpl *field;

	page_sign_in_code(q, &field);
	view_problem(field, false, "BAD_CODE", why);
	if (status == 401)
		page_header(q, "WWW-Authenticate: Form");
	page_end(q, status);
}

/* A text that was interrupted would not survive the redirect. */
static void ask_code(struct req *q)
{
	page_cookie_challenge(q, rt_challenge(q->rt));
	if (draft_is_sent(q))
		show_code_form(q, 200, NULL);
	else
		page_to_sign_in(q);
}

/* The challenge was spent, or has expired. */
static void begin_again(struct req *q)
{
	page_cookie_challenge(q, NULL);
	view_problem(page_sign_in(q), false, "BAD_FORM",
		     _("That took too long. Sign in again."));
	page_header(q, "WWW-Authenticate: Form");
	page_end(q, 401);
}

static void try_code(struct req *q)
{
	const char *code = req_field(q, "code");
	const char *problem = rt_code_problem(q->a, code);
	struct rt_user user;
	struct tpl *field;
	enum rt_err err = RT_NOT_FOUND;

	if (problem) {
		show_code_form(q, 422, problem);
		return;
	}
	rt_device(q->rt, req_device(q));
	if (q->challenge)
		err = rt_sign_in_code(q->rt, q->a, q->challenge, code, &user);
	log_refused_code(q, NULL, err);
	if (err == RT_NOT_FOUND) {
		begin_again(q);
	} else if (err == RT_DENIED) {
		page_cookie_challenge(q, rt_challenge(q->rt));
		show_code_form(q, 401, _("Wrong code, or one that was used."));
	} else if (err == RT_LIMITED) {
		page_limited_or(q, page_sign_in_code(q, &field),
				_("A host of this site can switch two-step "
				  "sign-in off for you."));
	} else if (req_ok(q, err)) {
		page_cookie_challenge(q, NULL);
		enter(q, &user);
	}
}

/* ---- the password ------------------------------------------------------ */

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
	if (err == RT_DENIED)
		deny_sign_in(q);
	else if (err == RT_CODE)
		ask_code(q);
	else if (err == RT_LATE)
		page_overload(q, page_sign_in(q));
	else if (err == RT_LIMITED)
		page_limited_or(q, page_sign_in(q),
				_("A host of this site can create a link for "
				  "you to set a new password."));
	else if (req_ok(q, err))
		enter(q, &user);
}

static void refuse_sign_in(struct req *q, bool no_name, bool no_password)
{
	struct tpl *form = page_sign_in(q);

	view_problem(form, false, "BAD_USERNAME",
		     no_name ? _("Enter your name.") : NULL);
	view_problem(form, no_name, "BAD_PASSWORD",
		     no_password ? _("Enter your password.") : NULL);
	page_end(q, 422);
}

static void show_sign_in(struct req *q)
{
	if (q->challenge && !req_query(q, "over")) {
		show_code_form(q, 200, NULL);
		return;
	}
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
	} else if (form_get(&q->form, "code") && !*name) {
		try_code(q);
	} else if (!*name || !*password) {
		refuse_sign_in(q, !*name, !*password);
	} else {
		try_sign_in(q, name, password);
	}
}
