/*
 * A mutex; private to libretwis.
 *
 * SET lock:NAME TOKEN NX PX in one command: there is no moment in which a lock
 * is held and would be held for ever.  The token is random, and releasing
 * deletes the key only while it holds that token.  Otherwise a program whose
 * time had run out would release the lock of the next owner.
 *
 * A program that dies with a lock in hand leaves it until its time runs out; so
 * does one that gets no reply from Redis, since it cannot know whether it has
 * the lock.  And a program that is slower than that time is no longer alone.
 * So what the lock protects must be right even if two do it at once, and the
 * lock only saves the work; or each script that writes it looks first whether
 * the lock still holds the token.  For that the lock's NAME has the key that
 * the script writes in braces, so that both lie on one server (rebuild.c).
 *
 * `rt` is the link on which the lock lies.  One round trip each, and one for
 * every further attempt.
 */
#ifndef LOCK_H
#define LOCK_H

#include "redis/pipe.h"

struct lock {
	const char *name, *token;
};

/*
 * RT_TAKEN if somebody else still has it after `wait_ms`; 0: asks once.  Those
 * that wait ask again after random pauses, so that they do not all ask at once.
 */
enum rt_err lock_acquire(struct rt *rt, struct arena *a, const char *name,
			 unsigned ttl_ms, unsigned wait_ms, struct lock *lock);

/* Its time begins again.  RT_TAKEN if it had run out before. */
enum rt_err lock_renew(struct rt *rt, struct arena *a, const struct lock *lock,
		       unsigned ttl_ms);

/* RT_TAKEN if its time had run out before. */
enum rt_err lock_release(struct rt *rt, struct arena *a,
			 const struct lock *lock);

#endif
