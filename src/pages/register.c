/*
 * GET /register    the form; a member who is signed in is sent home.
 *   back           the page of this site that the visitor wanted
 * POST /register   creates a member, signs in and redirects to that page, or
 *                  home if there is none or the newcomer has to wait (303).  A
 *                  member who is already signed in is sent there, too.
 *   username       2 to 20 of a to z, 0 to 9 and _; capitals, an @ before it
 *                  and blanks around it don't count
 *   password, password2
 *   who            if RETWIS_SIGNUP is "asked": what newcomers say about
 *                  themselves to the hosts, who then let them in or not; 1 to
 *                  280 characters
 *   invite         the token of a link: then no host has to approve
 *   nonce          from that form: if it is sent twice, it uses the link once
 *   back           as above
 *
 * A member who is already signed in is redirected there, too.
 *
 * If the name or the password is refused, the form comes back with the reason
 * and without the passwords (422).  An IP address that registers too many
 * members is told when to try again (429), and so is a visitor while too many
 * people sign in.  If RETWIS_SIGNUP is "closed", or "invited" and there is no
 * link, the page says so (403 for a POST).  A link that doesn't work any
 * longer is a 410.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/view_form.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	REGISTER_TEMPLATES,
	NULL,
};

/* If newcomers needn't say who they are, `n->who` remains NULL. */
static const char *read_who(struct req *q, const struct register_form *f,
			    struct rt_newcomer *n)
{
	const char *problem;
	char *who;

	if (!must_introduce(q, f->by))
		return NULL;
	problem = rt_who_problem(q->a, req_field(q, "who"), &who);
	if (!problem)
		n->who = who;
	return problem;
}

static const char *name_problem(struct req *q, const char *name)
{
	if (rt_name_is_official(q->a, name, q->conf->name))
		return _("That name is reserved for the people who run this "
			 "site. Choose another one.");
	return rt_name_problem(name);
}

/* Returns true after showing the form again, with everything that is wrong. */
static bool is_sign_up_refused(struct req *q, struct register_form *f,
			       struct rt_newcomer *n)
{
	bool differ = !rt_passwords_match(q->a, n->password,
					  req_field(q, "password2"));
	bool bad;

	page_register(q, f);
	bad = view_problem(f->form, false, "BAD_USERNAME",
			   name_problem(q, n->name));
	bad = view_problem(f->form, bad, "BAD_PASSWORD",
			   rt_password_problem(q->a, n->password, n->name,
					       q->conf->name));
	bad = view_problem(f->form, bad, "BAD_PASSWORD2",
			   differ ? _("The passwords don't match.") : NULL);
	bad = view_problem(f->who, bad, "BAD_WHO", read_who(q, f, n));
	if (bad)
		page_end(q, 422);
	return bad;
}

/*
 * After a double click the visitor sees the second answer.  By then the name
 * is taken, but by the visitor.
 */
static enum rt_err sign_in_again(struct req *q, const struct rt_newcomer *n,
				 struct rt_user *user)
{
	enum rt_err err;

	if (!n->invite)
		return RT_TAKEN;
	err = rt_sign_in(q->rt, q->a, n->name, n->password, user);
	return err == RT_DENIED || err == RT_LIMITED || err == RT_CODE
		       ? RT_TAKEN
		       : err;
}

static void answer_sign_up(struct req *q, struct register_form *f,
			   enum rt_err err, const struct rt_user *user)
{
	if (err == RT_LIMITED) {
		page_limited(q, page_register(q, f));
	} else if (err == RT_LATE) {
		page_overload(q, page_register(q, f));
	} else if (err == RT_TAKEN) {
		view_problem(page_register(q, f), false, "BAD_USERNAME",
			     _("That name is taken. Choose another one."));
		page_end(q, 422);
	} else if (f->by && err == RT_NOT_FOUND) {
		page_error(q, 410);
	} else if (req_ok(q, err)) {
		log_act(q, "%s registered", log_name(q, user->name));
		page_cookie(q, user->secret);
		page_redirect(q, newcomer_leads_to(q, f->by));
	}
}

static void sign_up(struct req *q, struct register_form *f)
{
	struct rt_newcomer n = { .name = rt_name_typed(
					 q->a, req_field(q, "username")),
				 .password = req_field(q, "password") };
	struct rt_user user = { 0 };
	enum rt_err err = RT_LATE;

	if (f->by) {
		n.invite = f->by->token;
		n.nonce = req_field(q, "nonce");
	}
	if (!req_is_overload(q, 1)) {
		if (is_sign_up_refused(q, f, &n))
			return;
		rt_device(q->rt, req_device(q));
		err = rt_newcomer(q->rt, q->a, &n, &user);
	}
	if (err == RT_TAKEN)
		err = sign_in_again(q, &n, &user);
	answer_sign_up(q, f, err, &user);
}

/*
 * A link's form has a token and a nonce.  RT_NOT_FOUND means that the link
 * doesn't work.
 */
static enum rt_err find_invitation(struct req *q, struct rt_invitation *by)
{
	const char *nonce = req_field(q, "nonce");

	if (!*nonce || !req_may_be_invited(q))
		return RT_NOT_FOUND;
	return rt_invitation(q->rt, q->a, req_field(q, "invite"), nonce, by);
}

static void answer_form(struct req *q)
{
	struct register_form f = { 0 };
	struct rt_invitation by;
	enum rt_err err;

	if (*req_field(q, "invite")) {
		err = find_invitation(q, &by);
		if (err == RT_NOT_FOUND)
			page_error(q, 410);
		if (err == RT_NOT_FOUND || !req_ok(q, err))
			return;
		f.by = &by;
	}
	if (f.by || req_may_register(q)) {
		sign_up(q, &f);
	} else {
		page_register(q, &f);
		page_end(q, 403);
	}
}

void page(struct req *q)
{
	if (!req_require(q, "/register", "GET, HEAD, POST") ||
	    !req_load_user(q))
		return;
	if (q->me.id) {
		page_to_wanted(q);
	} else if (q->is_post) {
		answer_form(q);
	} else {
		page_register(q, &(struct register_form){ 0 });
		page_end(q, 200);
	}
}
