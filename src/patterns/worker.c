#include "patterns/worker.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/secret.h"
#include "patterns/beat.lua.h"
#include "patterns/job.h"
#include "patterns/job_move.lua.h"
#include "patterns/jobs_take.lua.h"
#include "patterns/put_back.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

_Static_assert(WORKER_JOBS == TAKEN_CAP, "it takes as many as it may hold");

/* ---- taking ------------------------------------------------------------ */

void worker_join(struct worker *w, struct arena *a, const char *queue,
		 int64_t patience_ms)
{
	*w = (struct worker){ .queue = queue,
			      .patience_ms = patience_ms,
			      .in_hand = true };
	w->name = arena_printf(a, "%d-%.16s", (int)getpid(), secret_new(a));
}

enum rt_err worker_heard(struct worker *w, enum rt_err err)
{
	if (err) {
		w->n = 0;
		w->beaten_at = 0;
	}
	return err;
}

static bool worker_must_beat(const struct worker *w)
{
	return !w->beaten_at ||
	       clock_ms() - w->beaten_at >= w->patience_ms / 4;
}

static void worker_count(struct rt_pipe *p, struct worker *w)
{
	w->beaten_at = clock_ms();
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
	worker_count(&p, w);
	rt_pipe_ids(&p, &places, 1, "LPOS " KEY_TAKEN " %s COUNT 1", w->queue,
		    w->name, job->text);
	if ((err = worker_heard(w, rt_pipe_end(&p))))
		return err;
	return places.n ? RT_OK : RT_TAKEN;
}

enum rt_err worker_go_on(struct rt *rt, struct arena *a, struct worker *w,
			 const struct job *job)
{
	return worker_must_beat(w) ? worker_beat(rt, a, w, job) : RT_OK;
}

/* `step`: how many tries more the jobs have. */
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

/* For BLMOVE, to which 0 means for ever.  The link's time-out is longer. */
static const char *worker_seconds(const struct rt *rt, struct arena *a,
				  unsigned ms)
{
	unsigned most = rt->servers->timeout_ms / 2;

	ms = ms < most ? ms : most;
	ms = ms ? ms : 1;
	return arena_printf(a, "%u.%03u", ms / 1000, ms % 1000);
}

/* Says that it lives, if it is time, and puts back what it may still have. */
static void worker_tidy(struct rt_pipe *p, struct worker *w)
{
	if (worker_must_beat(w)) {
		worker_count(p, w);
		/* Redis may get late what was sent before a time-out. */
		w->in_hand = true;
	}
	if (w->in_hand)
		worker_put_back(p, w, w->begun > 0);
	w->in_hand = true;
	w->begun = 0;
}

/* Those that are there; NULL for the others. */
static enum rt_err worker_take_texts(struct rt *rt, struct arena *a,
				     struct worker *w, unsigned wait_ms,
				     const char **text, size_t most)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	worker_tidy(&p, w);
	rt_pipe_str(&p, &text[0],
		    "BLMOVE " KEY_JOBS " " KEY_TAKEN " RIGHT LEFT %s",
		    w->queue, w->queue, w->name,
		    worker_seconds(rt, a, wait_ms));
	if (most > 1)
		rt_pipe_strs(&p, text + 1, most - 1,
			     "EVAL %s 2 " KEY_JOBS " " KEY_TAKEN " %d",
			     JOBS_TAKE_LUA, w->queue, w->queue, w->name,
			     (int)most - 1);
	return worker_heard(w, rt_pipe_end(&p));
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
	/* The first may come just after we have given up waiting for it. */
	for (size_t i = 0; i < most; i++)
		if (text[i])
			got.v[got.n++] = job_read(text[i]);
	w->begun = got.n;
	w->in_hand = got.n;
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

/* ---- finishing --------------------------------------------------------- */

/*
 * A worker that was robbed of a job was taken for dead, and has to beat at
 * once; or Redis has come back without its last second, and other jobs may lie
 * in the worker's list.  So it knows of none any more.
 */
static enum rt_err worker_let_go(struct worker *w, bool was_there)
{
	if (!was_there) {
		w->begun = 0;
		w->in_hand = true;
		w->beaten_at = 0;
		return RT_TAKEN;
	}
	if (w->begun && --w->begun == 0)
		w->in_hand = false;
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
	return worker_heard(w, err) ? err : worker_let_go(w, ended);
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
