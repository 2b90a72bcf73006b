/*
 * Delayed work that failed too often, for hosts.
 *
 * It lies in {QUEUE}:dead on the bus, and queue_dead() finds it there: each as
 * a job, whose payload is the entry that delayed.h describes.  One round trip
 * each.
 */
#ifndef FAILED_DELAYED_H
#define FAILED_DELAYED_H

#include "patterns/queue.h"

/*
 * It is due at once, and has all its tries again.  RT_NOT_FOUND if it is no
 * longer there, or its owner has cancelled it.
 */
enum rt_err failed_delayed_retry(struct rt *rt, struct arena *a,
				 const char *queue, const struct job *job);

/* Drops it for good: its owner does not see it any more, either. */
enum rt_err failed_delayed_drop(struct rt *rt, struct arena *a,
				const char *queue, const struct job *job);

#endif
