/*
 * What a worker does with a job of the queue "fanout": a post is delivered
 * (deliver.h), or what is left of a deleted one is taken back (deletion.h).
 */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "libretwis/post/deliver.h"

/*
 * Does a chunk of the job, as deliver_chunk() describes it, and returns the
 * same errors.
 */
enum rt_err dispatch_chunk(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job, int64_t sure_until,
			   struct delivery *d);

/*
 * Does those of several jobs that can be done together, as
 * delivery_batch_deliver() describes it.
 */
enum rt_err dispatch_together(struct rt *rt, struct arena *a, struct worker *w,
			      struct jobs *jobs, int64_t sure_until,
			      struct delivery *d);

#endif
