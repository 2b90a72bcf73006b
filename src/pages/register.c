/*
 * GET /register    the form; a member is sent home.
 * POST /register   creates a member, signs in and goes home (303).  A member
 *                  who is signed in already stays so and goes home, too.
 *   username       2 to 20 of a to z, 0 to 9 and _
 *   password, password2
 *   who            where RETWIS_SIGNUP is "asked": what the newcomer tells the
 *                  hosts, who then let the newcomer in or not; 1 to 280 letters
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

/* `who` is the field in which newcomers tell who they are, where there is one. */
static struct tpl *begin_register(struct req *q, struct tpl **who)
{
	struct tpl *t = page_begin(q, "register.tpl", "Register");

	if (q->conf->signup == RT_SIGNUP_CLOSED) {
		tpl_section(t, "SIGNUP_CLOSED");
		return t;
	}
	t = view_register_form(t, req_field(q, "username"));
	if (q->conf->signup == RT_SIGNUP_ASKED) {
		*who = tpl_section(t, "ASKED");
		tpl_set(*who, "WHO", rt_text_clean(q->a, req_field(q, "who")));
	}
	return t;
}

/* Where nobody has to tell, `n->who` stays NULL. */
static const char *read_who(struct req *q, struct rt_newcomer *n)
{
	const char *problem;
	char *who;

	if (q->conf->signup != RT_SIGNUP_ASKED)
		return NULL;
	problem = rt_who_problem(q->a, req_field(q, "who"), &who);
	if (!problem)
		n->who = who;
	return problem;
}

/* Then it has shown the form again, with all that is wrong in it. */
static bool is_sign_up_refused(struct req *q, struct rt_newcomer *n)
{
	struct tpl *who = NULL, *form = begin_register(q, &who);
	bool differ = strcmp(n->password, req_field(q, "password2")) != 0;
	bool bad = view_bad(form, false, "BAD_USERNAME",
			    rt_name_problem(n->name));

	bad = view_bad(
		form, bad, "BAD_PASSWORD",
		rt_password_problem(n->password, n->name, q->conf->name));
	bad = view_bad(form, bad, "BAD_PASSWORD2",
		       differ ? "This is not the same password." : NULL);
	bad = view_bad(who, bad, "BAD_WHO", read_who(q, n));
	if (bad)
		page_end(q, 422);
	return bad;
}

static void sign_up(struct req *q)
{
	struct rt_newcomer n = { .name = req_field(q, "username"),
				 .password = req_field(q, "password") };
	struct rt_user user;
	struct tpl *who;
	enum rt_err err;

	if (req_is_late(q)) {
		page_late(q, begin_register(q, &who));
		return;
	}
	if (is_sign_up_refused(q, &n))
		return;
	rt_device(q->rt, req_device(q));
	err = rt_newcomer(q->rt, q->a, &n, &user);
	if (err == RT_LIMITED) {
		page_limited(q, begin_register(q, &who));
	} else if (err == RT_LATE) {
		page_late(q, begin_register(q, &who));
	} else if (err == RT_TAKEN) {
		view_bad(begin_register(q, &who), false, "BAD_USERNAME",
			 "This name is in use already. Choose another one.");
		page_end(q, 422);
	} else if (req_ok(q, err)) {
		page_cookie(q, user.secret);
		page_redirect(q, "/?welcome=1");
	}
}

void page(struct req *q)
{
	struct tpl *who;

	if (!req_require(q, "/register", "GET, HEAD, POST") || !req_meet(q))
		return;
	if (q->me.id) {
		page_redirect(q, "/");
	} else if (q->is_post && q->conf->signup != RT_SIGNUP_CLOSED) {
		sign_up(q);
	} else {
		begin_register(q, &who);
		page_end(q, q->is_post ? 403 : 200);
	}
}
