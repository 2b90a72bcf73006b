/*
 * How many replies, likes and reposts a post has; private to libretwis.
 *
 * The lists themselves are the truth, and the post's hash keeps a copy of each
 * length.  So a page that shows fifty posts need not ask a hundred and fifty
 * lists for their lengths.
 */
#ifndef COUNT_H
#define COUNT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

enum count { COUNT_REPLIES, COUNT_LIKES, COUNT_REPOSTS };
#define COUNTS (COUNT_REPOSTS + 1)

/* The field of each in the post's hash. */
extern const char *const count_field[COUNTS];

/* A length on its way into the hash of its post. */
struct counted {
	enum count what;
	uint64_t post; /* 0: nothing to do */
	uint64_t n;
	uint64_t kept; /* 0: the post is gone */
};

/* Queues the question how long the list really is. */
void count_queue(struct rt_pipe *p, enum count what, uint64_t post,
		 uint64_t *n);

/*
 * Copies the length `n` into the post's hash, and asks for the length again:
 * where two requests change it at once, the later one sets the copy right.
 * RT_NOT_FOUND if the post is gone, or is being deleted right now.  One round
 * trip, rarely more.
 */
enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n);

/* The same for many at once, where a post that is gone is no error. */
enum rt_err counts_copy(struct rt *rt, struct arena *a, struct counted *c,
			size_t n);

#endif
