/*
 * Many deliveries at once: posts by authors with few followers, which are most
 * of the posts of a busy site; private to libretwis and its worker.
 *
 * Pushing a post to fifty followers takes Redis less time than the round trips
 * of its delivery.  So a worker that finds several jobs claims all their posts
 * in one pipeline, pushes everything that is for one follower with one
 * command, oldest post first, and ends the jobs in one pipeline.
 *
 * If the worker dies, all its jobs come back marked as tried.  Each of them is
 * then delivered on its own by deliver.c, which checks before it pushes.  The
 * same goes for jobs that come back after another worker's death, for late
 * ones, and for posts with more followers than a chunk holds.  So everything
 * that deliver.h promises for a chunk is true for a batch, too.
 */
#ifndef DELIVERY_BATCH_H
#define DELIVERY_BATCH_H

#include "libretwis/post/deliver.h"

/*
 * Delivers the jobs that can be delivered together, and leaves the others in
 * `jobs`.  Four round trips, one more for each further thousand followers, and
 * a few more if somebody unfollows at that moment or a timeline is too long.
 *
 * After any error, do each job that is left in `jobs` on its own, with a
 * `sure_until` of 0, because part of it may have been done.  RT_TAKEN: the
 * clock has passed `sure_until`.
 */
enum rt_err delivery_batch_deliver(struct rt *rt, struct arena *a,
				   struct worker *w, struct jobs *jobs,
				   int64_t sure_until, struct delivery *d);

#endif
