/*
 * Delivering posts to the home timelines of followers; private to libretwis
 * and its worker.
 *
 * The request that writes a post notes it in `outbox`, and at last pushes one
 * job to the queue "fanout".  A worker does the rest, a thousand followers at
 * a time; the rest of the job goes behind all others, so that a small author
 * never waits behind a star.
 *
 *	post ID AUTHOR NONCE                 nobody is served yet
 *	post ID AUTHOR NONCE SCORE MEMBER    all are, up to this follower
 *
 * A crash loses nothing and doubles nothing:
 *
 *  - Between the post and its job: the sweep of the outbox pushes a job.
 *  - A form sent twice, and the sweep of what was only slow, push a second
 *    job.  The first one that a worker takes claims the post for its nonce;
 *    the others are dropped.
 *  - A worker dies within a chunk: the job comes back marked, and for this
 *    one chunk each push looks before.
 *  - Redis forgets its last second: the job, and what was pushed, are as they
 *    were before.  Only where data and bus are two servers one may forget what
 *    the other knows, and then the rest is lost or doubled: they have to sync
 *    each write.
 *  - A follower rebuilds the timeline at that moment, and so has the post from
 *    its author's list: who does that says so in `rebuilt` before, the worker
 *    asks after its pushes, and takes the second copy out.
 */
#ifndef DELIVER_H
#define DELIVER_H

#include "libretwis/engine/worker.h"

#define DELIVER_CHUNK 1000 /* followers */

/* What has come of a job so far. */
struct delivery {
	uint64_t served; /* timelines that were there, in this chunk */
};

/*
 * Serves the next thousand followers, and ends the job or puts what is left of
 * it in its place.  Looks before each push if the job was begun in vain
 * before, or if it is later than `sure_until` on clock_ms(), since then
 * somebody else may have taken it over.
 *
 * RT_DOWN, RT_FULL: again, with a `sure_until` of 0.  RT_BROKEN: the job makes
 * no sense, or a timeline is none.  Three to six round trips.
 */
enum rt_err deliver_chunk(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, int64_t sure_until,
			  struct delivery *d);

#endif
