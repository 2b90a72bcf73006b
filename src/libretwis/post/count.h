/*
 * How many replies, likes and reposts a post has; private to libretwis.
 *
 * The lists themselves decide, and the post's hash has a copy of each length.
 * So a page of fifty posts does not have to read the lengths of a hundred and
 * fifty lists.
 */
#ifndef COUNT_H
#define COUNT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

enum count { COUNT_REPLIES, COUNT_LIKES, COUNT_REPOSTS };
#define COUNTS (COUNT_REPOSTS + 1)

/* The field of each in the post's hash. */
extern const char *const count_field[COUNTS];

/* A length that is copied into the hash of its post. */
struct counted {
	enum count what;
	uint64_t post; /* 0: nothing to do */
	uint64_t n;
	uint64_t copied; /* 0: the post is gone */
};

/* Queues the read of the list's real length. */
void count_queue(struct rt_pipe *p, enum count what, uint64_t post,
		 uint64_t *n);

/*
 * Copies the length `n` into the post's hash, and reads the length again: if
 * two requests change it at the same time, the later one corrects the copy.
 * RT_NOT_FOUND if the post is gone, or is just being deleted.  One round trip,
 * rarely more.
 */
enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n);

/* The same for many posts at once; here a post that is gone is no error. */
enum rt_err counts_copy(struct rt *rt, struct arena *a, struct counted *c,
			size_t n);

#endif
