/*
 * Queues of jobs, on the bus.
 *
 * A job is a text whose meaning the queue does not know.  It is pushed to the
 * head of the list {QUEUE}:jobs and popped from the tail, the oldest first, or
 * from the head, the newest first.  If a program pops a job and dies, the job
 * is lost.
 *
 * The reliable form of worker.h loses none.  There a worker moves a job by
 * BLMOVE into {QUEUE}:taken:WORKER, where it remains until it is done.  A
 * script adds other jobs that wait, up to 32 in all.  This is what a crash can
 * leave behind, and how it is repaired:
 *
 *  - A worker dies while it holds jobs, which are then in its list.  Workers
 *    watch each other: each increments its counter in {QUEUE}:workers at least
 *    four times within its patience, even while it is idle.  If a counter does
 *    not change for the whole patience of a watcher, that watcher considers the
 *    worker dead, and a script puts its jobs back, marked.
 *  - Redis goes down while a worker takes or ends a job, so the worker does not
 *    know whether that happened.  Before it takes the next job, it puts back
 *    what is still in its list, marked in the same way.  This does not count as
 *    an attempt: when a Redis that hung continues, it executes at once all the
 *    takes that have timed out by then.
 *  - Redis restarts without the last second of writes, because it syncs its
 *    file once a second.  A worker that has waited for it checks that it still
 *    holds the job before it continues.
 *  - The watcher dies.  The script has run as a whole, or not at all.
 *
 * The clocks of two machines are never compared, so a clock jump never declares
 * a worker dead.  While Redis is down, nobody's patience runs out.
 *
 * In the lists a job is "SINCE TRIES PAYLOAD": the time in seconds when it was
 * pushed, the number of failed attempts, and its text.  `tries` above 0 is the
 * mark mentioned above.  Parts of a marked job may have been done, so the next
 * worker has to check that before each step.  After five failed attempts a job
 * is moved to {QUEUE}:dead, where it waits for the host.  A job that is put
 * back goes to the end of the queue, so that one that kills its workers does
 * not hold up the others.
 *
 * Each function takes one round trip, unless it says otherwise.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

/* The queue whose workers deliver posts, and finish deleting them. */
#define DELIVER_QUEUE "fanout"

/* The delayed queue of scheduled posts; see delayed.h and schedule.h. */
#define SCHEDULE_QUEUE "later"

#define QUEUE_TRIES 5
#define QUEUE_LIST  100 /* jobs that queue_dead() returns at most */

struct job {
	const char *text; /* as it is in the lists; NULL: no job */
	time_t since;
	unsigned tries;
	const char *payload;
};

struct jobs {
	struct job *v;
	size_t n;
};

/* ---- the plain queue ----------------------------------------------------- */

struct rt_pipe;

enum rt_err queue_push(struct rt *rt, struct arena *a, const char *queue,
		       const char *payload);

/* Queues the push on a pipeline of the bus, which ignores its failure. */
void queue_try(struct rt_pipe *bus, const char *queue, const char *payload);

enum queue_end { QUEUE_OLDEST, QUEUE_NEWEST };

/* RT_NOT_FOUND if the queue is empty.  The job is in no list any more. */
enum rt_err queue_pop(struct rt *rt, struct arena *a, const char *queue,
		      enum queue_end end, struct job *job);

/*
 * Statistics for hosts.  If very many jobs wait, `oldest` is that of the next
 * thousand.  Two round trips.
 */
struct queue_stats {
	uint64_t waiting, in_hand, dead;
	time_t oldest; /* when that job was pushed; 0: there is none */
};

enum rt_err queue_stats(struct rt *rt, struct arena *a, const char *queue,
			struct queue_stats *stats);

/* ---- jobs that failed ---------------------------------------------------- */

/* Lists them, the newest first, without the first `skip`. */
enum rt_err queue_dead(struct rt *rt, struct arena *a, const char *queue,
		       uint64_t skip, struct jobs *jobs);

/*
 * The number by which hosts refer to a job, 8 hex digits.  It is a digest of
 * the job and not its position, which changes, so a number never comes to mean
 * another job.
 */
const char *queue_number(struct arena *a, const struct job *job);

/*
 * These two put a job back into the queue, or drop it.  One that is put back
 * has all its attempts again but one, because it has to remain marked.
 * RT_NOT_FOUND if it is gone.
 */
enum rt_err queue_retry(struct rt *rt, struct arena *a, const char *queue,
			const struct job *job);
enum rt_err queue_drop(struct rt *rt, struct arena *a, const char *queue,
		       const struct job *job);

/* ---- jobs as texts ------------------------------------------------------- */

const char *job_text(struct arena *a, time_t since, unsigned tries,
		     const char *payload);

/* Parses a text of job_text().  Any other text becomes all payload. */
struct job job_read(const char *text);

#endif
