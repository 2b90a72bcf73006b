/* The reliable queue: workers, which lose no job.  See queue.h. */
#ifndef WORKER_H
#define WORKER_H

#include "libretwis/engine/queue.h"

#define QUEUE_WORKERS 64 /* that one watcher sees at a time */

struct beat {
	char worker[48];
	uint64_t count;
};

struct worker {
	const char *queue, *name;
	int64_t patience_ms;
	int64_t beaten_at;  /* when it said last that it lives; 0: never */
	bool in_hand;       /* it may still have a job */
	bool begun;         /* and knows of it: leaving it is a try */
	int64_t watched_at; /* what was seen then: */
	struct beat seen[QUEUE_WORKERS];
	size_t n;
};

/*
 * A worker under a name that nobody has had before, which lives in `a`.  Its
 * patience has to be longer than anybody's way from one queue_take() or
 * queue_beat() to the next, time-outs included.
 */
void queue_join(struct worker *w, struct arena *a, const char *queue,
		int64_t patience_ms);

/*
 * Says, if it is time, that the worker lives, puts back what it still has in
 * hand, and takes the oldest job.  Waits for one, but never longer than half
 * of what the link waits for a reply; RT_NOT_FOUND if none came.
 *
 * A job that failed is just left: the next queue_take() puts it back, so pause
 * before that.  Where Redis is full or down that is not the job's fault: try
 * again with the job in hand, and call queue_beat() meanwhile.
 */
enum rt_err queue_take(struct rt *rt, struct arena *a, struct worker *w,
		       unsigned wait_ms, struct job *job);

/*
 * The worker ends, and what it still has in hand goes back at once: marked, but
 * not as one try more, as that it ends is not the job's fault.
 */
enum rt_err queue_leave(struct rt *rt, struct arena *a, struct worker *w);

/*
 * Says that the worker lives, within a job that takes longer.  RT_TAKEN if it
 * does not have the job in hand any more: then leave it.
 */
enum rt_err queue_beat(struct rt *rt, struct arena *a, struct worker *w,
		       const struct job *job);

/* RT_TAKEN: the worker was taken for dead, and somebody else has the job. */
enum rt_err queue_done(struct rt *rt, struct arena *a, struct worker *w,
		       const struct job *job);

/*
 * Puts what is left to do in the place of the job, in one step, behind all
 * others, and with its tries forgotten, as it came forward.  RT_TAKEN as
 * above, and then nothing was put.
 */
enum rt_err queue_replace(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, const char *payload);

/*
 * Looks after the others; to be called between any two jobs, and does nothing
 * until the worker's patience is over again, so that a death is noticed within
 * twice that time.  `now_ms` is monotonic.
 */
enum rt_err queue_watch(struct rt *rt, struct arena *a, struct worker *w,
			int64_t now_ms);

#endif
