#include "view/view_picture_form.h"

#include <string.h>

#include "base/clock.h"
#include "http/upload.h"
#include "libretwis/retwis.h"
#include "view/failure.h"
#include "view/guard.h"
#include "view/view_form.h"
#include "view/view_picture_problem.h"
#include "view/view_pictures.h"

#define MEGABYTE        ((uint64_t)1024 * 1024)
#define ALL_FILES_BYTES (60 * MEGABYTE)

#define THUMB "-400.webp"

#define GONE                                                                  \
	"A picture that you sent before is no longer here: it was kept for "  \
	"ten minutes. Choose it again."
#define NO_PLACE_LEFT                                                         \
	"A post can have up to four pictures. Untick one of the others, and " \
	"choose this one again."
#define NO_FILE                                                               \
	"Choose the picture that this describes, too, or empty this field."
#define NOT_SENT "Your browser has sent no picture, but only its name."

static const char *const alts[] = { "alt1", "alt2", "alt3", "alt4" };

const char *alt_field(size_t i)
{
	return i < RT_PICTURES_MAX ? alts[i] : NULL;
}

void accept_pictures(struct req *q)
{
	static const struct upload_rules rules = {
		.field = "pictures",
		.files_max = RT_PICTURES_MAX,
		.file_max = RT_PICTURE_BYTES,
		.total_max = ALL_FILES_BYTES,
	};

	if (rt_has_pictures(q->rt))
		q->accepts = &rules;
}

/* ---- those that were taken in before ------------------------------------ */

/* All of them with blanks between them, or "". */
static const char *pictures_sent_before(const struct req *q)
{
	const char *all = "", *tokens;

	for (size_t at = 0; (tokens = form_next(&q->form, "kept", &at));)
		all = arena_printf(q->a, "%s %s", all, tokens);
	return all;
}

static bool pictures_have(const struct picture_form *f, const char *token,
			  size_t len)
{
	for (size_t i = 0; i < f->n; i++)
		if (strlen(f->picture[i].token) == len &&
		    strncmp(f->picture[i].token, token, len) == 0)
			return true;
	return false;
}

/* Whether one of these is not among those that were found. */
static bool pictures_miss_one(const struct picture_form *f, const char *tokens)
{
	size_t len;

	for (;; tokens += len) {
		tokens += strspn(tokens, " ");
		len = strcspn(tokens, " ");
		if (!len || !pictures_have(f, tokens, len))
			return len;
	}
}

static enum rt_err pictures_take_kept(struct req *q, struct picture_form *f,
				      const struct rt_draft *draft, time_t at)
{
	const char *tokens = pictures_sent_before(q);
	bool is_stored = false;
	enum rt_err err = rt_pictures_kept(q->rt, q->a, &q->me, tokens,
					   f->picture, &f->n);

	if (err || !pictures_miss_one(f, tokens))
		return err;
	if (draft->body)
		err = at ? rt_schedule_is_stored(q->rt, q->a, &q->me, draft,
						 at, &is_stored)
			 : rt_post_is_stored(q->rt, q->a, &q->me, draft,
					     &is_stored);
	if (!err && !is_stored) {
		f->bad_all = GONE;
		f->status = 422;
	}
	return err;
}

/* ---- those that are new ------------------------------------------------- */

static void pictures_refuse(struct picture_form *f, const char **place,
			    const char *why, int status)
{
	*place = why;
	if (!f->status)
		f->status = status;
}

/* The file of this field, from 0, or NULL. */
static const struct upload_file *pictures_file(const struct upload *u,
					       size_t field)
{
	for (size_t i = 0; i < u->n; i++)
		if (u->file[i].part == field + 1)
			return &u->file[i];
	return NULL;
}

/* What is wrong with the form as a whole, or with the file that ended it. */
static void pictures_check_upload(struct req *q, struct picture_form *f)
{
	const struct upload *u = req_upload(q);
	const char *why = view_upload_problem(q, u->problem);
	bool is_one = u->part && u->part <= RT_PICTURES_MAX;

	if (why)
		pictures_refuse(f, is_one ? &f->bad[u->part - 1] : &f->bad_all,
				why, upload_status(u->problem));
	if (*req_field(q, "pictures"))
		pictures_refuse(f, &f->bad_all, NOT_SENT, 422);
}

/*
 * `last` is why an earlier one was not taken in: if that is not the fault of
 * its file, the others need no try.
 */
static enum rt_err pictures_take_file(struct req *q, struct picture_form *f,
				      size_t field,
				      const struct upload_file *file,
				      const char *alt, int64_t until_ms,
				      enum rt_picture_problem *last)
{
	enum rt_err err = RT_OK;

	if (f->n == RT_PICTURES_MAX) {
		pictures_refuse(f, &f->bad[field], NO_PLACE_LEFT, 422);
		return RT_OK;
	}
	if (*last < RT_PICTURE_BUSY)
		err = rt_picture_take(q->rt, q->a, &q->me, PICTURE_POST,
				      file->fd, file->size, alt, until_ms,
				      &f->picture[f->n], last);
	if (err)
		return err;
	if (*last)
		pictures_refuse(f, &f->bad[field],
				view_picture_problem(q, *last),
				picture_problem_status(*last));
	f->is_taken[field] = !*last;
	f->n += !*last;
	return RT_OK;
}

static enum rt_err pictures_take_new(struct req *q, struct picture_form *f)
{
	int64_t until_ms = clock_ms() + RT_FORM_MS;
	enum rt_picture_problem last = RT_PICTURE_OK;
	const struct upload_file *file;
	const char *alt, *why;
	enum rt_err err = RT_OK;

	pictures_check_upload(q, f);
	for (size_t i = 0; !err && i < RT_PICTURES_MAX; i++) {
		file = pictures_file(req_upload(q), i);
		alt = "";
		why = rt_alt_problem(q->a, req_field(q, alts[i]), &alt);
		if (!why && !file && !f->bad[i] && *alt)
			why = NO_FILE;
		if (why)
			pictures_refuse(f, &f->bad[i], why, 422);
		else if (file)
			err = pictures_take_file(q, f, i, file, alt, until_ms,
						 &last);
	}
	return err;
}

/* What has been taken in comes back even if Redis fails afterwards. */
bool take_pictures(struct req *q, struct rt_draft *draft, time_t at)
{
	struct picture_form *f = arena_alloc(q->a, sizeof *f);
	enum rt_err err;

	if (!rt_has_pictures(q->rt))
		return true;
	err = pictures_take_kept(q, f, draft, at);
	if (err)
		return req_ok(q, err);
	q->pictures = f;
	draft->attached.picture = f->picture;
	err = pictures_take_new(q, f);
	draft->attached.pictures = f->n;
	return req_ok(q, err);
}

int pictures_status(const struct req *q)
{
	return q->pictures ? q->pictures->status : 0;
}

bool pictures_are_lost(const struct req *q, bool carries_kept)
{
	const struct upload *u = req_upload(q);
	bool had_kept = !carries_kept && *req_field(q, "kept");

	return !q->pictures && (u->n || u->problem || had_kept);
}

/* ---- the form ----------------------------------------------------------- */

static void thumb_show(struct req *q, struct tpl *t,
		       const struct rt_picture *is)
{
	tpl_set(t, "SRC", view_picture_path(q->a, is->token, THUMB));
	tpl_set_int(t, "WIDTH", (long long)is->width);
	tpl_set_int(t, "HEIGHT", (long long)is->height);
	tpl_set(tpl_section(t, *is->alt ? "SHOWS" : "UNSAID"), "ALT",
		rt_text_balanced(q->a, is->alt));
}

/* Nobody knows now whether they are there: they are looked up next time. */
static void pictures_carry_kept(struct req *q, struct tpl *t)
{
	const char *tokens = pictures_sent_before(q);

	if (*tokens)
		tpl_set(tpl_section(t, "CARRIED"), "TOKENS",
			rt_text_clean(q->a, tokens));
}

static void pictures_show_kept(struct req *q, struct tpl *t)
{
	struct tpl *list = tpl_section(t, "KEPT"), *one;

	for (size_t i = 0; i < q->pictures->n; i++) {
		one = tpl_section(list, "ONE");
		tpl_set(one, "TOKEN", q->pictures->picture[i].token);
		thumb_show(q, one, &q->pictures->picture[i]);
	}
}

static bool pictures_show_alt(struct req *q, struct tpl *t, size_t i,
			      bool before)
{
	const struct picture_form *f = q->pictures;

	tpl_set_int(t, "N", (long long)i + 1);
	if (!f || !f->is_taken[i])
		tpl_set(t, "ALT", rt_text_clean(q->a, req_field(q, alts[i])));
	return view_problem(t, before, "BAD_PICTURE", f ? f->bad[i] : NULL);
}

static bool pictures_are_sent(const struct req *q)
{
	const struct picture_form *f = q->pictures;

	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		if (*req_field(q, alts[i]))
			return true;
	return f ? f->n || f->status : *req_field(q, "kept");
}

/* Texts stand before files: see http/upload.h. */
void view_picture_fields(struct req *q, struct tpl *form, bool before)
{
	const struct picture_form *f = q->pictures;
	struct tpl *t;

	if (!rt_has_pictures(q->rt))
		return;
	tpl_section(q->root, "ADDS_PICTURES");
	tpl_section(form, "FILES");
	t = tpl_include(form, "PICTURES", "picture_form.tpl");
	if (pictures_are_sent(q))
		tpl_section(t, "OPEN");
	tpl_set_int(t, "FILE_MB", RT_PICTURE_BYTES / MEGABYTE);
	tpl_set_int(t, "ALL_MB", ALL_FILES_BYTES / MEGABYTE);
	before =
		view_problem(t, before, "BAD_PICTURES", f ? f->bad_all : NULL);
	if (f && f->n)
		pictures_show_kept(q, t);
	else if (!f)
		pictures_carry_kept(q, t);
	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		before = pictures_show_alt(q, tpl_section(t, "TEXT"), i,
					   before);
	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		tpl_set_int(tpl_section(t, "FILE"), "N", (long long)i + 1);
}

/* ---- small -------------------------------------------------------------- */

void view_thumbs(struct req *q, struct tpl *t,
		 const struct rt_attached *attached)
{
	if (!attached->pictures || !rt_has_pictures(q->rt))
		return;
	t = tpl_include(t, "THUMBS", "thumbs.tpl");
	for (size_t i = 0; i < attached->pictures; i++)
		thumb_show(q, tpl_section(t, "ONE"), &attached->picture[i]);
}
