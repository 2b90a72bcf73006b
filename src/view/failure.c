#include "view/failure.h"

#include <string.h>

#include "base/message.h"
#include "base/numerals.h"
#include "base/prefix.h"
#include "http/answer.h"
#include "http/headers.h"
#include "view/frame.h"
#include "view/view_attached.h"
#include "view/view_body.h"
#include "view/view_edit.h"
#include "view/view_form.h"
#include "view/view_picture_form.h"

/* ---- when to try again ------------------------------------------------- */

#define MINUTE 60
#define HOUR   3600

const char *view_wait(struct arena *a, uint64_t seconds)
{
	uint64_t unit = seconds >= 2 * HOUR     ? HOUR
			: seconds >= 2 * MINUTE ? MINUTE
						: 1;
	uint64_t n = (seconds + unit - 1) / unit;
	const char *text =
		unit == HOUR ? message_plural("{n} hour", "{n} hours", n)
		: unit == MINUTE
			? message_plural("{n} minute", "{n} minutes", n)
			: message_plural("{n} second", "{n} seconds", n);

	return message_fill(a, text, "n", number_text(a, n));
}

const char *page_wait(struct req *q)
{
	/* Translators: {time} is "3 seconds", "5 minutes" or "2 hours". */
	return message_fill(q->a, _("Try again in {time}."), "time",
			    view_wait(q->a, rt_retry_after(q->rt)));
}

const char *page_too_many_changes(struct req *q)
{
	return arena_printf(q->a, "%s %s",
			    _("Too many changes in a short time."),
			    page_wait(q));
}

void page_retry(struct req *q, int status)
{
	if (status == 429)
		page_header(q, "Retry-After: %llu",
			    (unsigned long long)rt_retry_after(q->rt));
	if (status == 503)
		page_header(q, "Retry-After: 2");
}

void page_limited_or(struct req *q, struct tpl *form, const char *advice)
{
	bool is_long = rt_retry_after(q->rt) >= 2 * HOUR;

	view_problem(form, false, "BAD_FORM",
		     arena_printf(q->a, "%s %s%s%s",
				  _("Too many attempts in a short time."),
				  page_wait(q), is_long && *advice ? " " : "",
				  is_long ? advice : ""));
	page_retry(q, 429);
	page_end(q, 429);
}

void page_limited(struct req *q, struct tpl *form)
{
	page_limited_or(q, form, "");
}

/* ---- drafts: why they come back ---------------------------------------- */

/* The message above a form that comes back, and above the sign-in form. */
static const struct draft_note {
	int status;
	const char *form, *sign_in;
} draft_notes[] = {
	{ 200,
	  N_("You're signed in again. Your text is still here but hasn't been "
	     "saved: send it now."),
	  NULL },
	{ 401, NULL,
	  N_("Your session has ended. Sign in again: you won't lose your "
	     "text.") },
	{ 403,
	  N_("You've signed out or in since this form was loaded. Your text is "
	     "still here but hasn't been saved: send it again."),
	  NULL },
	{ 429,
	  N_("Your text is still here but hasn't been saved. You've posted "
	     "very often in a short time."),
	  NULL },
	{ 500,
	  N_("Your text is still here but hasn't been saved. Something went "
	     "wrong on our side: try again later."),
	  N_("Something went wrong on our side. You won't lose your text: try "
	     "again later.") },
	{ 503,
	  N_("Your text is still here but hasn't been saved. The database "
	     "can't answer or save anything right now: send it again in a "
	     "moment."),
	  N_("The database can't answer or save anything right now. You won't "
	     "lose your text: sign in again in a moment.") },
};

/* Sending it again does no harm, since its nonce makes it the same post. */
static const char unreplicated_note[] =
	N_("Your text is saved, but so far on only one of our servers instead "
	   "of two. Send it again in a moment: it will only appear once.");

static const char unsaved_note[] = N_(
	"Your text is still here but hasn't been saved. This site can't "
	"save anything new right now: keep a copy of your text, and send it "
	"again later.");

static const struct draft_note *find_draft_note(int status)
{
	for (size_t i = 0; i < sizeof draft_notes / sizeof *draft_notes; i++)
		if (draft_notes[i].status == status)
			return &draft_notes[i];
	return NULL;
}

/*
 * Of a post nothing else may have been typed than the answers of its question,
 * or a place.
 */
bool draft_is_sent(const struct req *q)
{
	return *req_field(q, "status") || *req_field(q, "bio") ||
	       (form_get(&q->form, "status") && attached_is_typed(q));
}

/* What was typed into a field, without what must not be shown. */
static const char *typed_text(const struct req *q, const char *field)
{
	return rt_text_clean(q->a, req_field(q, field));
}

/* ---- drafts: next to the sign-in form ---------------------------------- */

static void carry_value(struct tpl *draft, const char *field,
			const char *value)
{
	struct tpl *hidden;

	if (!*value)
		return;
	hidden = tpl_section(draft, "HIDDEN");
	tpl_set(hidden, "NAME", field);
	tpl_set(hidden, "VALUE", value);
}

static void carry_field(struct req *q, struct tpl *draft, const char *field)
{
	carry_value(draft, field, typed_text(q, field));
}

/* The form may have sent several of these: here they become one. */
static void carry_kept(struct req *q, struct tpl *draft)
{
	carry_value(draft, "kept",
		    rt_text_clean(q->a, pictures_sent_before(q)));
}

/* Answers are shown: text browsers lose the line breaks of hidden fields. */
static void carry_attached(struct req *q, struct tpl *draft)
{
	const char *field;

	for (size_t i = 0; (field = attached_field(i)); i++)
		if (strcmp(field, "answers") != 0)
			carry_field(q, draft, field);
	if (*req_field(q, "answers"))
		tpl_set(tpl_section(draft, "ANSWERS"), "TEXT",
			typed_text(q, "answers"));
}

/* Returns whether there is a text that waits for the sign-in. */
static bool carry_draft(struct req *q, struct tpl *form)
{
	static const char *const others[] = {
		"reply_to", "nonce", "at",   "id",   "scheduled",
		"version",  "alt1",  "alt2", "alt3", "alt4",
		"out1",     "out2",  "out3", "out4", NULL
	};
	const char *field = *req_field(q, "bio") && !*req_field(q, "status")
				    ? "bio"
				    : "status";
	struct tpl *draft;

	if (!draft_is_sent(q))
		return false;
	draft = tpl_include(form, "KEPT", "login_kept.tpl");
	tpl_set(draft, "FIELD", field);
	tpl_set(draft, "TEXT", typed_text(q, field));
	for (const char *const *other = others; *other; other++)
		carry_field(q, draft, *other);
	carry_attached(q, draft);
	carry_kept(q, draft);
	if (strcmp(field, "bio") == 0)
		carry_field(q, draft, "name");
	return true;
}

struct tpl *page_sign_in(struct req *q)
{
	struct tpl *t = page_begin(q, "login.tpl",
				   message_in("heading", "Sign in")),
		   *form;

	form = view_login_form(t, req_field(q, "username"));
	page_password(q);
	if (!carry_draft(q, form))
		tpl_section(t, "NOTHING_KEPT");
	return form;
}

struct tpl *page_sign_in_code(struct req *q, struct tpl **field)
{
	struct tpl *t = page_begin(q, "login_code.tpl", _("Enter your code"));

	*field = view_code_field(t, true);
	carry_draft(q, t);
	return t;
}

/* ---- drafts: in their own form ----------------------------------------- */

/*
 * It is hard to continue a reply without seeing the post that it answers.  If
 * that can't be read, the form is shown without it.
 */
static void show_draft_parent(struct req *q, struct tpl *t, uint64_t id)
{
	struct rt_post post;
	struct tpl *parent;

	if (!id || !req_may_read(q) || rt_post_read(q->rt, q->a, id, &post) ||
	    !post.id)
		return;
	parent = tpl_section(t, "PARENT");
	tpl_set(parent, "NAME", post.name);
	view_body(q->a, parent, &post);
}

void page_draft(struct req *q, uint64_t reply_to,
		const struct post_problems *bad)
{
	const char *heading = q->is_unreplicated ? _("Not safely saved yet")
						 : _("Not posted yet");
	struct tpl *t = page_begin(q, "refused.tpl", heading);

	tpl_set(t, "HEADING", heading);
	view_post_draft(q, t, reply_to, bad);
	show_draft_parent(q, t, reply_to);
}

struct tpl *page_bio(struct req *q, const struct bio_form *f)
{
	struct tpl *t = page_begin(q, "bio.tpl", _("Edit profile")), *name;
	bool bad = false;

	if (f->name) {
		name = tpl_section(t, "NAME");
		tpl_set(name, "TYPED", f->name);
		tpl_set_number(name, "DISPLAY_MAX", RT_DISPLAY_MAX);
		bad = view_problem(name, false, "BAD_NAME", f->bad_name);
	}
	tpl_set(t, "BIO", f->bio);
	tpl_set_number(t, "BIO_MAX", RT_BIO_MAX);
	view_problem(t, bad, "BAD_BIO", f->bad_bio);
	return t;
}

static void show_draft_bio(struct req *q)
{
	struct bio_form f = { .bio = typed_text(q, "bio") };

	if (form_get(&q->form, "name"))
		f.name = typed_text(q, "name");
	page_bio(q, &f);
}

static void show_draft_form(struct req *q)
{
	const struct rt_user stranger = { .secret = q->secret };
	uint64_t reply_to = 0;

	form_number(req_field(q, "reply_to"), &reply_to);
	if (edit_form_is_sent(q)) {
		const struct edit_form f = edit_form_sent(q);

		page_edit(q, &f);
	} else if (*req_field(q, "bio") && !*req_field(q, "status"))
		show_draft_bio(q);
	else
		page_draft(q, reply_to, NULL);
	if (!q->me.id)
		tpl_global(q->root, "CSRF", rt_csrf(q->a, &stranger));
}

/*
 * Whether sending the form again can help: the visitor has a session, or may
 * have one that can't be checked while Redis is down.  Otherwise the visitor
 * has to sign in first.
 */
static bool may_send(const struct req *q)
{
	return q->me.id ||
	       (!q->known && q->secret && strcmp(q->path, "/login") != 0);
}

bool page_return_draft(struct req *q, int status)
{
	const struct draft_note *note = find_draft_note(status);
	bool sends = may_send(q);
	const char *text;

	if (!note || !draft_is_sent(q))
		return false;
	if (sends)
		show_draft_form(q);
	else
		page_sign_in(q);
	text = _(q->is_unreplicated                        ? unreplicated_note
		 : q->is_unsaved && sends && status == 503 ? unsaved_note
		 : sends                                   ? note->form
							   : note->sign_in);
	if (status == 429)
		text = arena_printf(q->a, "%s %s", text, page_wait(q));
	if (pictures_are_lost(q, sends))
		text = arena_printf(q->a, "%s %s", text,
				    _("The pictures were not kept: choose "
				      "them again."));
	tpl_global(q->root, "NOTE", text);
	if (status == 401)
		page_header(q, "WWW-Authenticate: Form");
	page_retry(q, status);
	page_end(q, status);
	q->is_let_in = true;
	return true;
}

/* ---- error pages ------------------------------------------------------- */

static const struct failure {
	int status;
	const char *heading, *message;
} failures[] = {
	{ 400, N_("We don't understand that"),
	  N_("Something in the address or the form is broken or appears twice.") },
	{ 403, N_("That form has expired"),
	  N_("Nothing was changed. Go back, reload the page and try again.") },
	{ 404, N_("Page not found"),
	  N_("The member or post may be gone, or there's a typo in the address.") },
	{ 405, N_("That doesn't work here"),
	  N_("This address can't do what your browser or program asked for.") },
	{ 409, N_("This site needs a host"),
	  N_("There's no other host. Make another member a host first.") },
	{ 410, N_("This link no longer works"),
	  N_("It has been used or withdrawn, it has expired, or a part of it is "
	     "missing. Ask the person who gave it to you for a new one.") },
	{ 411, N_("Length required"),
	  N_("The form was sent without its length, so it wasn't read.") },
	{ 413, N_("That's too long"),
	  N_("A form can have up to 64 kilobytes. Nothing was saved.") },
	{ 415, N_("That isn't a form"),
	  N_("Only what a form on this site sends is accepted here.") },
	{ 429, N_("One moment, please"),
	  N_("You've done that very often in a short time. Nothing was changed.") },
	{ 503, N_("Back in a moment"),
	  N_("The database can't answer or save anything right now. Nothing that "
	     "was saved is lost. Go back and try again in a moment.") },
	/* The last one is for every status that isn't in this list. */
	{ 500, N_("Something went wrong on our side"),
	  N_("The hosts of this site can find the reason in its log.") },
};

/* The form was carried out, but if the master dies now, that is lost. */
static const struct failure unreplicated = {
	503, N_("Not safely saved yet"),
	N_("It's saved, but so far on only one of our servers instead of two. "
	   "Check in a moment whether it's there. If it isn't, do it again.")
};

/* It may take the hosts hours to find a larger disk. */
static const struct failure unsaved = {
	503, N_("Nothing can be saved right now"),
	N_("You can still read, but not write or sign in: this site can't save "
	   "anything until its hosts have solved a problem with the database. "
	   "Nothing that was saved is lost. Try again later.")
};

static const struct failure *find_failure(const struct req *q, int status)
{
	const struct failure *f = failures;

	if (q->is_unreplicated)
		return &unreplicated;
	if (q->is_unsaved && status == 503)
		return &unsaved;
	while (f->status != status && f->status != 500)
		f++;
	return f;
}

/*
 * A member who has mistyped an address still needs the links to everything
 * else.  If the database can't say who it is, the page does without them.
 */
static void find_visitor(struct req *q)
{
	struct rt_user me;

	if (q->known || !q->secret || rt_session(q->rt, q->a, q->secret, &me))
		return;
	q->me = me;
	q->known = true;
}

void page_refuse(struct req *q, int status, const char *heading,
		 const char *message)
{
	struct tpl *t = page_begin(q, "error.tpl", heading);

	tpl_set_int(t, "STATUS", status);
	tpl_set(t, "HEADING", heading);
	tpl_set(t, "MESSAGE", message);
	if (status == 429)
		tpl_set(tpl_section(t, "WAITING"), "WAIT", page_wait(q));
	page_retry(q, status);
	page_end(q, status);
}

void page_error(struct req *q, int status)
{
	const struct failure *f = find_failure(q, status);

	if (status == 404)
		find_visitor(q);
	page_refuse(q, f->status, _(f->heading), _(f->message));
}

void page_blocked(struct req *q)
{
	uint64_t reply_to = 0;

	form_number(req_field(q, "reply_to"), &reply_to);
	if (!*req_field(q, "status")) {
		page_refuse(q, 403, _("You can't do this here"),
			    _("Nothing was changed."));
		return;
	}
	page_draft(q, reply_to, NULL);
	tpl_global(q->root, "NOTE", _("You can't do this here."));
	page_end(q, 403);
}

/* All but the one that says on the next page that everything is done. */
static void failure_keep_cookies(struct req *q)
{
	size_t n = 0;

	for (size_t i = 0; i < q->headers && i < REQ_HEADERS_MAX; i++)
		if (text_after(q->header[i], "Set-Cookie:") &&
		    !text_after(q->header[i], "Set-Cookie: " COOKIE_DONE "="))
			q->header[n++] = q->header[i];
	q->headers = n;
}

void page_unreplicated(struct req *q)
{
	failure_keep_cookies(q);
	q->is_unreplicated = true;
	q->live = NULL;
	if (!page_return_draft(q, 503))
		page_error(q, 503);
}
