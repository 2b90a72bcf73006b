/*
 * How many replies, likes and reposts a post has; private to libretwis.
 *
 * The post's hash keeps a copy of each number, so that a page which shows fifty
 * posts need not ask for the lengths of a hundred and fifty lists.
 */
#ifndef COUNT_H
#define COUNT_H

#include "libretwis/redis/pipe.h"

enum count { COUNT_REPLIES, COUNT_LIKES, COUNT_REPOSTS };

/* A length on its way into the hash of its post. */
struct counted {
	enum count what;
	uint64_t post; /* 0: nothing to do */
	uint64_t n;
	uint64_t kept; /* 0: the post is gone */
};

/* Queues a look at the length itself. */
void count_ask(struct rt_pipe *p, enum count what, uint64_t post, uint64_t *n);

/*
 * Writes the copy and looks again, so that of two who change the length at
 * once the later one sets it right.  RT_NOT_FOUND if the post is gone, or on
 * its way out.  One round trip, rarely more.
 */
enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n);

/* The same for many at once, where a post that is gone is no error. */
enum rt_err counts_copy(struct rt *rt, struct arena *a, struct counted *c,
			size_t n);

#endif
