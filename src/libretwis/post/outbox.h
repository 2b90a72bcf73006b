/*
 * Posts whose delivery no worker has begun; private to libretwis.
 *
 * A request notes its post in the outbox before it stores the post, and pushes
 * the job of the delivery at its end.  If it dies in between, sweep.c finds
 * the note and pushes the job.  The worker that begins the delivery takes the
 * note away.
 */
#ifndef OUTBOX_H
#define OUTBOX_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Queues the note.  Do this before the post is stored.  `added` is 1, or 0 if
 * somebody has noted the post before.
 */
void outbox_add(struct rt_pipe *p, uint64_t post, uint64_t *added);

/* Queues that a note of outbox_add() goes again. */
void outbox_drop(struct rt_pipe *p, uint64_t post);

/*
 * The job that begins a delivery; deliver.h says what it means.  `nonce` has
 * eight hex digits or more, and no other job of this post begins with the same
 * ones, which go into it as a number: the digest of the form does for its first
 * copy, which saves a system call.  NULL: random ones.
 */
const char *outbox_job(struct arena *a, uint64_t author, uint64_t post,
		       const char *nonce);

/*
 * Queues the push of that job, on a pipeline of the bus, which goes on if it
 * fails: the note stays in the outbox, and the sweep finds it.
 */
void outbox_push(struct rt_pipe *bus, uint64_t author, uint64_t post,
		 const char *nonce);

/*
 * The date of a note when a sweep has pushed its job, or a worker is at it: for
 * so long the sweep leaves it alone.  Otherwise workers that are thousands of
 * posts behind would get a second job for each of them every ten seconds, and
 * never catch up.
 */
int64_t outbox_ahead_ms(void);

#endif
