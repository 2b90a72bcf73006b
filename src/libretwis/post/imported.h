/*
 * Which pictures the posts in an archive have, imported:ID; private to libretwis.
 *
 * An entry of an archive names its pictures itself.  But it is found only by its
 * time, which the row of a picture doesn't know: that may have come in another
 * file, before its post.
 */
#ifndef IMPORTED_H
#define IMPORTED_H

#include "libretwis/attached.h"
#include "redis/pipe.h"

/* Queues that the member has an imported post with these pictures. */
void imported_add(struct rt_pipe *p, uint64_t member,
		  const struct rt_attached *attached);

/*
 * Queues that the member has it no longer, before it is dropped.  A worker
 * deletes the pictures half a minute later.
 */
void imported_drop(struct rt_pipe *p, uint64_t member,
		   const struct rt_attached *attached);

/*
 * The same for all, `n` tokens at a time: queues the read of some, and then that
 * they are dropped.
 */
void imported_queue_some(struct rt_pipe *p, uint64_t member,
			 const char **token, size_t n);
void imported_drop_some(struct rt_pipe *p, uint64_t member,
			const char *const *token, size_t n);

/* What a post says of its picture, in pixels; both of a score in imported:ID. */
unsigned imported_width(uint64_t score);
unsigned imported_height(uint64_t score);

#endif
