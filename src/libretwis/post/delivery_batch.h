/*
 * Deliveries that go together: many posts by authors with few followers, which
 * is what a lively site has; private to libretwis and its worker.
 *
 * A post for fifty followers takes Redis less time than the round trips of its
 * delivery.  So a worker that finds several jobs claims all of these posts in
 * one pipeline, pushes to each follower's timeline all that is for it by one
 * command, the oldest first, and ends the jobs in one pipeline.
 *
 * If the worker dies, all of its jobs come back marked, and each is delivered
 * alone then, by deliver.c, which looks before it pushes.  So do those that
 * come back from another worker's death, those that are late, and those with
 * more followers than a chunk: all that is true of a chunk there is true of a
 * batch.
 */
#ifndef DELIVERY_BATCH_H
#define DELIVERY_BATCH_H

#include "libretwis/post/deliver.h"

/*
 * Delivers those of the jobs that can go together, and leaves the others in
 * `jobs`.  Four round trips; one more for each further thousand followers, and
 * a few where somebody unfollows at that moment, or a timeline is too long.
 *
 * After any error do all that is left in `jobs` alone, with a `sure_until` of
 * 0, since a part of it may have been done.  RT_TAKEN: clock_ms() is past
 * `sure_until`.
 */
enum rt_err delivery_batch_deliver(struct rt *rt, struct arena *a,
				   struct worker *w, struct jobs *jobs,
				   int64_t sure_until, struct delivery *d);

#endif
