/*
 * Workers take jobs from a queue and lose none; queue.h explains how.  They
 * also watch each other.  Each function takes one round trip, unless it says
 * otherwise.
 */
#ifndef WORKER_H
#define WORKER_H

#include "patterns/queue.h"

#define WORKERS_WATCHED 64 /* by one worker at a time */
#define WORKER_JOBS     32 /* that a worker takes at a time */

/* The counter of a worker, which shows that it is alive. */
struct beat {
	char worker[48];
	uint64_t count;
};

struct worker {
	const char *queue, *name;
	int64_t patience_ms;
	int64_t last_beat;  /* of its own, of clock_ms(); 0: never */
	bool may_hold_jobs; /* its list may not be empty */
	size_t held;        /* jobs it knows of: leaving these is an attempt */
	int64_t checked_at; /* the others, with this result: */
	struct beat beats[WORKERS_WATCHED];
	size_t n;
};

/*
 * Initialises a worker with a unique name, which lives in `a`.  The patience
 * has to be longer than any worker needs from one worker_take() or
 * worker_beat() to the next, including time-outs.  No round trip.
 */
void worker_join(struct worker *w, struct arena *a, const char *queue,
		 int64_t patience_ms);

/*
 * Beats if that is due, puts back what the worker still holds, and takes the
 * oldest job.  It waits for one for `wait_ms`, but never longer than half the
 * time-out of the link.  RT_NOT_FOUND if there is none.
 *
 * If a job fails, just leave it: the next worker_take() puts it back, so pause
 * before that.  If Redis is full or down, that is not the fault of the job:
 * continue to hold it, try again, and call worker_beat() before each attempt.
 */
enum rt_err worker_take(struct rt *rt, struct arena *a, struct worker *w,
			unsigned wait_ms, struct job *job);

/*
 * The same for up to `most` jobs, but not more than WORKER_JOBS.  It waits for
 * the first one, and takes the others that are there then.  End each of them
 * separately.
 */
enum rt_err worker_take_jobs(struct rt *rt, struct arena *a, struct worker *w,
			     unsigned wait_ms, size_t most, struct jobs *jobs);

/*
 * Ends the worker.  The jobs that it still holds are put back at once, marked.
 * This is no failed attempt, because it is not their fault.
 */
enum rt_err worker_leave(struct rt *rt, struct arena *a, struct worker *w);

/*
 * Beats during a long job.  RT_TAKEN if the worker does not hold the job any
 * more: then do not continue it.
 */
enum rt_err worker_beat(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job);

/* The same, but only if a beat is due; otherwise there is no round trip. */
enum rt_err worker_beat_if_due(struct rt *rt, struct arena *a,
			       struct worker *w, const struct job *job);

/*
 * Ends a job.  RT_TAKEN if the worker was considered dead, and somebody else
 * has the job.
 */
enum rt_err worker_done(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job);

/*
 * Ends a job and pushes what is left of it as another one, in one step.  That
 * one is last in the queue, without failed attempts, because there was
 * progress. RT_TAKEN as above, and then nothing is pushed.
 */
enum rt_err worker_replace(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job, const char *payload);

/*
 * These do the same for many jobs at once, or together with other commands:
 * worker_end() and worker_move() queue the end of a job on a pipeline of the
 * bus.  Then pass the error of that pipeline and the reply to worker_ended(),
 * which returns RT_TAKEN as above.
 */
struct rt_pipe;
void worker_end(struct rt_pipe *bus, const struct worker *w,
		const struct job *job, uint64_t *ended);
void worker_move(struct rt_pipe *bus, const struct worker *w,
		 const struct job *job, const char *payload, uint64_t *ended);
enum rt_err worker_ended(struct worker *w, enum rt_err err, uint64_t ended);

/*
 * Puts back the jobs of workers that have died.  Call it between any two jobs.
 * It does nothing until the worker's patience is over again, so a death is
 * noticed within twice that time.  `now_ms` is monotonic.  It takes one round
 * trip, and a second one if somebody has died.
 */
enum rt_err worker_reap(struct rt *rt, struct arena *a, struct worker *w,
			int64_t now_ms);

#endif
