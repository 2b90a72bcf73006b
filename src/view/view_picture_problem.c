#include "view/view_picture_problem.h"

#include "view/failure.h"

#define MEGABYTE (1024 * 1024)

#define UNKNOWN                                                                \
	"This file isn't a JPEG, PNG, WebP or GIF picture. Save it as one of " \
	"these first."
#define BROKEN                                                                \
	"This file is damaged or incomplete, so it can't be read. Open the "  \
	"picture on your device, and save it once more."
#define LARGE                                                                 \
	"This picture has too many pixels: 60 million are allowed, or half "  \
	"of that with 16 bits per colour. Save a smaller copy of it."
#define BUSY                                                                  \
	"The site is busy with other pictures, or this one took too long. "   \
	"Try again in a moment, maybe with a smaller copy."
#define AWAY                                                                  \
	"Pictures can't be stored right now. The hosts can find the reason "  \
	"in the site's log. Try again later."
#define NO_ROOM                                                               \
	"The site's disk is nearly full, so no more pictures are stored. "    \
	"Please tell a host."
#define MANY     "You've sent very many pictures lately."
#define MANY_ALL "All members together have sent very many pictures lately."

#define EXPIRED    "The form has expired. Choose the picture again."
#define ONE_FILE   "Choose one picture only."
#define SOME_FILES "Choose up to %u pictures."
#define FILE_LARGE "This file is larger than %u MB. Save a smaller copy of it."
#define ALL_LARGE                                                             \
	"All files together are larger than %u MB. Save smaller copies of "   \
	"them, or choose fewer."

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
		return arena_printf(q->a, "%s %s", is->text, page_wait(q));
	return is->text;
}

static unsigned megabytes(uint64_t bytes)
{
	return (unsigned)(bytes / MEGABYTE);
}

static const char *upload_many_problem(struct req *q)
{
	unsigned max = q->accepts->files_max;

	return max == 1 ? ONE_FILE : arena_printf(q->a, SOME_FILES, max);
}

const char *view_upload_problem(struct req *q, enum upload_problem problem)
{
	switch (problem) {
	case UPLOAD_FINE:
		break;
	case UPLOAD_UNASKED:
		return EXPIRED;
	case UPLOAD_TOO_MANY:
		return upload_many_problem(q);
	case UPLOAD_FILE_LARGE:
		return arena_printf(q->a, FILE_LARGE,
				    megabytes(q->accepts->file_max));
	case UPLOAD_ALL_LARGE:
		return arena_printf(q->a, ALL_LARGE,
				    megabytes(q->accepts->total_max));
	case UPLOAD_NO_ROOM:
		return NO_ROOM;
	}
	return NULL;
}
