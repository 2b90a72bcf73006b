/*
 * Queues of jobs, on the bus.
 *
 * A job is a text that the queue does not understand.  It is pushed to the
 * head of the list {QUEUE}:jobs and popped from its tail, the oldest first, or
 * from its head, the newest first.  If a program pops a job and dies, the job
 * is lost.
 *
 * The reliable form loses none; worker.h has it.  A worker does not pop but
 * takes: one BLMOVE brings the job into {QUEUE}:taken:WORKER, where it stays
 * until it is done, and a script brings others that wait, 32 in all at most.
 * What a crash leaves, and how it is repaired:
 *
 *  - A worker dies with jobs in hand: they are in its list.  The other
 *    workers watch one another.  Each counts in {QUEUE}:workers, four times
 *    within its patience, also while it waits.  A worker whose count does not
 *    move while a watcher's patience runs out is dead to that watcher, and one
 *    script puts its jobs back, marked.
 *  - Redis goes away while a worker takes or finishes a job, so that the worker
 *    does not know what came of it.  When it takes the next job, it puts back
 *    what is still in its own list, marked in the same way.  That is no try:
 *    where Redis stands still and then goes on, it carries out at once all
 *    takes that were sent in vain.
 *  - Redis comes back without the last second, since it writes its file once a
 *    second: a worker that has waited for it asks whether it still has the job
 *    in hand, and goes on only then.
 *  - The watcher dies: the script has run whole, or not at all.
 *
 * Nobody compares the clocks of two machines, so a clock that jumps buries
 * nobody; and while Redis itself stands still nobody's patience runs.
 *
 * On the lists a job is "SINCE TRIES PAYLOAD": when it was pushed, in seconds;
 * how often it was begun in vain; and its text.  `tries` above 0 is the mark:
 * a part of the job may have been done, so the next worker has to look before
 * each step whether it was.  A job that was begun five times in vain goes to
 * {QUEUE}:dead, where it waits for the host.  A job goes back behind all
 * others, so that one that kills its workers does not stand in their way.
 *
 * One round trip each, unless it says otherwise.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

/* The queue whose workers deliver posts, and finish their deletion. */
#define DELIVER_QUEUE "fanout"

/* The delayed queue of scheduled posts; see delayed.h and schedule.h. */
#define SCHEDULE_QUEUE "later"

#define QUEUE_TRIES 5
#define QUEUE_LIST  100 /* jobs that queue_dead() tells */

struct job {
	const char *text; /* as it lies on the lists; NULL: no job */
	time_t since;
	unsigned tries;
	const char *payload;
};

struct jobs {
	struct job *v;
	size_t n;
};

/* ---- the plain queue --------------------------------------------------- */

struct rt_pipe;

enum rt_err queue_push(struct rt *rt, struct arena *a, const char *queue,
		       const char *payload);

/* Queues it on a pipeline of the bus, which goes on if that fails. */
void queue_try(struct rt_pipe *bus, const char *queue, const char *payload);

enum queue_end { QUEUE_OLDEST, QUEUE_NEWEST };

/* RT_NOT_FOUND from an empty queue.  The job is nowhere else any more. */
enum rt_err queue_pop(struct rt *rt, struct arena *a, const char *queue,
		      enum queue_end end, struct job *job);

/*
 * How it stands, for hosts.  Of very many jobs it looks at the next thousand
 * for the oldest.  Two round trips.
 */
struct queue_read {
	uint64_t waiting, in_hand, dead;
	time_t oldest; /* when it was pushed; 0: there is none */
};

enum rt_err queue_read(struct rt *rt, struct arena *a, const char *queue,
		       struct queue_read *look);

/* ---- jobs that failed -------------------------------------------------- */

/* The newest first, without the first `skip` of them. */
enum rt_err queue_dead(struct rt *rt, struct arena *a, const char *queue,
		       uint64_t skip, struct jobs *jobs);

/*
 * How hosts name a job: 8 hex digits, by what it is and not by its place in a
 * list that moves, so that a number never comes to mean another job.
 */
const char *queue_number(struct arena *a, const struct job *job);

/*
 * Gives a job its tries back, all but one, which marks it; or drops it.
 * RT_NOT_FOUND if it is no longer there.
 */
enum rt_err queue_retry(struct rt *rt, struct arena *a, const char *queue,
			const struct job *job);
enum rt_err queue_drop(struct rt *rt, struct arena *a, const char *queue,
		       const struct job *job);

#endif
