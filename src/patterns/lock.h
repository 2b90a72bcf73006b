/*
 * A mutex.
 *
 * It is acquired by a single SET lock:NAME TOKEN NX PX, so it is never held
 * without an expiry.  The token is random, and the lock is released only while
 * it contains that token.  Otherwise a program whose time had run out would
 * release the lock of the next owner.
 *
 * A program that dies, or gets no reply from Redis and so does not know whether
 * it owns the lock, leaves it until it expires.  A program that is slower than
 * the expiry is no longer alone.  So what a lock protects must be correct even
 * if two programs do it at once, and the lock only saves work.  Alternatively,
 * every script that writes the data checks that the lock still contains the
 * token.  For that, the lock's NAME contains the key in braces, so that both
 * are on one server (rebuild.c).
 *
 * `rt` is the link on which the lock is.  Each function takes one round trip,
 * and one more for each further attempt.
 */
#ifndef LOCK_H
#define LOCK_H

#include "redis/pipe.h"

struct lock {
	const char *name, *token;
};

/*
 * RT_TAKEN if somebody else still owns it after `wait_ms`; 0 tries once.  The
 * pauses between attempts are random, so that those who wait do not all try at
 * the same time.
 */
enum rt_err lock_acquire(struct rt *rt, struct arena *a, const char *name,
			 unsigned ttl_ms, unsigned wait_ms, struct lock *lock);

/* Sets a new expiry.  RT_TAKEN if the lock has expired before. */
enum rt_err lock_renew(struct rt *rt, struct arena *a, const struct lock *lock,
		       unsigned ttl_ms);

/* RT_TAKEN if the lock has expired before. */
enum rt_err lock_release(struct rt *rt, struct arena *a,
			 const struct lock *lock);

#endif
