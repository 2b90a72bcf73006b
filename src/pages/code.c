/*
 * GET /account/code
 *                  whether two-step sign-in is on, and the form to set it up or
 *                  to change it.
 * POST /account/code
 *                  does one of these:
 *   password       shows a new secret, as a QR code and as text (200)
 *   code           switches two-step sign-in on with the first code from that
 *                  secret, and shows ten spare codes (200)
 *   spare, password, code
 *                  shows new spare codes, which replace the old ones (200)
 *   off, password, code
 *                  switches it off, and redirects to /account (303)
 *   csrf           see rt_csrf()
 *
 * In the last two cases `code` may be a spare code.  Secret and spare codes are
 * never shown again: after a wrong code the form comes back without them.
 *
 * After a wrong password or code the form comes back with the reason (422).
 * Both are counted as at the sign-in, and after too many of them, or while too
 * many people sign in, the form says when to try again (429).  While PHP Retwis
 * uses the same database, nobody can switch it on (409).
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/view_qr.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "code.tpl", "code_field.tpl", "stale.tpl", NULL,
};

#define GROUP 4 /* letters of the secret */

static struct tpl *begin_code(struct req *q)
{
	return page_begin(q, "code.tpl", _("Two-step sign-in"));
}

static void refuse_unavailable(struct req *q)
{
	tpl_section(begin_code(q), "UNAVAILABLE");
	page_end(q, 409);
}

/* ---- setting it up ----------------------------------------------------- */

/* Returns the form to begin, for BAD_... sections. */
static struct tpl *begin_setup(struct req *q, const void *nothing)
{
	struct tpl *t = tpl_section(begin_code(q), "OFF");

	(void)nothing;
	page_password(q);
	return t;
}

/* "ABCDEFGH" as "ABCD EFGH", which is easier to type. */
static const char *secret_in_groups(struct arena *a, const char *secret)
{
	size_t len = strlen(secret);
	char *text = arena_alloc(a, len + len / GROUP + 1), *to = text;

	for (size_t i = 0; i < len; i++) {
		if (i > 0 && i % GROUP == 0)
			*to++ = ' ';
		*to++ = secret[i];
	}
	*to = '\0';
	return text;
}

/* What an app reads from the QR code: Google's "Key Uri Format". */
static const char *secret_address(struct req *q, const char *secret)
{
	const char *site = url_encode(q->a, q->conf->name);

	return arena_printf(q->a, "otpauth://totp/%s:%s?secret=%s&issuer=%s",
			    site, url_encode(q->a, q->me.name), secret, site);
}

/* Returns the field for the code. */
static struct tpl *show_confirmation(struct tpl *t, struct tpl **form)
{
	*form = tpl_section(t, "CONFIRM");
	return view_code_field(*form, false);
}

static void show_secret(struct req *q, const char *secret)
{
	struct tpl *t = begin_code(q), *shown = tpl_section(t, "SECRET");
	struct tpl *form;

	tpl_set(shown, "SECRET", secret_in_groups(q->a, secret));
	view_qr(q->a, shown, secret_address(q, secret));
	show_confirmation(t, &form);
	page_end(q, 200);
}

static void set_up(struct req *q)
{
	const char *secret = "";
	enum rt_err err;

	if (!req_is_proven(q, begin_setup, NULL))
		return;
	err = rt_two_step_begin(q->rt, q->a, q->me.id, &secret);
	if (err == RT_TAKEN)
		page_redirect(q, "/account/code");
	else if (req_ok(q, err))
		show_secret(q, secret);
}

/* ---- switching it on --------------------------------------------------- */

static void show_spare_codes(struct req *q, const struct rt_spare_codes *codes,
			     bool is_new)
{
	struct tpl *t = tpl_section(begin_code(q), "SPARE");

	if (is_new)
		tpl_section(t, "NOW_ON");
	for (size_t i = 0; i < RT_SPARE_CODES; i++)
		tpl_set(tpl_section(t, "EACH"), "CODE", codes->v[i]);
	page_end(q, 200);
}

static void refuse_confirmation(struct req *q, const char *why)
{
	struct tpl *form;

	view_problem(show_confirmation(begin_code(q), &form), false,
		     "BAD_CODE", why);
	page_end(q, 422);
}

static void limit_confirmation(struct req *q)
{
	struct tpl *form;

	show_confirmation(begin_code(q), &form);
	page_limited(q, form);
}

/* No secret waits for a code, perhaps because this form is from last night. */
static void refuse_late(struct req *q)
{
	struct tpl *t = tpl_section(begin_setup(q, NULL), "LATE");

	tpl_set(t, "MESSAGE",
		_("That took too long. Remove the entry from your app, and set "
		  "it up again."));
	page_end(q, 422);
}

static void switch_on(struct req *q)
{
	const char *code = req_field(q, "code");
	const char *problem = rt_code_problem(q->a, code);
	struct rt_spare_codes codes;
	enum rt_err err;

	if (problem) {
		refuse_confirmation(q, problem);
		return;
	}
	err = rt_two_step_on(q->rt, q->a, q->me.id, code, &codes);
	if (err == RT_DENIED) {
		refuse_confirmation(q,
				    _("Wrong code. Is the clock of your phone "
				      "right?"));
	} else if (err == RT_LIMITED) {
		limit_confirmation(q);
	} else if (err == RT_NOT_FOUND) {
		refuse_late(q);
	} else if (err == RT_TAKEN) {
		page_redirect(q, "/account/code");
	} else if (req_ok(q, err)) {
		log_act(q, "%s switched two-step sign-in on",
			log_name(q, q->me.name));
		show_spare_codes(q, &codes, true);
	}
}

/* ---- when it is on ----------------------------------------------------- */

struct manage {
	struct tpl *form, *code; /* for BAD_... sections */
};

static struct manage begin_manage(struct req *q, unsigned spare)
{
	struct manage m = { .form = tpl_section(begin_code(q), "ON") };

	page_password(q);
	m.code = view_code_field(m.form, true);
	if (!view_count(m.form, "LEFT", spare))
		tpl_section(m.form, "NONE_LEFT");
	return m;
}

static struct tpl *begin_manage_form(struct req *q, const void *spare)
{
	return begin_manage(q, *(const unsigned *)spare).form;
}

static void refuse_manage(struct req *q, unsigned spare,
			  const char *bad_password, const char *bad_code)
{
	struct manage m = begin_manage(q, spare);
	bool bad = view_problem(m.form, false, "BAD_PASSWORD", bad_password);

	view_problem(m.code, bad, "BAD_CODE", bad_code);
	page_end(q, 422);
}

/* Returns false if it has answered. */
static bool is_both_proven(struct req *q, unsigned spare)
{
	const char *code = req_field(q, "code");
	const char *no_password =
		*req_field(q, "password") ? NULL : _("Enter your password.");
	const char *no_code = rt_code_problem(q->a, code);
	enum rt_err err;

	if (no_password || no_code) {
		refuse_manage(q, spare, no_password, no_code);
		return false;
	}
	if (!req_is_proven(q, begin_manage_form, &spare))
		return false;
	err = rt_prove_code(q->rt, q->a, q->me.id, code);
	log_refused_code(q, q->me.name, err);
	if (err == RT_DENIED)
		refuse_manage(q, spare, NULL, _("Wrong code."));
	else if (err == RT_LIMITED)
		page_limited(q, begin_manage(q, spare).form);
	else
		return req_ok(q, err);
	return false;
}

static void renew_spare_codes(struct req *q)
{
	struct rt_spare_codes codes;

	if (!req_ok(q, rt_renew_spare_codes(q->rt, q->a, q->me.id, &codes)))
		return;
	log_act(q, "%s made new spare codes", log_name(q, q->me.name));
	show_spare_codes(q, &codes, false);
}

static void switch_off(struct req *q)
{
	if (!req_ok(q, rt_two_step_off(q->rt, q->a, q->me.id)))
		return;
	log_act(q, "%s switched two-step sign-in off",
		log_name(q, q->me.name));
	page_done(q, "/account", DONE_CODE_OFF);
}

static void manage(struct req *q, const struct rt_two_step *state)
{
	if (!state->is_on)
		page_redirect(q, "/account/code");
	else if (!is_both_proven(q, state->spare))
		return;
	else if (*req_field(q, "off"))
		switch_off(q);
	else
		renew_spare_codes(q);
}

static void show_state(struct req *q, const struct rt_two_step *state)
{
	if (state->is_on)
		begin_manage(q, state->spare);
	else
		begin_setup(q, NULL);
	page_end(q, 200);
}

void page(struct req *q)
{
	bool manages, confirms;
	struct rt_two_step state;

	q->caching = "no-store";
	if (!req_require(q, "/account/code", "GET, HEAD, POST") ||
	    !req_require_account(q))
		return;
	manages = *req_field(q, "off") || *req_field(q, "spare");
	confirms = form_get(&q->form, "code") && !manages;
	if (rt_share_sessions(q->rt))
		refuse_unavailable(q);
	else if (q->is_post && confirms)
		switch_on(q);
	else if (q->is_post && !manages)
		set_up(q);
	else if (!req_ok(q, rt_two_step(q->rt, q->a, q->me.id, &state)))
		return;
	else if (manages)
		manage(q, &state);
	else
		show_state(q, &state);
}
