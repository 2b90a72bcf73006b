/*
 * GET /reset/TOKEN the form for a new password, with a link from the host.
 *                  Viewing it doesn't use the link, since messengers fetch
 *                  every link that they show.
 * POST /reset/TOKEN
 *                  sets the password, signs in here and out everywhere else,
 *                  and redirects home (303), or to the sign-in page if Redis
 *                  is full, or if two-step sign-in needs a code.
 *   password, password2
 *
 * POST /reset      makes such a link, for a host to pass on to a member (200).
 *   uid            the member
 *   password       the host's own
 *   csrf           see rt_csrf()
 *
 * A password that is refused comes back as the form with the reason (422), and
 * while too many people sign in it says when to try again (429).  A link that
 * was used, has expired or never existed gets the same answer (410).  Only
 * hosts can make links, and not for other hosts (403); for everybody else this
 * address doesn't exist (404).
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,  "reset.tpl", "new_password.tpl",
	"reset_link.tpl", "stale.tpl", NULL,
};

/* The form is sent to the address of the link itself. */
static struct tpl *begin_reset(struct req *q, const char *token,
			       const struct rt_user *user, struct tpl **fields)
{
	struct tpl *t = page_begin(q, "reset.tpl", _("New password"));

	tpl_set(t, "TOKEN", token);
	tpl_set(t, "NAME", user->name);
	*fields = view_new_password(t);
	page_password(q);
	return t;
}

static void refuse_reset(struct req *q, const char *token,
			 const struct rt_user *user, const char *section,
			 const char *why)
{
	struct tpl *fields;

	begin_reset(q, token, user, &fields);
	view_problem(fields, false, section, why);
	page_end(q, 422);
}

/* If Redis is full, the password is set, but `me` is nobody. */
static void answer_reset(struct req *q, enum rt_err err, const char *name,
			 const struct rt_user *me)
{
	bool asks_code = err == RT_CODE;

	if (err == RT_NOT_FOUND) {
		page_error(q, 410);
	} else if (asks_code || req_ok(q, err)) {
		log_act(q, "%s set a new password with a reset link",
			log_name(q, name));
		if (asks_code)
			page_cookie_challenge(q, rt_challenge(q->rt));
		else if (me->id)
			page_cookie(q, me->secret);
		page_redirect(q, me->id && !asks_code ? "/" : "/login");
	}
}

static void set_password(struct req *q, const char *token,
			 const struct rt_user *user)
{
	struct rt_password_change r = { .password = req_field(q, "password") };
	struct rt_user me = *user;
	struct tpl *fields;
	enum rt_err err;

	if (!rt_passwords_match(q->a, r.password, req_field(q, "password2"))) {
		refuse_reset(q, token, user, "BAD_PASSWORD2",
			     _("The passwords don't match."));
		return;
	}
	rt_device(q->rt, req_device(q));
	err = req_is_overload(q, 1) ? RT_LATE
				    : rt_reset(q->rt, q->a, token, &r, &me);
	if (err == RT_LATE)
		page_overload(q, begin_reset(q, token, user, &fields));
	else if (err == RT_DENIED)
		refuse_reset(q, token, user, "BAD_PASSWORD", r.problem);
	else
		answer_reset(q, err, user->name, &me);
}

/* ---- a host makes a link ----------------------------------------------- */

static struct tpl *begin_link(struct req *q, const struct rt_user *user)
{
	struct tpl *t =
		page_begin(q, "reset_link.tpl", _("Password reset link"));

	tpl_set(t, "NAME", user->name);
	return t;
}

/* The form again, in which the host has to enter a password. */
static struct tpl *begin_link_form(struct req *q, const void *what)
{
	const struct rt_user *user = what;
	struct tpl *t = tpl_section(begin_link(q, user), "ASK");

	tpl_set_int(t, "ID", (long long)user->id);
	page_password(q);
	return t;
}

static void show_made_link(struct req *q, const struct rt_user *user,
			   const char *token)
{
	tpl_set(tpl_section(begin_link(q, user), "MADE"), "ADDRESS",
		req_link(q, arena_printf(q->a, "/reset/%s", token)));
	page_end(q, 200);
}

static void make_link(struct req *q, const struct rt_user *user)
{
	const struct rt_acting who = { .by = q->me.id };
	const char *token = NULL;

	if (!req_is_proven(q, begin_link_form, user) ||
	    !req_ok(q, rt_reset_begin(q->rt, q->a, user, &who, &token)))
		return;
	log_act(q, "%s created a password reset link for %s",
		log_name(q, q->me.name), log_name(q, user->name));
	show_made_link(q, user, token);
}

static void answer_host(struct req *q)
{
	struct rt_user user;
	uint64_t id;

	if (!req_require_host(q, NULL, "POST"))
		return;
	if (!form_number(req_field(q, "uid"), &id))
		page_error(q, 400);
	else if (!req_ok(q, rt_user_by_id(q->rt, q->a, id, &user)))
		return;
	else if (user.standing == RT_HOST)
		page_refuse(q, 403, _("That member is a host"),
			    _("A link for a host is made on the server, with "
			      "retwis-admin reset."));
	else
		make_link(q, &user);
}

/* ---- the member uses it ------------------------------------------------ */

static void answer_member(struct req *q)
{
	const char *token = req_segment(q, "/reset/");
	struct rt_user user;
	struct tpl *fields;
	enum rt_err err;

	if (!req_require(q, NULL, "GET, HEAD, POST") || !req_load_user(q))
		return;
	err = token ? rt_reset_find(q->rt, q->a, token, &user) : RT_NOT_FOUND;
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

void page(struct req *q)
{
	q->caching = "no-store";
	if (strcmp(q->path, "/reset") == 0)
		answer_host(q);
	else
		answer_member(q);
}
