/*
 * GET /account     the display name, the form for a new password, the sessions
 *                  of the member, and links to everything else that a member
 *                  can change.
 * POST /account/name
 *                  sets the display name, and redirects back (303).
 *   name           up to RT_DISPLAY_MAX characters; empty: none
 *   csrf           see rt_csrf()
 *
 * POST /account/password
 *                  sets a new password, which ends all sessions but this one,
 *                  and redirects back (303).
 *   old            the current password
 *   password, password2
 *   csrf           see rt_csrf()
 *
 * POST /account/sessions
 *                  ends a session, and redirects back (303).
 *   end            its id in the list, or all
 *   csrf           see rt_csrf()
 *
 * If the current password is wrong or the new one isn't good enough, the form
 * comes back with the reason and without any password (422).  Both count as
 * attempts to sign in: after too many of them, and while too many people sign
 * in, the form says when to try again (429).  A display name that is refused
 * comes back with the reason (422); it counts as a post (429).  A member who
 * waits for approval or is suspended can't set one (403).  GET of these three
 * addresses, as after Reload, redirects back.
 */
#include <string.h>

#include "base/message.h"
#include "http/headers.h"
#include "view/page.h"

#define ID_LEN    64
#define ID_DIGITS "0123456789abcdef"

const char *const page_templates[] = {
	FRAME_TEMPLATES,   "account.tpl", "new_password.tpl",
	"import_form.tpl", "stale.tpl",   NULL,
};

/* ---- what it shows ----------------------------------------------------- */

static void show_device(struct req *q, struct tpl *t,
			const struct rt_device *device)
{
	struct tpl *d = tpl_section(t, "DEVICE");

	tpl_set(d, "ID", device->id);
	tpl_set(d, "WHAT",
		device->what ? agent_shown(q->a, device->what)
			     : _("An older session"));
	tpl_set(d, "DAY", view_day(q->a, device->used));
	if (device->is_here)
		tpl_section(d, "HERE");
}

static void show_devices(struct req *q, struct tpl *t)
{
	struct rt_devices devices;

	if (rt_sessions(q->rt, q->a, &q->me, &devices))
		return;
	t = tpl_section(t, "EACH");
	for (size_t i = 0; i < devices.n; i++)
		show_device(q, t, &devices.v[i]);
}

/* A member who waits for approval or is suspended can't set any of it. */
static void show_profile_forms(struct req *q, struct tpl *t,
			       const char *display, const char *problem)
{
	struct tpl *profile;

	if (req_has_no_access(q))
		return;
	profile = tpl_section(t, "PROFILE");
	if (rt_has_pictures(q->rt))
		tpl_section(profile, "PICTURES");
	tpl_set(profile, "TYPED", display ? display : "");
	tpl_set_number(profile, "DISPLAY_MAX", RT_DISPLAY_MAX);
	view_problem(profile, false, "BAD_NAME", problem);
}

/* A part of a download may have pictures only, and then of earlier posts. */
static void show_imported(struct req *q, struct tpl *t, const char *section,
			  const char *field)
{
	const char *count = req_query(q, field);
	uint64_t n;

	if (!count || !form_number(count, &n) || !n)
		return;
	tpl_set(view_count(t, section, n), "ME", q->me.name);
}

/* Why pictures were left out of an import. */
static void show_left_pictures(struct req *q, struct tpl *t)
{
	static const char *const words[][2] = {
		{ "off", "LEFT_OFF" },
		{ "away", "LEFT_AWAY" },
		{ "full", "LEFT_FULL" },
		{ "many", "LEFT_MANY" },
	};
	const char *left = req_query(q, "left");

	for (size_t i = 0; left && i < sizeof words / sizeof *words; i++)
		if (strcmp(left, words[i][0]) == 0)
			tpl_section(t, words[i][1]);
}

/* What is being imported; a worker will soon have stored it. */
static void show_import(struct req *q, struct tpl *t)
{
	t = tpl_include(t, "IMPORT", "import_form.tpl");
	show_imported(q, t, "BROUGHT", "brought");
	show_imported(q, t, "BROUGHT_PICTURES", "pictures");
	show_left_pictures(q, t);
	tpl_section(t,
		    rt_has_pictures(q->rt) ? "HAS_PICTURES" : "NO_PICTURES");
}

/*
 * Hosts and moderators hold the keys of the site, so a line advises them to use
 * it.  If it can't be read whether it is on, the rest of the page is shown.
 */
static void show_two_step(struct req *q, struct tpl *t)
{
	struct rt_two_step state;

	if (rt_two_step(q->rt, q->a, q->me.id, &state))
		return;
	t = tpl_section(t, "TWO_STEP");
	tpl_section(t, state.is_on ? "ON" : "OFF");
	if (!state.is_on &&
	    (q->me.standing == RT_HOST || q->me.standing == RT_MODERATOR))
		tpl_section(t, "KEYS");
}

/* The forms are shown even if the list of sessions can't be read. */
static struct tpl *begin_forms(struct req *q, const char *display,
			       const char *problem, struct tpl **fields)
{
	struct tpl *t = page_begin(q, "account.tpl", _("Account"));

	show_profile_forms(q, t, display, problem);
	*fields = view_new_password(t);
	page_password(q);
	if (rt_share_sessions(q->rt)) {
		tpl_section(t, "SHARED");
	} else {
		show_two_step(q, t);
		show_devices(q, t);
	}
	if (rt_has_pictures(q->rt))
		tpl_section(t, "PARTS");
	if (!rt_share_sessions(q->rt) && !req_has_no_access(q))
		show_import(q, t);
	return t;
}

static struct tpl *begin_account(struct req *q, struct tpl **fields)
{
	return begin_forms(q, q->me.display, NULL, fields);
}

static void show_account(struct req *q)
{
	struct tpl *fields;

	begin_account(q, &fields);
	page_end(q, 200);
}

/* ---- the display name -------------------------------------------------- */

static void refuse_display(struct req *q, int status, const char *problem)
{
	struct tpl *fields;

	begin_forms(q, rt_text_clean(q->a, req_field(q, "name")), problem,
		    &fields);
	page_retry(q, status);
	page_end(q, status);
}

static void choose_display(struct req *q)
{
	const char *problem;
	char *display;
	enum rt_err err;

	if (req_has_no_access(q)) {
		page_no_access(q);
		return;
	}
	problem = rt_display_problem(q->a, req_field(q, "name"), &display);
	if (problem) {
		refuse_display(q, 422, problem);
		return;
	}
	err = rt_set_display_name(q->rt, q->a, &q->me, display, &problem);
	if (err == RT_TAKEN)
		refuse_display(q, 422, problem);
	else if (err == RT_LIMITED)
		refuse_display(q, 429, page_too_many_changes(q));
	else if (req_ok(q, err))
		page_done(q, "/account", DONE_RENAMED);
}

/* ---- sessions ---------------------------------------------------------- */

static void end_own_session(struct req *q, enum rt_err err)
{
	if (!req_ok(q, err))
		return;
	page_cookie(q, NULL);
	page_redirect(q, "/");
}

static void end_session(struct req *q)
{
	const char *id = req_field(q, "end");

	if (strcmp(id, "all") == 0)
		end_own_session(q,
				rt_sign_out_everywhere(q->rt, q->a, &q->me));
	else if (strcmp(id, rt_session_id(q->a, &q->me)) == 0)
		end_own_session(q, rt_sign_out(q->rt, q->a, &q->me));
	else if (strlen(id) != ID_LEN || strspn(id, ID_DIGITS) != ID_LEN)
		page_error(q, 400);
	else if (req_ok(q, rt_session_end(q->rt, q->a, &q->me, id)))
		page_redirect(q, "/account#devices");
}

/* ---- a new password ---------------------------------------------------- */

/* Returns true after showing the form again, with everything that is wrong. */
static bool is_typed_wrong(struct req *q)
{
	bool none = !*req_field(q, "old"), bad;
	bool differ = !rt_passwords_match(q->a, req_field(q, "password"),
					  req_field(q, "password2"));
	struct tpl *fields, *t;

	if (!none && !differ)
		return false;
	t = begin_account(q, &fields);
	bad = view_problem(t, false, "BAD_OLD",
			   none ? _("Enter your current password.") : NULL);
	view_problem(fields, bad, "BAD_PASSWORD2",
		     differ ? _("The passwords don't match.") : NULL);
	page_end(q, 422);
	return true;
}

static void refuse_password(struct req *q, const char *problem)
{
	struct tpl *fields, *t = begin_account(q, &fields);

	if (problem)
		view_problem(fields, false, "BAD_PASSWORD", problem);
	else
		view_problem(t, false, "BAD_OLD", _("Wrong password."));
	page_end(q, 422);
}

static void choose_password(struct req *q)
{
	struct rt_password_change r = { .old = req_field(q, "old"),
					.password = req_field(q, "password") };
	struct tpl *fields;
	enum rt_err err;

	if (is_typed_wrong(q))
		return;
	rt_device(q->rt, req_device(q));
	/* The old one is checked, and the new one hashed. */
	err = req_is_overload(q, rt_hashes(q->a, r.old) + 1)
		      ? RT_LATE
		      : rt_change_password(q->rt, q->a, &r, &q->me);
	log_refused_sign_in(q, q->me.name, err);
	if (err == RT_DENIED) {
		refuse_password(q, r.problem);
	} else if (err == RT_LATE) {
		page_overload(q, begin_account(q, &fields));
	} else if (err == RT_LIMITED) {
		page_limited(q, begin_account(q, &fields));
	} else if (req_ok(q, err)) {
		log_act(q, "%s set a new password", log_name(q, q->me.name));
		page_cookie(q, q->me.secret);
		page_done(q, "/account", DONE_PASSWORD);
	}
}

/* ---- addresses --------------------------------------------------------- */

static const struct {
	const char *path;
	void (*change)(struct req *q);
} forms[] = {
	{ "/account/name", choose_display },
	{ "/account/password", choose_password },
	{ "/account/sessions", end_session },
};

void page(struct req *q)
{
	void (*change)(struct req * q) = NULL;

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (strcmp(q->path, forms[i].path) == 0)
			change = forms[i].change;
	if (!req_require(q, change ? NULL : "/account",
			 change ? "GET, HEAD, POST" : "GET, HEAD") ||
	    !req_require_account(q))
		return;
	if (!change)
		show_account(q);
	else if (q->is_post)
		change(q);
	else
		page_redirect(q, "/account");
}
