/*
 * The row of a picture, picture:TOKEN; private to libretwis.
 *
 * The row says who took it in, for what, and which post it was given to.  That
 * is only a hint: a post has a picture if its own field `pictures` names it, a
 * member has a face if `user:ID face` does, and the site a mark if `site mark`
 * does.  So nothing has to be changed at two places at once, and what is in
 * nobody's hands any more is found by looking there.
 *
 * In this order nothing is lost and nothing left over, whenever a program dies:
 *
 *  - taking in: the job that looks after it in ten minutes, the files, the row,
 *    then whatever names it;
 *  - deleting: whatever names it, the job, the row, the files.
 */
#ifndef PICTURE_ROW_H
#define PICTURE_ROW_H

#include "libretwis/pictures.h"
#include "redis/pipe.h"

#define PICTURES_QUEUE "pictures"

/* In place of a post's id, for a picture of an imported post. */
#define PICTURE_IMPORTED "archive"

/* The fields of the row, in the order of their HMGET. */
#define EACH_PICTURE_FIELD(X)                                                 \
	X(user_id, USER_ID)                                                   \
	X(use, USE)                                                           \
	X(post, POST)                                                         \
	X(width, WIDTH)                                                       \
	X(height, HEIGHT)                                                     \
	X(animated, ANIMATED)                                                 \
	X(bytes, BYTES)                                                       \
	X(time, TIME)                                                         \
	X(alt, ALT)                                                           \
	X(raw, RAW)

#define PICTURE_FIELD_AT(name, NAME)     PICTURE_AT_##NAME,
#define PICTURE_FIELD_MEMBER(name, NAME) const char *name;

enum { EACH_PICTURE_FIELD(PICTURE_FIELD_AT) PICTURE_FIELDS };

union picture_fields {
	struct {
		EACH_PICTURE_FIELD(PICTURE_FIELD_MEMBER)
	};
	const char *field[PICTURE_FIELDS];
};

struct picture_row {
	uint64_t owner; /* 0: there is no such picture */
	enum picture_use use;
	uint64_t post;    /* that it was given to; 0: none yet */
	bool is_later;    /* it was given to a scheduled post */
	bool is_imported; /* it is of a post in its owner's archive */
	bool is_raw;      /* its files have yet to be made */
	uint64_t bytes;   /* of its files */
	uint64_t time;    /* the second when it was taken in, or given to it */
	struct rt_picture picture;
};

void picture_row_queue(struct rt_pipe *p, union picture_fields *f,
		       const char *token);

/* A row that makes no sense is none. */
struct picture_row picture_row_parse(struct arena *a, const char *token,
				     const union picture_fields *f);

/*
 * Gives the pictures to the post `post`, or to a scheduled one if that is 0.
 * One that is gone, or is another post's, is left unchanged.
 */
void pictures_give(struct rt_pipe *p, uint64_t owner,
		   const struct rt_picture *picture, size_t n, uint64_t post);

/*
 * Counts `by` more pictures, 1 or -1, with so many bytes; and one that was
 * refused.  For the metrics only: an error, such as that Redis is full, is
 * ignored.
 */
void pictures_count_queue(struct rt_pipe *p, int by, uint64_t bytes);
void pictures_count_refused(struct rt_pipe *p);

/*
 * Queues that a worker looks whether anything has it, half a minute from now:
 * by then this request has taken it out of whatever had it.
 */
void picture_release(struct rt_pipe *p, const char *token);

/* The same for all pictures of a post. */
void pictures_release(struct rt_pipe *p, const struct rt_picture *picture,
		      size_t n);

#endif
