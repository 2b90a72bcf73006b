#include "view/guard.h"

#include <string.h>

#include "base/message.h"
#include "base/secret.h"
#include "http/answer.h"
#include "http/redirect.h"
#include "http/req.h"
#include "http/upload.h"
#include "view/failure.h"
#include "view/frame.h"
#include "view/stale.h"
#include "view/view_form.h"
#include "view/view_time.h"

/* ---- answers ----------------------------------------------------------- */

/* If this cannot be read, the page still says that it is so. */
static void show_suspension(struct req *q, struct tpl *t)
{
	struct rt_suspension s;

	if (rt_suspension(q->rt, q->a, q->me.id, &s))
		s = (struct rt_suspension){ .reason = "" };
	if (s.until)
		tpl_set(tpl_section(t, "UNTIL"), "DAY",
			view_date(q->a, s.until));
	else
		tpl_section(t, "FOR_GOOD");
	if (*s.reason)
		tpl_set(tpl_section(t, "WHY"), "REASON",
			rt_text_shown(q->a, s.reason));
}

void page_no_access(struct req *q)
{
	bool waits = q->me.standing == RT_WAITING;
	struct tpl *t = page_begin(q, "no_access.tpl",
				   waits ? _("Waiting for approval")
					 : _("Your account is suspended"));

	if (waits)
		tpl_section(t, "WAITING");
	else
		show_suspension(q, tpl_section(t, "STOPPED"));
	page_end(q, 403);
}

static bool guard_refuse(struct req *q, int status)
{
	if (!page_return_draft(q, status) &&
	    !(status == 503 && page_resend(q)))
		page_error(q, status);
	return false;
}

/* ---- method, path and form --------------------------------------------- */

/* Whether a list such as "GET, HEAD, POST" contains the method. */
static bool is_method_allowed(const char *methods, const char *method)
{
	size_t len = strlen(method);

	for (const char *at = methods; len && (at = strstr(at, method));
	     at += len) {
		bool begins = at == methods || at[-1] == ' ';

		if (begins && (at[len] == '\0' || at[len] == ','))
			return true;
	}
	return false;
}

static bool guard_refuse_foreign(struct req *q)
{
	page_refuse(
		q, 403, _("That form isn't from this site"),
		_("Your browser says that it was sent from another site, or "
		  "doesn't say from where. Nothing was changed. Open this "
		  "site itself, and try again there."));
	return false;
}

bool req_require_bare(struct req *q, const char *path, const char *methods)
{
	if (path && strcmp(q->path, path) != 0)
		return guard_refuse(q, 404);
	if (!is_method_allowed(methods, q->method)) {
		page_header(q, "Allow: %s", methods);
		return guard_refuse(q, 405);
	}
	return !q->is_post || req_is_same_origin(q) || guard_refuse_foreign(q);
}

/* ---- who asks ---------------------------------------------------------- */

void req_set_user(struct req *q, const struct rt_user *me)
{
	q->me = *me;
	q->known = true;
}

/* Only once if the form may have files: to read it, we had to know that. */
static enum rt_err guard_read_user(struct req *q)
{
	struct rt_user me;
	enum rt_err err;

	if (q->known && req_sends_files(q))
		return RT_OK;
	err = q->is_post ? rt_sender(q->rt, q->a, q->secret, &me)
			 : rt_session(q->rt, q->a, q->secret, &me);
	if (!err)
		req_set_user(q, &me);
	return err;
}

/*
 * If Redis can't say who sends the files, the text is read, to give it back.
 * If the settings have changed, the whole form is read later: see begin_run()
 * in program/main.c.
 */
static bool guard_read_upload(struct req *q)
{
	enum rt_err err = guard_read_user(q);
	int status;

	if (err == RT_CHANGED)
		return req_ok(q, err);
	status = req_read_upload(q);
	return status ? guard_refuse(q, status) : req_ok(q, err);
}

bool req_require(struct req *q, const char *path, const char *methods)
{
	int status;

	if (!req_require_bare(q, path, methods))
		return false;
	if (!q->is_post)
		return true;
	if (req_sends_files(q))
		return guard_read_upload(q);
	status = req_read_form(q);
	return status == 0 || guard_refuse(q, status);
}

bool req_require_standing(struct req *q, const struct rt_user *me)
{
	req_set_user(q, me);
	if (req_has_no_access(q))
		page_no_access(q);
	else if (!me->id)
		page_to_sign_in(q);
	return me->id && !req_has_no_access(q);
}

bool req_load_user(struct req *q)
{
	return req_ok(q, guard_read_user(q));
}

/* Returns false if it has answered. */
static bool guard_check_csrf(struct req *q)
{
	if (!q->is_post || !q->me.id ||
	    rt_csrf_ok(q->a, &q->me, req_field(q, "csrf")))
		return true;
	if (!page_return_draft(q, 403) && !page_stale(q))
		page_error(q, 403);
	return false;
}

bool req_load_account(struct req *q)
{
	return req_load_user(q) && guard_check_csrf(q);
}

const struct rt_user *req_require_account(struct req *q)
{
	if (!req_load_account(q))
		return NULL;
	if (q->me.id)
		return &q->me;
	if (!page_return_draft(q, 401))
		page_to_sign_in(q);
	return NULL;
}

const struct rt_user *req_require_user(struct req *q)
{
	if (!req_require_account(q))
		return NULL;
	if (!req_has_no_access(q))
		return &q->me;
	page_no_access(q);
	return NULL;
}

static enum rt_err guard_read_staff(struct req *q, enum rt_standing least,
				    bool *may)
{
	enum rt_err err = guard_read_user(q);

	if (!err && q->me.standing == RT_HOST)
		err = rt_is_host(q->rt, q->a, q->me.id, may);
	else
		*may = !err && q->me.standing == RT_MODERATOR &&
		       least == RT_MODERATOR;
	return err;
}

/*
 * The method is checked last.  Otherwise a 405 would tell everybody that the
 * address exists.  But if Redis can't say who asks, the form is read, to give
 * back what was typed.
 */
static bool guard_require_standing(struct req *q, enum rt_standing least,
				   const char *path, const char *methods)
{
	bool may = false;
	enum rt_err err = guard_read_staff(q, least, &may);

	if (err)
		return req_require(q, path, methods) && req_ok(q, err);
	if (!may)
		return guard_refuse(q, 404);
	return req_require(q, path, methods) && guard_check_csrf(q);
}

bool req_require_host(struct req *q, const char *path, const char *methods)
{
	return guard_require_standing(q, RT_HOST, path, methods);
}

bool req_require_staff(struct req *q, const char *path, const char *methods)
{
	return guard_require_standing(q, RT_MODERATOR, path, methods);
}

/* ---- errors of the library --------------------------------------------- */

bool req_ok(struct req *q, enum rt_err err)
{
	switch (err) {
	case RT_OK:
		return true;
	case RT_NOT_FOUND:
		return guard_refuse(q, 404);
	case RT_BLOCKED:
		page_blocked(q);
		return false;
	case RT_LIMITED:
		return guard_refuse(q, 429);
	case RT_FULL:
		q->is_unsaved = true;
		return guard_refuse(q, 503);
	case RT_DOWN:
	case RT_FORBIDDEN:
	case RT_FOREIGN:
		return guard_refuse(q, 503);
	default:
		return guard_refuse(q, 500);
	}
}

/* ---- if only members may read ------------------------------------------ */

/* Longer texts continue on a page of their own. */
#define WELCOME_WORDS 400

/* What the site is, in the host's words if there are any. */
static void welcome_pitch(struct req *q, struct tpl *t)
{
	const char *about = q->conf->text[RT_SITE_ABOUT];
	const char *words = q->conf->welcome;

	if (!words && !about) {
		tpl_section(t, "OUR_WORDS");
		return;
	}
	if (!words)
		words = rt_first_words(q->a, about, WELCOME_WORDS);
	t = tpl_section(t, "HOSTS_WORDS");
	tpl_set(t, "WORDS", words);
	if (about && words != about)
		tpl_section(t, "MORE");
}

void page_welcome(struct req *q, int status)
{
	struct tpl *t = page_begin(q, "welcome.tpl", _("Welcome"));

	welcome_pitch(q, t);
	tpl_section(t, !q->conf->members_only ? "PUBLIC"
		       : req_wanted(q)        ? "MEMBERS_ONLY_WANTED"
					      : "MEMBERS_ONLY");
	tpl_section(t, must_introduce(q, NULL) ? "ASKED" : "AT_ONCE");
	view_login_form(t, "");
	page_password(q);
	page_end(q, status);
}

static bool access_has_secret(const struct req *q)
{
	return q->secret && secret_plausible(q->secret);
}

/* A form has guards of its own, which give back what was typed. */
bool access_is_denied(const struct req *q, enum access needs)
{
	return q->conf->members_only &&
	       (needs == ACCESS_MEMBERS || needs == ACCESS_ACCOUNT) &&
	       !q->is_post && !access_has_secret(q);
}

/* Removes everything that the page has answered. */
static void access_discard_answer(struct req *q)
{
	q->headers = 0;
	q->caching = "no-store";
	q->policy = NULL;
	q->live = NULL;
	q->stream = NULL;
}

/* A 404 or a 405 may come before the page has found out who asks. */
static void access_identify(struct req *q)
{
	struct rt_user me;
	enum rt_err err = rt_session(q->rt, q->a, q->secret, &me);

	if (err) {
		access_discard_answer(q);
		req_ok(q, err);
	} else {
		req_set_user(q, &me);
	}
}

/*
 * While Redis is down nobody can be identified, and the 503 reveals nothing.
 */
static bool access_lets_through(struct req *q)
{
	if (!q->known && !q->is_let_in && q->status != 503 &&
	    access_has_secret(q))
		access_identify(q);
	return q->me.id || q->is_let_in || (!q->known && q->status == 503);
}

void access_check(struct req *q, enum access needs)
{
	if (!q->conf->members_only)
		return;
	if (needs != ACCESS_OPEN && !access_lets_through(q)) {
		access_discard_answer(q);
		req_set_user(q, &(struct rt_user){ 0 });
		page_header(q, "WWW-Authenticate: Form");
		page_welcome(q, 401);
	} else if (needs < ACCESS_ACCOUNT && !q->is_let_in &&
		   req_has_no_access(q)) {
		access_discard_answer(q);
		page_no_access(q);
	}
	page_header(q, "X-Robots-Tag: noindex");
}

void page_unsettled(struct req *q)
{
	if (q->status == 503)
		return;
	access_discard_answer(q);
	q->me = (struct rt_user){ 0 };
	q->known = false;
	page_error(q, 503);
}
