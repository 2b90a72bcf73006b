/*
 * Workers: they take jobs from a queue, and lose none.  queue.h says how.
 *
 * One round trip each.  reaper.h looks after workers that have died.
 */
#ifndef WORKER_H
#define WORKER_H

#include "patterns/queue.h"

#define WORKERS_SEEN 64 /* that one watcher sees at a time */
#define WORKER_JOBS  32 /* that a worker takes at a time */

struct beat {
	char worker[48];
	uint64_t count;
};

struct worker {
	const char *queue, *name;
	int64_t patience_ms;
	int64_t beaten_at;  /* when it said last that it lives; 0: never */
	bool in_hand;       /* it may still have jobs */
	size_t begun;       /* and knows of so many: leaving them is a try */
	int64_t watched_at; /* what reaper.c saw then: */
	struct beat seen[WORKERS_SEEN];
	size_t n;
};

/*
 * A worker under a name that nobody has had before, which lives in `a`.  Its
 * patience has to be longer than any worker's way from one worker_take() or
 * worker_beat() to the next, time-outs included.  No round trip.
 */
void worker_join(struct worker *w, struct arena *a, const char *queue,
		 int64_t patience_ms);

/*
 * Says, if it is time, that the worker lives, puts back what it still has in
 * hand, and takes the oldest job.  Waits for one, but never longer than half
 * of what the link waits for a reply; RT_NOT_FOUND if none came.
 *
 * If a job fails, just leave it: the next worker_take() puts it back, so pause
 * before that.  Where Redis is full or down that is not the job's fault: keep
 * it in hand, try again, and call worker_beat() before each attempt.
 */
enum rt_err worker_take(struct rt *rt, struct arena *a, struct worker *w,
			unsigned wait_ms, struct job *job);

/*
 * The same for up to `most` jobs, WORKER_JOBS at most: it waits for the first,
 * and takes the others that are there then.  Each is ended by itself.
 */
enum rt_err worker_take_jobs(struct rt *rt, struct arena *a, struct worker *w,
			     unsigned wait_ms, size_t most, struct jobs *jobs);

/*
 * The worker ends.  Jobs that it still has in hand go back at once: marked, but
 * not as one try more, since it is not their fault that the worker ends.
 */
enum rt_err worker_leave(struct rt *rt, struct arena *a, struct worker *w);

/*
 * Says that the worker lives, within a job that takes longer.  RT_TAKEN if it
 * does not have the job in hand any more: then leave it.
 */
enum rt_err worker_beat(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job);

/* The same between two jobs of many, only if it is time: else no round trip. */
enum rt_err worker_go_on(struct rt *rt, struct arena *a, struct worker *w,
			 const struct job *job);

/* RT_TAKEN: the worker was taken for dead, and somebody else has the job. */
enum rt_err worker_done(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job);

/*
 * Puts the rest of a job in its place, in one step, behind all others and with
 * its tries forgotten, since it came forward.  RT_TAKEN as above, and then
 * nothing was put.
 */
enum rt_err worker_replace(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job, const char *payload);

/*
 * The same two for many jobs at once, or with other commands: each queues the
 * end of a job on a pipeline of the bus.  worker_ended() takes the error of
 * that pipeline, and the reply; RT_TAKEN as above.
 */
struct rt_pipe;
void worker_end(struct rt_pipe *bus, const struct worker *w,
		const struct job *job, uint64_t *ended);
void worker_move(struct rt_pipe *bus, const struct worker *w,
		 const struct job *job, const char *payload, uint64_t *ended);
enum rt_err worker_ended(struct worker *w, enum rt_err err, uint64_t ended);

/*
 * After an error, for reaper.c: a worker that could not ask may not have been
 * heard either, so its looks count for nothing, and it beats at once.  Returns
 * `err`.
 */
enum rt_err worker_heard(struct worker *w, enum rt_err err);

#endif
