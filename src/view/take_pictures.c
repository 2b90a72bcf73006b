#include "view/take_pictures.h"

#include "base/clock.h"
#include "base/message.h"
#include "http/upload.h"
#include "libretwis/retwis.h"
#include "view/guard.h"
#include "view/view_picture_problem.h"

#define GONE                                                                   \
	_("A picture that you sent before is no longer here: it was kept for " \
	  "ten minutes. Choose it again.")
#define NO_PLACE_LEFT                                                           \
	_("A post can have up to four pictures. Untick one of the others, and " \
	  "choose this one again.")
#define NO_FILE                                                               \
	_("Choose the picture that this describes, too, or empty this field.")
#define NOT_SENT _("Your browser has sent no picture, but only its name.")

void accept_pictures(struct req *q)
{
	static const struct upload_rules rules = {
		.field = "pictures",
		.files_max = RT_PICTURES_MAX,
		.file_max = RT_PICTURE_BYTES,
		.total_max = PICTURES_BYTES,
	};

	if (rt_has_pictures(q->rt))
		q->accepts = &rules;
}

/* ---- those that were taken in before ------------------------------------ */

static enum rt_err pictures_take_kept(struct req *q, struct picture_form *f,
				      const struct rt_draft *draft, time_t at)
{
	bool is_one_missing = false, is_stored = false;
	enum rt_err err =
		rt_pictures_kept(q->rt, q->a, &q->me, pictures_sent_before(q),
				 f->picture, &f->n, &is_one_missing);

	if (err || !is_one_missing)
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
		why = rt_alt_problem(q->a, req_field(q, alt_field(i)), &alt);
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
