/*
 * GET /edit        the form in which members correct one of their own posts.
 *   id             which post; or
 *   scheduled      which scheduled post, as its token; or
 *   date           the post whose date to change; or
 *   cancel         the post whose date to cancel: asks whether to do so
 *
 * POST /edit       stores the new text, and redirects to the post, or to
 *                  /scheduled (303).
 *   id, scheduled  as above
 *   version        from the form: to which text the correction belongs
 *   status         the text, as for POST /post
 *   kept           the tokens of the pictures in the form, with blanks between
 *   alt1 to alt4   what each of them shows, in that order
 *   out1 to out4   1: the picture is taken out of the post
 *   at             of a scheduled post: when to publish it, before its question
 *                  or its announcement ends and its date begins
 *   csrf           see rt_csrf()
 *
 * POST /edit       without a text: stores the new date of a post, and redirects
 *                  to the post (303).
 *   id             as above
 *   version        from the form: to which date the change belongs
 *   date, from, to when, as for POST /post
 *   place          where
 *
 * A text that is refused comes back in the form, with the reason (422).  If
 * the post has another version by now, the form comes back with both texts
 * (409).  Somebody else's post, and one that is too old to be corrected, is a
 * 403, and what is gone is a 404; the text is shown then, too.  A date that is
 * refused comes back in the same way; its author and hosts may change it until
 * it begins.
 */
#include "base/message.h"
#include "base/numerals.h"
#include "view/page.h"
#include "view/view_attached.h"
#include "view/view_edit.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, DRAFT_TEMPLATES,    DATE_FORM_TEMPLATES,
	POST_TEMPLATES,  ATTACHED_TEMPLATES, "unsaved.tpl",
	"stale.tpl",     "cancel_date.tpl",  NULL,
};

/* ---- what can't be corrected ------------------------------------------- */

/* The page with that reason, and with the text that was sent, if any. */
static void refuse_edit(struct req *q, int status, const char *back,
			const char *heading, const char *message)
{
	const char *id = req_given(q, "id");
	struct tpl *t = page_begin(q, "unsaved.tpl", heading);

	tpl_set(t, "HEADING", heading);
	tpl_set(t, "MESSAGE", message);
	if (*req_field(q, "status"))
		tpl_set(tpl_section(t, "TYPED"), "STATUS",
			rt_text_clean(q->a, req_field(q, "status")));
	tpl_set(tpl_section(t, back), "ID", id ? id : "");
	page_end(q, status);
}

static void refuse_late_edit(struct req *q)
{
	unsigned n = q->conf->edit_minutes;

	if (n)
		refuse_edit(
			q, 403, "PUBLISHED",
			_("It's too late to change this post"),
			message_fill(
				q->a,
				message_plural(
					"A post can be changed for {n} "
					"minute after it was written. You "
					"can still delete it.",
					"A post can be changed for {n} "
					"minutes after it was written. You "
					"can still delete it.",
					n),
				"n", number_text(q->a, n)));
	else
		refuse_edit(
			q, 403, "PUBLISHED", _("Posts can't be changed here"),
			_("You can delete a post, and write another one."));
}

/* Returns whether there was no error. */
static bool edit_is_ok(struct req *q, enum rt_err err)
{
	if (err == RT_DENIED)
		refuse_edit(
			q, 403, "GONE", _("That isn't your post"),
			_("Only the member who wrote a post can change it."));
	else if (err == RT_LATE)
		refuse_late_edit(q);
	else if (err == RT_ANSWERED)
		refuse_edit(
			q, 403, "PUBLISHED",
			_("Somebody has answered this question"),
			_("It stays as it is, so that everybody answers the "
			  "same question. You can still delete the post."));
	else if (err == RT_NOT_FOUND && q->is_post)
		refuse_edit(q, 404, "GONE", _("This post is gone"),
			    _("It has been deleted in the meantime."));
	else
		return req_ok(q, err);
	return false;
}

/* ---- a post ------------------------------------------------------------ */

static void show_edit(struct req *q, const struct rt_editable *post,
		      int status, struct edit_form *f)
{
	edit_form_set_pictures(q, f, post->picture, post->pictures);
	f->is_answered = post->is_answered;
	f->id = arena_printf(q->a, "%llu", (unsigned long long)post->id);
	f->version = post->version;
	f->until = post->until;
	page_edit(q, f);
	page_end(q, status);
}

static void ask_for_text(struct req *q, const char *which)
{
	struct edit_form f = { 0 };
	struct rt_editable post;
	uint64_t id;

	if (!form_number(which, &id)) {
		page_error(q, 404);
		return;
	}
	if (!edit_is_ok(q, rt_edit_begin(q->rt, q->a, &q->me, id, &post)))
		return;
	f.text = post.body;
	show_edit(q, &post, 200, &f);
}

/*
 * The form now has the version that the post has, so sending it once more
 * replaces that one.
 */
static void show_both_texts(struct req *q, uint64_t id)
{
	struct edit_form f = edit_form_sent(q);
	struct rt_editable post;

	if (!edit_is_ok(q, rt_edit_begin(q->rt, q->a, &q->me, id, &post)))
		return;
	f.present = post.body;
	f.present_picture = post.picture;
	f.present_pictures = post.pictures;
	show_edit(q, &post, 409, &f);
}

static void correct_post(struct req *q, struct rt_edit *edit)
{
	struct rt_post post = { .name = q->me.name };
	enum rt_err err = RT_NOT_FOUND;

	if (form_number(req_field(q, "id"), &edit->id))
		err = rt_edit(q->rt, q->a, &q->me, edit);
	post.id = edit->id;
	if (err == RT_TAKEN)
		show_both_texts(q, edit->id);
	else if (edit_is_ok(q, err))
		page_done(q, view_post_path(q->a, &post), DONE_EDITED);
}

/* ---- a scheduled post -------------------------------------------------- */

/* Returns NULL after an answer. */
static const struct rt_scheduled *find_scheduled(struct req *q,
						 const char *token)
{
	const struct rt_scheduled *post;
	struct rt_schedule s;

	if (!req_ok(q, rt_schedule_list(q->rt, q->a, q->me.id, &s)))
		return NULL;
	post = rt_schedule_find(&s, token);
	if (!post)
		refuse_edit(q, 404, "SCHEDULED",
			    _("This post is no longer scheduled"),
			    _("It has been published or cancelled."));
	return post;
}

static void show_draft(struct req *q, const struct rt_scheduled *post,
		       int status, struct edit_form *f)
{
	edit_form_set_pictures(q, f, post->attached.picture,
			       post->attached.pictures);
	f->token = post->token;
	f->version = post->version;
	f->attached = &post->attached;
	page_edit(q, f);
	page_end(q, status);
}

static void ask_for_draft(struct req *q, const char *token)
{
	const struct rt_scheduled *post = find_scheduled(q, token);
	struct edit_form f = { 0 };

	if (!post)
		return;
	f.text = post->body;
	f.at = when_typed(q->a, post->at);
	show_draft(q, post, 200, &f);
}

static void show_both_drafts(struct req *q, const char *token)
{
	const struct rt_scheduled *post = find_scheduled(q, token);
	struct edit_form f = edit_form_sent(q);

	if (!post)
		return;
	f.present = post->body;
	f.present_picture = post->attached.picture;
	f.present_pictures = post->attached.pictures;
	show_draft(q, post, 409, &f);
}

/* What it has besides its text stays as it is. */
static void refuse_late_time(struct req *q, const char *token)
{
	const struct rt_scheduled *post = find_scheduled(q, token);
	struct edit_form f = edit_form_sent(q);

	if (!post)
		return;
	f.attached = &post->attached;
	f.bad_at = attached_deadline_problem(q, &post->attached);
	page_edit(q, &f);
	page_end(q, 422);
}

static void correct_draft(struct req *q, const struct rt_edit *correction,
			  time_t at)
{
	const char *token = req_field(q, "scheduled");
	const struct rt_schedule_edit edit = {
		.token = token,
		.version = correction->version,
		.body = correction->body,
		.at = at,
		.change = correction->change,
		.changes = correction->changes,
	};
	enum rt_err err = rt_schedule_edit(q->rt, q->a, &q->me, &edit);

	if (err == RT_LATE)
		refuse_edit(q, 409, "SCHEDULED",
			    _("It's too late to change this post"),
			    _("It's being published right now."));
	else if (err == RT_DENIED)
		refuse_late_time(q, token);
	else if (err == RT_TAKEN || err == RT_NOT_FOUND)
		show_both_drafts(q, token);
	else if (req_ok(q, err))
		page_done(q, "/scheduled", DONE_RESCHEDULED);
}

/* ---- a date ------------------------------------------------------------ */

/* The post in this field, if its date may be changed; false after an answer. */
static bool find_dated(struct req *q, const char *which, struct rt_post *post)
{
	uint64_t id;

	if (!form_number(which, &id)) {
		page_error(q, 404);
		return false;
	}
	if (!req_ok(q, rt_post_read(q->rt, q->a, id, post)))
		return false;
	if (post->id != id || !post->attached.date)
		page_error(q, 404);
	else if (!rt_may_change_date(&q->me, post))
		page_refuse_date(q, q->me.id == post->user_id ||
						    q->me.standing == RT_HOST
					    ? RT_LATE
					    : RT_DENIED);
	else
		return true;
	return false;
}

static void ask_for_date(struct req *q, const char *which)
{
	struct date_form f;
	struct rt_post post;

	if (!find_dated(q, which, &post))
		return;
	f = date_form_of(q, &post);
	page_edit_date(q, &f);
	page_end(q, 200);
}

static void ask_cancellation(struct req *q, const char *which)
{
	struct rt_post post;
	struct tpl *t;

	if (!find_dated(q, which, &post))
		return;
	q->without_buttons = true;
	t = page_begin(q, "cancel_date.tpl", _("Cancel this date?"));
	tpl_set(t, "ID", which);
	tpl_set(t, "BACK", view_post_path(q->a, &post));
	view_post(q, t, "POST", &post);
	page_end(q, 200);
}

/* The form now has the version that the date has, as for a text. */
static void show_both_dates(struct req *q, struct date_form *f)
{
	struct rt_post post;

	if (!find_dated(q, f->id, &post))
		return;
	f->version = date_form_of(q, &post).version;
	f->present = view_date_text(q->a, post.attached.date);
	page_edit_date(q, f);
	page_end(q, 409);
}

static void give_back_date(struct req *q, struct date_form *f, int status,
			   const char *problem)
{
	f->bad_date = problem;
	page_edit_date(q, f);
	page_retry(q, status);
	page_end(q, status);
}

/* A host is led to the post, too: its page corrects the name in an address. */
static void store_date(struct req *q, struct date_form *f,
		       const struct rt_date_change *change)
{
	enum rt_err err = rt_date_change(q->rt, q->a, &q->me, change);
	const struct rt_post post = { .id = change->id, .name = q->me.name };

	if (err == RT_TAKEN)
		show_both_dates(q, f);
	else if (err == RT_LIMITED)
		give_back_date(q, f, 429, page_too_many_changes(q));
	else if (err == RT_DENIED || err == RT_LATE)
		page_refuse_date(q, err);
	else if (req_ok(q, err))
		page_done(q, view_post_path(q->a, &post), DONE_DATE_CHANGED);
}

static void take_date(struct req *q)
{
	const struct typed_date typed = { .day = req_field(q, "date"),
					  .from = req_field(q, "from"),
					  .to = req_field(q, "to") };
	struct date_form f = date_form_sent(q);
	struct rt_date_change change = { .id = 0 };
	const char *problem;

	if (!form_number(req_field(q, "id"), &change.id)) {
		page_error(q, 404);
		return;
	}
	form_number(req_field(q, "version"), &change.changes);
	problem = *typed.day ? date_problem(&typed, time(NULL), &change.date)
			     : _("Choose the day.");
	f.bad_place = rt_place_problem(q->a, req_field(q, "place"),
				       &change.date.place);
	if (problem || f.bad_place)
		give_back_date(q, &f, 422, problem);
	else
		store_date(q, &f, &change);
}

/* ---- which of them ----------------------------------------------------- */

static void take_edit(struct req *q)
{
	bool waits = form_get(&q->form, "scheduled") != NULL;
	struct rt_picture_change change[RT_PICTURES_MAX];
	struct edit_form f = edit_form_sent(q);
	struct rt_edit edit = { .version = req_field(q, "version"),
				.change = change,
				.changes = f.pictures };
	bool is_good = edit_form_changes(q, &f, change);
	time_t at = 0;
	char *body;

	f.bad_status = rt_text_problem(q->a, req_field(q, "status"),
				       q->conf->post_max, &body);
	if (waits)
		f.bad_at = when_problem(req_field(q, "at"), time(NULL), &at);
	if (waits && !f.bad_at && !at)
		f.bad_at = _("Choose a time.");
	if (!is_good || f.bad_status || f.bad_at) {
		page_edit(q, &f);
		page_end(q, 422);
		return;
	}
	edit.body = body;
	if (waits)
		correct_draft(q, &edit, at);
	else
		correct_post(q, &edit);
}

/* Its form has no text; that of a scheduled post may have both. */
static bool is_date_form(const struct req *q)
{
	return form_get(&q->form, "date") && !form_get(&q->form, "status");
}

static void show_edit_form(struct req *q)
{
	if (req_query(q, "scheduled"))
		ask_for_draft(q, req_query(q, "scheduled"));
	else if (req_query(q, "id"))
		ask_for_text(q, req_query(q, "id"));
	else if (req_query(q, "date"))
		ask_for_date(q, req_query(q, "date"));
	else if (req_query(q, "cancel"))
		ask_cancellation(q, req_query(q, "cancel"));
	else
		page_error(q, 404);
}

void page(struct req *q)
{
	if (!req_require(q, "/edit", "GET, HEAD, POST") ||
	    !req_require_user(q))
		return;
	if (q->is_post && is_date_form(q))
		take_date(q);
	else if (q->is_post)
		take_edit(q);
	else
		show_edit_form(q);
}
