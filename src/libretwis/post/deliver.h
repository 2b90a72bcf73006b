/*
 * Delivering posts to the home timelines of followers; private to libretwis
 * and its worker.
 *
 * The request that writes a post notes it in `outbox`, and at its end pushes
 * one job to the queue "fanout".  A worker takes the job and serves the first
 * thousand followers.  If there are more, it puts the rest of the job behind
 * all others in the queue, so that the post of a small author never waits until
 * a star's post has reached everybody.  delivery_job.h has the job's text.
 * Posts for fewer followers go together, by delivery_batch.h, and come here
 * only if they may have been begun before.
 *
 * A crash loses no entry and makes no second one:
 *
 *  - The request dies between the post and its job: the sweep of the outbox
 *    pushes a job.
 *  - There are two jobs for one post, since a form was sent twice, or a
 *    request was only slow and the sweep took it for dead.  The first job that
 *    a worker takes claims the post for its nonce; workers drop the others.
 *  - A worker dies in the middle of a thousand.  The job comes back marked,
 *    and then the worker looks into each timeline before it pushes, for this
 *    thousand only.
 *  - Redis crashes and forgets its last second.  It forgets the job and the
 *    pushes alike, so they still agree.  But if data and bus are two servers,
 *    one may forget what the other knows; then entries are lost or doubled,
 *    unless both servers sync each write.
 *  - A follower's timeline is made at that very moment, and so gets the post
 *    from its author's list, too.  Then it is there twice until its owner looks:
 *    home_list.h has the rest.
 *  - A follower unfollows at that very moment: see unfollowed.h.
 */
#ifndef DELIVER_H
#define DELIVER_H

#include "libretwis/retwis.h"
#include "patterns/worker.h"

#define DELIVER_CHUNK 1000 /* followers */

/* What came of a chunk. */
struct delivery {
	uint64_t served; /* timelines that existed and got the post */
};

/*
 * Serves the next thousand followers, and then ends the job or puts the rest
 * of it in its place.  Three to seven round trips.
 *
 * It looks into each timeline before it pushes, if the job was begun before
 * and not finished, or if clock_ms() is past `sure_until`, since then another
 * worker may have taken the job over.  INT64_MAX: nobody can have; 0: somebody
 * may have.
 *
 * RT_DOWN, RT_FULL: call it again, with a `sure_until` of 0.  RT_BROKEN: the
 * job makes no sense.  A timeline that is no list gets nothing, and keeps
 * nobody else waiting.
 */
enum rt_err deliver_chunk(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, int64_t sure_until,
			  struct delivery *d);

#endif
