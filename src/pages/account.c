/*
 * GET /account     the form for a new password, and where all else is that a
 *                  member can set.
 * POST /account/password
 *                  sets a new password, which ends all sessions but this one,
 *                  and goes back (303).
 *   old            the password so far
 *   password, password2
 *   csrf           see rt_csrf()
 *
 * A wrong old password, and a new one that is not good enough, come back as the
 * form with the reason, and without any password (422).  Both count as attempts
 * to sign in: after too many of them, and while too many sign in, the form says
 * when to try again (429).  GET /account/password, as after Reload, leads to the
 * form.
 */
#include <string.h>

#include "web/page.h"

#define PASSWORD_PATH "/account/password"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"account.tpl",
	NULL,
};

static struct tpl *begin_account(struct req *q)
{
	return page_begin(q, "account.tpl", "Account");
}

static void show_account(struct req *q)
{
	struct tpl *t = begin_account(q);

	if (req_query(q, "changed"))
		tpl_section(t, "CHANGED");
	page_end(q, 200);
}

/* Then it has shown the form again, with all that is wrong in it. */
static bool is_typed_wrong(struct req *q)
{
	struct tpl *t = begin_account(q);
	bool differ = strcmp(req_field(q, "password"),
			     req_field(q, "password2")) != 0;
	bool bad = view_bad(t, false, "BAD_OLD",
			    *req_field(q, "old")
				    ? NULL
				    : "Type the password that you have.");

	bad = view_bad(t, bad, "BAD_PASSWORD2",
		       differ ? "This is not the same password." : NULL);
	if (bad)
		page_end(q, 422);
	return bad;
}

static void refuse_password(struct req *q, const char *problem)
{
	view_bad(begin_account(q), false, problem ? "BAD_PASSWORD" : "BAD_OLD",
		 problem ? problem : "This is not your password.");
	page_end(q, 422);
}

static void change_password(struct req *q)
{
	struct rt_renewal r = { .old = req_field(q, "old"),
				.password = req_field(q, "password") };
	enum rt_err err;

	if (is_typed_wrong(q))
		return;
	if (req_is_late(q)) {
		page_late(q, begin_account(q));
		return;
	}
	err = rt_change_password(q->rt, q->a, &r, &q->me);
	if (err == RT_DENIED || err == RT_LIMITED)
		log_refused_sign_in(q, q->me.name, err);
	if (err == RT_DENIED) {
		refuse_password(q, r.problem);
	} else if (err == RT_LATE) {
		page_late(q, begin_account(q));
	} else if (err == RT_LIMITED) {
		page_limited(q, begin_account(q));
	} else if (req_ok(q, err)) {
		page_cookie(q, q->me.secret);
		page_redirect(q, "/account?changed=1");
	}
}

void page(struct req *q)
{
	bool is_password = strcmp(q->path, PASSWORD_PATH) == 0;

	if (!req_require(q, is_password ? PASSWORD_PATH : "/account",
			 is_password ? "GET, HEAD, POST" : "GET, HEAD") ||
	    !req_require_user(q))
		return;
	if (q->is_post)
		change_password(q);
	else if (is_password)
		page_redirect(q, "/account");
	else
		show_account(q);
}
