/*
 * GET /account/leave
 *                  what is deleted and what is kept if the member leaves, and
 *                  the form.
 * POST /account/leave
 *                  closes the account, signs out everywhere, and redirects to
 *                  the sign-in page, which says so (303).  A worker does the
 *                  rest.
 *   username       the member's own name, typed by hand
 *   password
 *   csrf           see rt_csrf()
 *
 * After another name or a wrong password, the form comes back with the reason
 * (422).  The password counts as an attempt to sign in: after too many of
 * them, and while too many people sign in, the form says when to try again
 * (429).  The only host can't leave, nor can anybody while PHP Retwis uses the
 * same database (409).
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"leave.tpl",
	"stale.tpl",
	NULL,
};

static struct tpl *begin_leave(struct req *q, const void *nothing)
{
	struct tpl *t = page_begin(q, "leave.tpl", _("Leave"));

	(void)nothing;
	page_password(q);
	return t;
}

static void refuse_to_close(struct req *q, const char *why)
{
	view_problem(begin_leave(q, NULL), false, "BAD_FORM", why);
	page_end(q, 409);
}

static bool is_my_name(const struct req *q, const char *typed)
{
	return strcmp(rt_name_typed(q->a, typed),
		      rt_name_typed(q->a, q->me.name)) == 0;
}

/* Returns true after showing the form again, with everything that is wrong. */
static bool is_leave_wrong(struct req *q)
{
	bool is_other = !is_my_name(q, req_field(q, "username")), bad;
	bool none = !*req_field(q, "password");
	struct tpl *t;

	if (!is_other && !none)
		return false;
	t = begin_leave(q, NULL);
	bad = view_problem(t, false, "BAD_USERNAME",
			   is_other ? _("That isn't your name.") : NULL);
	view_problem(t, bad, "BAD_PASSWORD",
		     none ? _("Enter your password.") : NULL);
	page_end(q, 422);
	return true;
}

static void close_account(struct req *q)
{
	enum rt_err err = rt_leave(q->rt, q->a, &q->me);

	if (err == RT_DENIED) {
		refuse_to_close(q,
				_("You're the only host. Make another member "
				  "a host first, on their profile."));
	} else if (req_ok(q, err)) {
		log_act(q, "%s left", log_name(q, q->me.name));
		page_cookie(q, NULL);
		page_redirect(q, "/login?left=1");
	}
}

static void leave(struct req *q)
{
	if (rt_share_sessions(q->rt)) {
		refuse_to_close(q,
				_("You can't leave yet, because this site "
				  "shares its database with PHP Retwis. Ask "
				  "a host."));
		return;
	}
	if (!is_leave_wrong(q) && req_is_proven(q, begin_leave, NULL))
		close_account(q);
}

void page(struct req *q)
{
	if (!req_require(q, "/account/leave", "GET, HEAD, POST") ||
	    !req_require_account(q))
		return;
	if (q->is_post) {
		leave(q);
	} else {
		begin_leave(q, NULL);
		page_end(q, 200);
	}
}
