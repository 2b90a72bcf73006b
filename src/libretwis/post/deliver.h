/*
 * Delivering posts to the home timelines of followers; private to libretwis
 * and its worker.
 *
 * The request that writes a post notes it in `outbox`, and at its end pushes
 * one job to the queue "fanout".  A worker takes the job and serves the first
 * thousand followers.  If there are more, it puts the rest of the job at the
 * end of the queue, so that a post by an author with few followers never waits
 * until a star's post has reached everybody.  delivery_job.h describes the
 * text of a job.  Posts for fewer followers are delivered together by
 * delivery_batch.h, and come here only if somebody may have started on them.
 *
 * A crash loses no entry and adds none twice:
 *
 *  - The request dies between the post and its job: the sweep of the outbox
 *    pushes a job.
 *  - There are two jobs for one post, because a form was sent twice, or
 *    because a request was only slow and the sweep assumed that it had died.
 *    The first job that a worker takes claims the post for its nonce, and
 *    workers drop the others.
 *  - A worker dies in the middle of a thousand.  The job comes back marked as
 *    tried, and for this thousand only, the next worker looks into each
 *    timeline before it pushes.
 *  - Redis crashes and loses its last second.  It loses the job and the pushes
 *    alike, so they still agree.  But if data and bus are two servers, one may
 *    lose what the other remembers; then entries are lost or doubled, unless
 *    both servers sync each write.
 *  - A follower's timeline is rebuilt at that moment, and so gets the post
 *    from its author's list as well.  It is there twice until the timeline is
 *    read: home_list.h explains how that is put right.
 *  - A follower unfollows at that moment: see struct unfollowed below.
 */
#ifndef DELIVER_H
#define DELIVER_H

#include "libretwis/retwis.h"
#include "patterns/worker.h"
#include "redis/pipe.h"

#define DELIVER_CHUNK 1000 /* followers */

/* The result of a chunk. */
struct delivery {
	uint64_t served; /* timelines that existed and got the post */
};

/*
 * Serves the next thousand followers, and then ends the job or replaces it by
 * the rest of it.  Three to seven round trips.
 *
 * It looks into each timeline before it pushes if the job has been tried
 * before, or if clock_ms() is past `sure_until`, when another worker may have
 * taken the job over.  INT64_MAX: nobody can have; 0: somebody may have.
 *
 * RT_DOWN, RT_FULL: call it again, with a `sure_until` of 0.  RT_BROKEN: the
 * job makes no sense.  A timeline that is no list gets nothing, and holds up
 * nobody else.
 */
enum rt_err deliver_chunk(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, int64_t sure_until,
			  struct delivery *d);

/* ---- for delivery_batch.c: who unfollows meanwhile ------------------ */

/*
 * A delivery reads who follows, and then pushes.  Members who unfollow in
 * between already have a new home timeline without this author, and the push
 * adds the post all the same.  So after its pushes a delivery reads the
 * followers again, and drops the timelines of those who have left; the next
 * visit rebuilds them.
 *
 * Nobody is overlooked, because rt_unfollow() first takes the member out of
 * `followers:` and then drops the timeline.  Whoever is still listed when we
 * read again unfollows after our push, and the drop then covers our push, too.
 *
 * All this is for an adopted database only: elsewhere a timeline is not a
 * cache, and keeps the posts of members who are no longer followed.
 */
struct unfollowed {
	uint64_t author;
	struct rt_ids fans;  /* those we have pushed to, as in `followers:` */
	struct rt_ids still; /* those who follow now */
};

/*
 * Once the pushes have been answered: queues the read of those followers whose
 * scores are between `from` and `to`.
 */
void unfollowed_queue(struct rt_pipe *p, struct unfollowed *u,
		      const char *from, const char *to);

/*
 * After that pipeline: drops the timelines of those who are gone.  No round
 * trip if nobody is, otherwise two.
 */
enum rt_err unfollowed_drop(struct rt *rt, struct arena *a,
			    const struct unfollowed *u, size_t n);

#endif
