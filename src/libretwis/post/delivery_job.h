/*
 * The jobs that deliver a post, as texts; for deliver.c and delivery_batch.c.
 *
 *	post ID AUTHOR NONCE                 nobody is served yet
 *	post ID AUTHOR NONCE SCORE MEMBER    all are, up to this follower
 */
#ifndef DELIVERY_JOB_H
#define DELIVERY_JOB_H

#include "libretwis/retwis.h"
#include "patterns/queue.h"
#include "redis/pipe.h"

struct delivery_job {
	uint64_t post, author;
	const char *nonce;
	const char *score, *member; /* the last one served; NULL: nobody */
};

/* False: the job makes no sense. */
bool delivery_job_read(struct arena *a, const struct job *job,
		       struct delivery_job *out);

/* The rest of the job, when that follower is served. */
const char *delivery_job_rest(struct arena *a,
			      const struct delivery_job *parcel,
			      const char *score, const char *member);

/*
 * A job that is half as old as a claim may be a second one, pushed by a sweep,
 * and the claim of the first one may be forgotten.  So a worker that takes so
 * old a job looks before it pushes.
 */
bool delivery_job_is_late(const struct job *job);

/*
 * Queues a claim on the post.  From then on one job delivers it, this one or
 * another one that was first: so the outbox need not keep it.  `claimed` is the
 * nonce of the other job; NULL: this one is first.
 */
void delivery_job_claim(struct rt_pipe *p, const struct delivery_job *parcel,
			const char **claimed);

/* After that pipeline. */
bool delivery_job_is_mine(const struct delivery_job *parcel,
			  const char *claimed);

#endif
