/*
 * GET /reset/TOKEN  the form for a new password, by a link of the host.  To look
 *                  at it spends nothing: messengers fetch every link.
 * POST /reset/TOKEN
 *                  sets the password, signs in here and out everywhere else,
 *                  and goes home (303), or to the sign-in if Redis is full.
 *   password, password2
 *
 * A password that is refused comes back as the form with the reason (422), and
 * while too many sign in it says when to try again (429).  A link that was used,
 * is too old, or never was: one answer for all of them (410).
 */
#include <string.h>

#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"reset.tpl",
	"new_password.tpl",
	NULL,
};

/* The form goes to the address of the link itself. */
static struct tpl *begin_reset(struct req *q, const char *token,
			       const struct rt_user *user, struct tpl **fields)
{
	struct tpl *t = page_begin(q, "reset.tpl", "New password");

	tpl_set(t, "TOKEN", token);
	tpl_set(t, "NAME", user->name);
	*fields = view_new_password(t);
	return t;
}

static void refuse_reset(struct req *q, const char *token,
			 const struct rt_user *user, const char *section,
			 const char *why)
{
	struct tpl *fields;

	begin_reset(q, token, user, &fields);
	view_bad(fields, false, section, why);
	page_end(q, 422);
}

static void answer_reset(struct req *q, enum rt_err err,
			 const struct rt_user *me)
{
	if (err == RT_NOT_FOUND) {
		page_error(q, 410);
	} else if (req_ok(q, err)) {
		if (me->id)
			page_cookie(q, me->secret);
		page_redirect(q, me->id ? "/" : "/login");
	}
}

static void set_password(struct req *q, const char *token,
			 const struct rt_user *user)
{
	struct rt_renewal r = { .password = req_field(q, "password") };
	struct rt_user me = *user;
	struct tpl *fields;
	enum rt_err err;

	if (strcmp(r.password, req_field(q, "password2")) != 0) {
		refuse_reset(q, token, user, "BAD_PASSWORD2",
			     "This is not the same password.");
		return;
	}
	rt_device(q->rt, req_device(q));
	err = req_is_late(q) ? RT_LATE : rt_reset(q->rt, q->a, token, &r, &me);
	if (err == RT_LATE)
		page_late(q, begin_reset(q, token, user, &fields));
	else if (err == RT_DENIED)
		refuse_reset(q, token, user, "BAD_PASSWORD", r.problem);
	else
		answer_reset(q, err, &me);
}

void page(struct req *q)
{
	const char *token = req_segment(q, "/reset/");
	struct rt_user user;
	struct tpl *fields;
	enum rt_err err;

	q->caching = "no-store";
	if (!req_require(q, NULL, "GET, HEAD, POST") || !req_meet(q))
		return;
	err = token ? rt_reset_look(q->rt, q->a, token, &user) : RT_NOT_FOUND;
	if (err == RT_NOT_FOUND) {
		page_error(q, 410);
	} else if (!req_ok(q, err)) {
		return;
	} else if (q->is_post) {
		set_password(q, token, &user);
	} else {
		begin_reset(q, token, &user, &fields);
		page_end(q, 200);
	}
}
