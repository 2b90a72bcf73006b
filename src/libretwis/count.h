/*
 * How many replies, likes and reposts a post has; private to libretwis.
 *
 * The post's hash keeps a copy of each number, so that a page which shows fifty
 * posts need not ask for the lengths of a hundred and fifty lists.
 */
#ifndef COUNT_H
#define COUNT_H

#include "libretwis/redis.h"

enum count { COUNT_REPLIES, COUNT_LIKES, COUNT_REPOSTS };

/* Queues a look at the length itself. */
void count_ask(struct rt_pipe *p, enum count what, uint64_t post, uint64_t *n);

/* Queues the copy, unless the post is gone: `kept`, if not NULL, is 0 then. */
void count_tell(struct rt_pipe *p, enum count what, uint64_t post, uint64_t n,
		uint64_t *kept);

/*
 * Writes the copy and looks again, so that of two who change the length at
 * once the later one sets it right.  RT_NOT_FOUND if the post is gone.  One
 * round trip, rarely more.
 */
enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n);

#endif
