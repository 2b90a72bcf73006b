/* The reliable queue. */
#include "libretwis/engine/worker.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/secret.h"
#include "libretwis/engine/job.h"

/* ---- taking ------------------------------------------------------------ */

/*
 * Puts all jobs of a taken list back, the oldest first and marked, `step` tries
 * further, or to the dead what was tried `ARGV[1]` times or is no job at all.
 */
#define PUT_BACK                                                              \
	"local taken, jobs, dead = KEYS[1], KEYS[2], KEYS[3] "                \
	"local job = redis.call('RPOP', taken) "                              \
	"while job do "                                                       \
	"local to = dead "                                                    \
	"local since, tries, payload = job:match('^(%d+) (%d+) (.*)$') "      \
	"if since then "                                                      \
	"tries = math.max(tries + step, 1) "                                  \
	"if tries < tonumber(ARGV[1]) then to = jobs end "                    \
	"job = since .. ' ' .. tries .. ' ' .. payload end "                  \
	"redis.call('LPUSH', to, job) "                                       \
	"job = redis.call('RPOP', taken) end "

/* While memory is full workers live, too, and moving a job takes no more. */
#define PUT_BACK_MINE                                                         \
	RT_SCRIPT_FREES "local step = tonumber(ARGV[2]) " PUT_BACK
#define COUNT_ON "redis.call('ZINCRBY', KEYS[1], 1, ARGV[1])"
#define BEAT     RT_SCRIPT_FREES COUNT_ON

void queue_join(struct worker *w, struct arena *a, const char *queue,
		int64_t patience_ms)
{
	*w = (struct worker){ .queue = queue,
			      .patience_ms = patience_ms,
			      .in_hand = true };
	w->name = arena_printf(a, "%d-%.16s", (int)getpid(), secret_new(a));
}

/* Who could not ask may not have been heard either: watches and beats anew. */
static enum rt_err heard(struct worker *w, enum rt_err err)
{
	if (err) {
		w->n = 0;
		w->beaten_at = 0;
	}
	return err;
}

static void beat(struct rt_pipe *p, struct worker *w)
{
	w->beaten_at = clock_ms();
	rt_pipe(p, "EVAL %s 1 " KEY_WORKERS " %s", BEAT, w->queue, w->name);
}

enum rt_err queue_beat(struct rt *rt, struct arena *a, struct worker *w,
		       const struct job *job)
{
	const char *text = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	beat(&p, w);
	rt_pipe_str(&p, &text, "LINDEX " KEY_TAKEN " 0", w->queue, w->name);
	if ((err = heard(w, rt_pipe_end(&p))))
		return err;
	return text && strcmp(text, job->text) == 0 ? RT_OK : RT_TAKEN;
}

static void put_back_mine(struct rt_pipe *p, const struct worker *w, int step)
{
	rt_pipe(p, "EVAL %s 3 " KEY_TAKEN " " KEY_JOBS " " KEY_DEAD " %d %d",
		PUT_BACK_MINE, w->queue, w->name, w->queue, w->queue,
		QUEUE_TRIES, step);
}

enum rt_err queue_leave(struct rt *rt, struct arena *a, struct worker *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	put_back_mine(&p, w, 0);
	rt_pipe(&p, "ZREM " KEY_WORKERS " %s", w->queue, w->name);
	return rt_pipe_end(&p);
}

/* Redis takes 0 for ever, and the link hangs up at its time-out. */
static const char *seconds(const struct rt *rt, struct arena *a, unsigned ms)
{
	unsigned most = rt->conf->timeout_ms / 2;

	ms = ms < most ? ms : most;
	ms = ms ? ms : 1;
	return arena_printf(a, "%u.%03u", ms / 1000, ms % 1000);
}

enum rt_err queue_take(struct rt *rt, struct arena *a, struct worker *w,
		       unsigned wait_ms, struct job *job)
{
	const char *queue = w->queue, *text = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	if (!w->beaten_at || clock_ms() - w->beaten_at >= w->patience_ms / 4) {
		beat(&p, w);
		/* What was sent before a time-out may come to Redis late. */
		w->in_hand = true;
	}
	if (w->in_hand)
		put_back_mine(&p, w, w->begun);
	w->in_hand = true;
	w->begun = false;
	rt_pipe_str(&p, &text,
		    "BLMOVE " KEY_JOBS " " KEY_TAKEN " RIGHT LEFT %s", queue,
		    queue, w->name, seconds(rt, a, wait_ms));
	if ((err = heard(w, rt_pipe_end(&p))))
		return err;
	w->in_hand = w->begun = text;
	if (!text)
		return RT_NOT_FOUND;
	*job = job_read(text);
	return RT_OK;
}

/* ---- finishing --------------------------------------------------------- */

/*
 * Whoever was robbed was taken for dead, and counts anew; or Redis has come
 * back with what it had a second before, and another job may lie there.
 */
static enum rt_err let_go(struct worker *w, bool was_there)
{
	w->in_hand = !was_there;
	w->begun = false;
	if (!was_there)
		w->beaten_at = 0;
	return was_there ? RT_OK : RT_TAKEN;
}

enum rt_err queue_done(struct rt *rt, struct arena *a, struct worker *w,
		       const struct job *job)
{
	uint64_t removed = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &removed, "LREM " KEY_TAKEN " 1 %s", w->queue, w->name,
		    job->text);
	if ((err = heard(w, rt_pipe_end(&p))))
		return err;
	return let_go(w, removed);
}

enum rt_err queue_replace(struct rt *rt, struct arena *a, struct worker *w,
			  const struct job *job, const char *payload)
{
	uint64_t moved = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &moved, "EVAL %s 2 " KEY_TAKEN " " KEY_JOBS " %s %s",
		    JOB_MOVE, w->queue, w->name, w->queue, job->text,
		    job_text(a, job->since, 0, payload));
	if ((err = heard(w, rt_pipe_end(&p))))
		return err;
	return let_go(w, moved);
}

/* ---- watching ---------------------------------------------------------- */

/* With another count than was seen the worker lives, or is gone. */
#define UNLESS_ALIVE                                                          \
	"local workers, name, count = KEYS[4], ARGV[2], ARGV[3] "             \
	"if redis.call('ZSCORE', workers, name) ~= count then return end "
#define BURY   "redis.call('ZREM', workers, name)"
#define RESCUE RT_SCRIPT_FREES "local step = 1 " UNLESS_ALIVE PUT_BACK BURY

static bool stands_still(const struct worker *w, const struct beat *now)
{
	for (size_t i = 0; i < w->n; i++)
		if (strcmp(w->seen[i].worker, now->worker) == 0)
			return w->seen[i].count == now->count &&
			       strcmp(now->worker, w->name) != 0;
	return false;
}

/* The dead count no further and so come to the front. */
static enum rt_err read_beats(struct rt *rt, struct arena *a,
			      const char *queue, struct beat *now, size_t *n)
{
	const char *field[2 * QUEUE_WORKERS];
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_strs(&p, field, 2 * QUEUE_WORKERS,
		     "ZRANGE " KEY_WORKERS " 0 %d WITHSCORES", queue,
		     QUEUE_WORKERS - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (*n = 0; *n < QUEUE_WORKERS && field[2 * *n]; ++*n) {
		struct beat *b = &now[*n];

		b->count = rt_u64(field[2 * *n + 1]);
		snprintf(b->worker, sizeof b->worker, "%s", field[2 * *n]);
	}
	return RT_OK;
}

static enum rt_err rescue(struct rt *rt, struct arena *a,
			  const struct worker *w, const struct beat *now,
			  size_t n)
{
	const char *queue = w->queue;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < n; i++)
		if (stands_still(w, &now[i]))
			rt_pipe(&p,
				"EVAL %s 4 " KEY_TAKEN " " KEY_JOBS
				" " KEY_DEAD " " KEY_WORKERS " %d %s " ID,
				RESCUE, queue, now[i].worker, queue, queue,
				queue, QUEUE_TRIES, now[i].worker,
				now[i].count);
	return rt_pipe_end(&p);
}

enum rt_err queue_watch(struct rt *rt, struct arena *a, struct worker *w,
			int64_t now_ms)
{
	struct beat now[QUEUE_WORKERS];
	size_t n = 0;
	enum rt_err err;

	if (w->n && now_ms - w->watched_at < w->patience_ms)
		return RT_OK;
	if ((err = heard(w, read_beats(rt, a, w->queue, now, &n))) ||
	    (err = heard(w, rescue(rt, a, w, now, n))))
		return err;
	memcpy(w->seen, now, n * sizeof *now);
	w->n = n;
	w->watched_at = now_ms;
	return RT_OK;
}
