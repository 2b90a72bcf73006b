/*
 * The jobs that deliver a post, and the outbox, which notes the posts whose
 * delivery no worker has begun; private to libretwis.
 *
 *	post ID AUTHOR NONCE                 nobody is served yet
 *	post ID AUTHOR NONCE SCORE MEMBER    all are, up to this follower
 *
 * A request notes its post in the outbox before it stores the post, and pushes
 * the job of the delivery at its end.  If it dies in between, sweep.c finds
 * the note and pushes the job.  The worker that begins the delivery removes
 * the note.
 */
#ifndef DELIVERY_JOB_H
#define DELIVERY_JOB_H

#include "libretwis/retwis.h"
#include "patterns/queue.h"
#include "redis/pipe.h"

/* ---- the outbox ----------------------------------------------------- */

/*
 * Queues the note.  Do this before the post is stored.  `added` is 1, or 0 if
 * there is a note already.
 */
void outbox_add(struct rt_pipe *p, uint64_t post, uint64_t *added);

/* Queues the removal of a note of outbox_add(). */
void outbox_drop(struct rt_pipe *p, uint64_t post);

/*
 * Returns the job that begins a delivery.  `nonce` has eight hex digits or
 * more; the first eight go into the job as a number, and no other job of this
 * post may begin with the same ones.  For the first copy of a form its digest
 * is good enough, and saves a system call.  NULL: random ones.
 */
const char *outbox_job(struct arena *a, uint64_t author, uint64_t post,
		       const char *nonce);

/*
 * Queues the push of that job on a pipeline of the bus, which continues if the
 * push fails: the note stays in the outbox, and the sweep finds it.
 */
void outbox_push(struct rt_pipe *bus, uint64_t author, uint64_t post,
		 const char *nonce);

/*
 * The date to give a note when a sweep has pushed its job, or when a worker is
 * busy with it: the sweep leaves the note alone until then.  Otherwise workers
 * with thousands of posts to deliver would get a second job for each of them
 * every ten seconds, and never catch up.
 */
int64_t outbox_ahead_ms(void);

/* ---- a job ---------------------------------------------------------- */

struct delivery_job {
	uint64_t post, author;
	const char *nonce;
	const char *score, *member; /* the last one served; NULL: nobody */
};

/* False: the job makes no sense. */
bool delivery_job_read(struct arena *a, const struct job *job,
		       struct delivery_job *out);

/* The job that is left once this follower has been served. */
const char *delivery_job_rest(struct arena *a, const struct delivery_job *j,
			      const char *score, const char *member);

/*
 * A job that is half as old as a claim lasts may be a second one, pushed by a
 * sweep, when the claim of the first one has expired.  So a worker that gets
 * such an old job looks into each timeline before it pushes.
 */
bool delivery_job_is_late(const struct job *job);

/*
 * Queues a claim on the post, and removes its note from the outbox, since from
 * now on some job delivers it: this one, or another that was first.  `claimed`
 * is the nonce of that other job; NULL: this one is first.  Before the note is
 * removed, there is another one, by which the post is indexed (indexing.h).
 */
void delivery_job_claim(struct rt_pipe *p, const struct delivery_job *j,
			const char **claimed);

/* After that pipeline. */
bool delivery_job_is_mine(const struct delivery_job *j, const char *claimed);

#endif
