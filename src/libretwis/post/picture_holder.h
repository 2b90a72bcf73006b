/*
 * What has a picture, as picture_row.h says; private to libretwis.
 */
#ifndef PICTURE_HOLDER_H
#define PICTURE_HOLDER_H

#include "libretwis/member/user_fields.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/post/post_fields.h"

/* What a row names, as it is now. */
struct picture_holder {
	union post_fields post; /* of a post that it was given to */
	union user_fields user; /* of its owner */
	const char *mark;       /* of the site */
	uint64_t imported;      /* a score of imported:ID; 0: no post has it */
};

/* Queues what could have this picture, and its owner. */
void picture_holder_queue(struct rt_pipe *p, struct picture_holder *h,
			  const struct picture_row *row);

/* After it: whether that has the picture. */
bool picture_is_held(struct arena *a, const struct picture_holder *h,
		     const struct picture_row *row);

#endif
