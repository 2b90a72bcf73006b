/*
 * A rate limiter.
 *
 * It allows a number of attempts in a window of some seconds, which begins with
 * the first attempt.  The attempts are counted by INCR in a key that expires at
 * the end of the window.
 *
 * INCR and EXPIRE are two commands, and a page that dies between them would
 * leave a counter that never expires and locks a member out for good.  SET NX
 * EX before the INCR does not help, because the counter may expire between
 * these two.  So one script does both, and sets an expiry on any counter that
 * has none.
 *
 * Refused attempts count as well but do not extend the window, so nobody waits
 * longer for trying again too early.
 *
 * If Redis cannot write, the pipeline fails with RT_FULL, so nobody can guess
 * passwords without being counted.  A page with a limit needs to write anyway.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include "redis/pipe.h"
#include "schema/key.h"

struct limit {
	uint64_t wait; /* seconds until the next attempt is allowed; or 0 */
};

/*
 * Queues the count of one more attempt under KEY_LIMIT `what`, a text that
 * names what is limited, and for whom.  A pipeline may contain several limits.
 */
void limit_queue(struct rt_pipe *p, struct limit *l, const char *what,
		 unsigned max, unsigned seconds);

/* The same for as many attempts as `times` at once. */
void limit_queue_many(struct rt_pipe *p, struct limit *l, const char *what,
		      unsigned max, unsigned seconds, uint64_t times);

/* Queues that one attempt is not counted after all, if the window lasts. */
void limit_take_back(struct rt_pipe *p, const char *what);

/* Call it after the pipeline. */
bool limit_allows(const struct limit *l);

/*
 * Parses a setting "TIMES/SECONDS", or "off", which is 0 times.  Returns false,
 * and changes nothing, for any other text, for more times than LIMIT_TIMES_MAX,
 * and for more seconds than `longest`.
 */
#define LIMIT_TIMES_MAX 1000000

bool limit_read(const char *text, unsigned longest, unsigned *times,
		unsigned *seconds);

#endif
