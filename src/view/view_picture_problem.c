#include "view/view_picture_problem.h"

#include "base/message.h"
#include "base/numerals.h"
#include "view/failure.h"

#define MEGABYTE (1024 * 1024)

#define UNKNOWN                                                                   \
	N_("This file isn't a JPEG, PNG, WebP or GIF picture. Save it as one of " \
	   "these first.")
#define BROKEN                                                                  \
	N_("This file is damaged or incomplete, so it can't be read. Open the " \
	   "picture on your device, and save it once more.")
#define LARGE                                                                   \
	N_("This picture has too many pixels: 60 million are allowed, or half " \
	   "of that with 16 bits per colour. Save a smaller copy of it.")
#define BUSY                                                                   \
	N_("The site is busy with other pictures, or this one took too long. " \
	   "Try again in a moment, maybe with a smaller copy.")
#define AWAY                                                                    \
	N_("Pictures can't be stored right now. The hosts can find the reason " \
	   "in the site's log. Try again later.")
#define NO_ROOM                                                               \
	N_("The site's disk is nearly full, so no more pictures are stored. " \
	   "Please tell a host.")
#define MANY N_("You've sent very many pictures lately.")
#define MANY_ALL                                                              \
	N_("All members together have sent very many pictures lately.")

#define EXPIRED  N_("The form has expired. Choose the picture again.")
#define ONE_FILE N_("Choose one picture only.")
#define FILE_LARGE                                                            \
	N_("This file is larger than {n} MB. Save a smaller copy of it.")
#define ALL_LARGE                                                               \
	N_("All files together are larger than {n} MB. Save smaller copies of " \
	   "them, or choose fewer.")

/* 429: the sentence is followed by when to try again. */
static const struct picture_problem {
	int status;
	const char *text;
} picture_problems[] = {
	[RT_PICTURE_OK] = { 0, NULL },
	[RT_PICTURE_UNKNOWN] = { 422, UNKNOWN },
	[RT_PICTURE_BROKEN] = { 422, BROKEN },
	[RT_PICTURE_LARGE] = { 422, LARGE },
	[RT_PICTURE_BUSY] = { 503, BUSY },
	[RT_PICTURE_AWAY] = { 503, AWAY },
	[RT_PICTURE_NO_ROOM] = { 507, NO_ROOM },
	[RT_PICTURE_MANY] = { 429, MANY },
	[RT_PICTURE_MANY_ALL] = { 429, MANY_ALL },
};

int picture_problem_status(enum rt_picture_problem problem)
{
	return picture_problems[problem].status;
}

const char *view_picture_problem(struct req *q,
				 enum rt_picture_problem problem)
{
	const struct picture_problem *is = &picture_problems[problem];

	if (is->status == 429)
		return arena_printf(q->a, "%s %s", _(is->text), page_wait(q));
	return is->text ? _(is->text) : NULL;
}

static const char *large_problem(struct req *q, const char *problem,
				 uint64_t bytes)
{
	return message_fill(q->a, _(problem), "n",
			    number_text(q->a, bytes / MEGABYTE));
}

static const char *upload_many_problem(struct req *q)
{
	unsigned max = q->accepts->files_max;

	if (max == 1)
		return _(ONE_FILE);
	return message_fill(q->a,
			    message_plural("Choose up to {n} picture.",
					   "Choose up to {n} pictures.", max),
			    "n", number_text(q->a, max));
}

const char *view_upload_problem(struct req *q, enum upload_problem problem)
{
	switch (problem) {
	case UPLOAD_FINE:
		break;
	case UPLOAD_UNASKED:
		return _(EXPIRED);
	case UPLOAD_TOO_MANY:
		return upload_many_problem(q);
	case UPLOAD_FILE_LARGE:
		return large_problem(q, FILE_LARGE, q->accepts->file_max);
	case UPLOAD_ALL_LARGE:
		return large_problem(q, ALL_LARGE, q->accepts->total_max);
	case UPLOAD_NO_ROOM:
		return _(NO_ROOM);
	}
	return NULL;
}
