#include "patterns/worker.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/secret.h"
#include "patterns/beat.lua.h"
#include "patterns/queue.h"
#include "patterns/job_move.lua.h"
#include "patterns/jobs_take.lua.h"
#include "patterns/put_back.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

_Static_assert(WORKER_JOBS == TAKEN_CAP, "it takes as many as it may hold");

/* ---- taking jobs ----------------------------------------------------- */

void worker_join(struct worker *w, struct arena *a, const char *queue,
		 int64_t patience_ms)
{
	*w = (struct worker){ .queue = queue,
			      .patience_ms = patience_ms,
			      .may_hold_jobs = true };
	w->name = arena_printf(a, "%d-%.16s", (int)getpid(), secret_new(a));
}

/*
 * A worker that got an error may not have been seen by the others either.  So
 * it forgets what it saw of them, and beats at once.  Returns `err`.
 */
static enum rt_err worker_reset_on_error(struct worker *w, enum rt_err err)
{
	if (err) {
		w->n = 0;
		w->last_beat = 0;
	}
	return err;
}

static bool worker_beat_is_due(const struct worker *w)
{
	return !w->last_beat ||
	       clock_ms() - w->last_beat >= w->patience_ms / 4;
}

static void worker_queue_beat(struct rt_pipe *p, struct worker *w)
{
	w->last_beat = clock_ms();
	rt_pipe(p, "EVAL %s 1 " KEY_WORKERS " %s", BEAT_LUA, w->queue,
		w->name);
}

enum rt_err worker_beat(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job)
{
	struct rt_ids places = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	worker_queue_beat(&p, w);
	rt_pipe_ids(&p, &places, 1, "LPOS " KEY_TAKEN " %s COUNT 1", w->queue,
		    w->name, job->text);
	if ((err = worker_reset_on_error(w, rt_pipe_end(&p))))
		return err;
	return places.n ? RT_OK : RT_TAKEN;
}

enum rt_err worker_beat_if_due(struct rt *rt, struct arena *a,
			       struct worker *w, const struct job *job)
{
	return worker_beat_is_due(w) ? worker_beat(rt, a, w, job) : RT_OK;
}

/* `step` is added to the failed attempts of each job. */
static void worker_put_back(struct rt_pipe *p, const struct worker *w,
			    int step)
{
	rt_pipe(p, "EVAL %s 3 " KEY_TAKEN " " KEY_JOBS " " KEY_DEAD " %d %d",
		PUT_BACK_LUA, w->queue, w->name, w->queue, w->queue,
		QUEUE_TRIES, step);
}

enum rt_err worker_leave(struct rt *rt, struct arena *a, struct worker *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	worker_put_back(&p, w, 0);
	rt_pipe(&p, "ZREM " KEY_WORKERS " %s", w->queue, w->name);
	return rt_pipe_end(&p);
}

/*
 * The time-out for BLMOVE in seconds.  0 would mean for ever, and the time-out
 * of the link has to be longer.
 */
static const char *worker_seconds(const struct rt *rt, struct arena *a,
				  unsigned ms)
{
	unsigned most = rt->servers->timeout_ms / 2;

	ms = ms < most ? ms : most;
	ms = ms ? ms : 1;
	return arena_printf(a, "%u.%03u", ms / 1000, ms % 1000);
}

/* Beats if that is due, and puts back what the worker may still hold. */
static void worker_queue_upkeep(struct rt_pipe *p, struct worker *w)
{
	if (worker_beat_is_due(w)) {
		worker_queue_beat(p, w);
		/* Redis may execute commands late that have timed out. */
		w->may_hold_jobs = true;
	}
	if (w->may_hold_jobs)
		worker_put_back(p, w, w->held > 0);
	w->may_hold_jobs = true;
	w->held = 0;
}

/* Takes what is there; the rest of `text` becomes NULL. */
static enum rt_err worker_take_texts(struct rt *rt, struct arena *a,
				     struct worker *w, unsigned wait_ms,
				     const char **text, size_t most)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	worker_queue_upkeep(&p, w);
	rt_pipe_str(&p, &text[0],
		    "BLMOVE " KEY_JOBS " " KEY_TAKEN " RIGHT LEFT %s",
		    w->queue, w->queue, w->name,
		    worker_seconds(rt, a, wait_ms));
	if (most > 1)
		rt_pipe_strs(&p, text + 1, most - 1,
			     "EVAL %s 2 " KEY_JOBS " " KEY_TAKEN " %d",
			     JOBS_TAKE_LUA, w->queue, w->queue, w->name,
			     (int)most - 1);
	return worker_reset_on_error(w, rt_pipe_end(&p));
}

enum rt_err worker_take_jobs(struct rt *rt, struct arena *a, struct worker *w,
			     unsigned wait_ms, size_t most, struct jobs *jobs)
{
	const char *text[WORKER_JOBS] = { NULL };
	struct jobs got = { .v = arena_alloc(a, sizeof text / sizeof *text *
							sizeof *got.v) };
	enum rt_err err;

	if (most > WORKER_JOBS)
		most = WORKER_JOBS;
	if ((err = worker_take_texts(rt, a, w, wait_ms, text, most)))
		return err;
	/*
	 * The first may be missing: BLMOVE timed out just before the rest came.
	 */
	for (size_t i = 0; i < most; i++)
		if (text[i])
			got.v[got.n++] = job_read(text[i]);
	w->held = got.n;
	w->may_hold_jobs = got.n;
	if (!got.n)
		return RT_NOT_FOUND;
	*jobs = got;
	return RT_OK;
}

enum rt_err worker_take(struct rt *rt, struct arena *a, struct worker *w,
			unsigned wait_ms, struct job *job)
{
	struct jobs jobs;
	enum rt_err err = worker_take_jobs(rt, a, w, wait_ms, 1, &jobs);

	if (!err)
		*job = jobs.v[0];
	return err;
}

/* ---- ending jobs ----------------------------------------------------- */

/*
 * If the job is not in the worker's list, the worker was considered dead and
 * has to beat at once.  Or Redis has restarted without its last second of
 * writes, and the list may contain other jobs.  In both cases the worker no
 * longer knows which jobs it holds.
 */
static enum rt_err worker_release(struct worker *w, bool was_there)
{
	if (!was_there) {
		w->held = 0;
		w->may_hold_jobs = true;
		w->last_beat = 0;
		return RT_TAKEN;
	}
	if (w->held && --w->held == 0)
		w->may_hold_jobs = false;
	return RT_OK;
}

void worker_end(struct rt_pipe *bus, const struct worker *w,
		const struct job *job, uint64_t *ended)
{
	rt_pipe_u64(bus, ended, "LREM " KEY_TAKEN " 1 %s", w->queue, w->name,
		    job->text);
}

enum rt_err worker_ended(struct worker *w, enum rt_err err, uint64_t ended)
{
	return worker_reset_on_error(w, err) ? err : worker_release(w, ended);
}

enum rt_err worker_done(struct rt *rt, struct arena *a, struct worker *w,
			const struct job *job)
{
	uint64_t ended = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	worker_end(&p, w, job, &ended);
	err = rt_pipe_end(&p);
	return worker_ended(w, err, ended);
}

void worker_move(struct rt_pipe *bus, const struct worker *w,
		 const struct job *job, const char *payload, uint64_t *moved)
{
	rt_pipe_u64(bus, moved, "EVAL %s 2 " KEY_TAKEN " " KEY_JOBS " %s %s",
		    JOB_MOVE_LUA, w->queue, w->name, w->queue, job->text,
		    job_text(bus->a, job->since, 0, payload));
}

enum rt_err worker_replace(struct rt *rt, struct arena *a, struct worker *w,
			   const struct job *job, const char *payload)
{
	uint64_t moved = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	worker_move(&p, w, job, payload, &moved);
	err = rt_pipe_end(&p);
	return worker_ended(w, err, moved);
}

/* ---- dead workers ---------------------------------------------------- */

static bool worker_is_stalled(const struct worker *w, const struct beat *now)
{
	for (size_t i = 0; i < w->n; i++)
		if (strcmp(w->beats[i].worker, now->worker) == 0)
			return w->beats[i].count == now->count &&
			       strcmp(now->worker, w->name) != 0;
	return false;
}

/*
 * Reads the lowest counters.  Those of dead workers do not grow, so sooner or
 * later they are among these.
 */
static enum rt_err worker_read_beats(struct rt *rt, struct arena *a,
				     const char *queue, struct beat *now,
				     size_t *n)
{
	const char *field[2 * WORKERS_WATCHED];
	enum rt_err err;

	err = rt_read_strs(rt_bus(rt), a, field, 2 * WORKERS_WATCHED,
			   "ZRANGE " KEY_WORKERS " 0 %d WITHSCORES", queue,
			   WORKERS_WATCHED - 1);
	if (err)
		return err;
	for (*n = 0; *n < WORKERS_WATCHED && field[2 * *n]; ++*n) {
		struct beat *b = &now[*n];

		b->count = rt_u64(field[2 * *n + 1]);
		snprintf(b->worker, sizeof b->worker, "%s", field[2 * *n]);
	}
	return RT_OK;
}

static enum rt_err worker_put_back_dead(struct rt *rt, struct arena *a,
					const struct worker *w,
					const struct beat *now, size_t n)
{
	const char *queue = w->queue;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < n; i++)
		if (worker_is_stalled(w, &now[i]))
			rt_pipe(&p,
				"EVAL %s 4 " KEY_TAKEN " " KEY_JOBS
				" " KEY_DEAD " " KEY_WORKERS " %d 1 %s " ID,
				PUT_BACK_LUA, queue, now[i].worker, queue,
				queue, queue, QUEUE_TRIES, now[i].worker,
				now[i].count);
	return rt_pipe_end(&p);
}

enum rt_err worker_reap(struct rt *rt, struct arena *a, struct worker *w,
			int64_t now_ms)
{
	struct beat now[WORKERS_WATCHED];
	size_t n = 0;
	enum rt_err err;

	if (w->n && now_ms - w->checked_at < w->patience_ms)
		return RT_OK;
	err = worker_read_beats(rt, a, w->queue, now, &n);
	if (!err)
		err = worker_put_back_dead(rt, a, w, now, n);
	if (worker_reset_on_error(w, err))
		return err;
	memcpy(w->beats, now, n * sizeof *now);
	w->n = n;
	w->checked_at = now_ms;
	return RT_OK;
}
