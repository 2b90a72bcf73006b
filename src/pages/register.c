/*
 * GET /register    the form; a member is sent home.
 * POST /register   creates a member, signs in and goes home (303).  A member
 *                  who is signed in already stays so and goes home, too.
 *   username       2 to 20 of a to z, 0 to 9 and _
 *   password, password2
 *
 * A name or a password that is refused comes back as the form with the reason,
 * and without the passwords (422).  An address that registers too many members
 * reads when to try again (429), and so does one of too many visitors at once.
 * With RETWIS_SIGNUP "closed" the page says so (403 for a POST).
 */
#include <string.h>

#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"register.tpl",
	"register_form.tpl",
	NULL,
};

static struct tpl *begin_register(struct req *q)
{
	struct tpl *t = page_begin(q, "register.tpl", "Register");

	if (q->conf->signup_open)
		return view_register_form(t, req_field(q, "username"));
	tpl_section(t, "SIGNUP_CLOSED");
	return t;
}

/* Then it has shown the form again, with all that is wrong in it. */
static bool is_sign_up_refused(struct req *q, const char *name,
			       const char *password)
{
	struct tpl *form = begin_register(q);
	bool differ = strcmp(password, req_field(q, "password2")) != 0;
	bool bad =
		view_bad(form, false, "BAD_USERNAME", rt_name_problem(name));

	bad = view_bad(form, bad, "BAD_PASSWORD",
		       rt_password_problem(password, name, q->conf->name));
	bad = view_bad(form, bad, "BAD_PASSWORD2",
		       differ ? "This is not the same password." : NULL);
	if (bad)
		page_end(q, 422);
	return bad;
}

static void sign_up(struct req *q, const char *name, const char *password)
{
	struct rt_user user;
	enum rt_err err;

	if (req_is_late(q)) {
		page_late(q, begin_register(q));
		return;
	}
	if (is_sign_up_refused(q, name, password))
		return;
	rt_device(q->rt, req_device(q));
	err = rt_register(q->rt, q->a, name, password, &user);
	if (err == RT_LIMITED) {
		page_limited(q, begin_register(q));
	} else if (err == RT_LATE) {
		page_late(q, begin_register(q));
	} else if (err == RT_TAKEN) {
		view_bad(begin_register(q), false, "BAD_USERNAME",
			 "This name is in use already. Choose another one.");
		page_end(q, 422);
	} else if (req_ok(q, err)) {
		page_cookie(q, user.secret);
		page_redirect(q, "/?welcome=1");
	}
}

void page(struct req *q)
{
	if (!req_require(q, "/register", "GET, HEAD, POST") || !req_meet(q))
		return;
	if (q->me.id) {
		page_redirect(q, "/");
	} else if (q->is_post && q->conf->signup_open) {
		sign_up(q, req_field(q, "username"), req_field(q, "password"));
	} else {
		begin_register(q);
		page_end(q, q->is_post ? 403 : 200);
	}
}
