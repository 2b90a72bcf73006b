#include "patterns/reaper.h"

#include <stdio.h>
#include <string.h>

#include "patterns/put_back.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

static bool watch_stands_still(const struct worker *w, const struct beat *now)
{
	for (size_t i = 0; i < w->n; i++)
		if (strcmp(w->seen[i].worker, now->worker) == 0)
			return w->seen[i].count == now->count &&
			       strcmp(now->worker, w->name) != 0;
	return false;
}

/* Those with the fewest beats: the dead count no further, and come forward. */
static enum rt_err watch_read_beats(struct rt *rt, struct arena *a,
				    const char *queue, struct beat *now,
				    size_t *n)
{
	const char *field[2 * WORKERS_SEEN];
	enum rt_err err;

	err = rt_read_strs(rt_bus(rt), a, field, 2 * WORKERS_SEEN,
			   "ZRANGE " KEY_WORKERS " 0 %d WITHSCORES", queue,
			   WORKERS_SEEN - 1);
	if (err)
		return err;
	for (*n = 0; *n < WORKERS_SEEN && field[2 * *n]; ++*n) {
		struct beat *b = &now[*n];

		b->count = rt_u64(field[2 * *n + 1]);
		snprintf(b->worker, sizeof b->worker, "%s", field[2 * *n]);
	}
	return RT_OK;
}

static enum rt_err watch_rescue(struct rt *rt, struct arena *a,
				const struct worker *w, const struct beat *now,
				size_t n)
{
	const char *queue = w->queue;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < n; i++)
		if (watch_stands_still(w, &now[i]))
			rt_pipe(&p,
				"EVAL %s 4 " KEY_TAKEN " " KEY_JOBS
				" " KEY_DEAD " " KEY_WORKERS " %d 1 %s " ID,
				PUT_BACK_LUA, queue, now[i].worker, queue,
				queue, queue, QUEUE_TRIES, now[i].worker,
				now[i].count);
	return rt_pipe_end(&p);
}

enum rt_err reaper_look_after(struct rt *rt, struct arena *a, struct worker *w,
			      int64_t now_ms)
{
	struct beat now[WORKERS_SEEN];
	size_t n = 0;
	enum rt_err err;

	if (w->n && now_ms - w->watched_at < w->patience_ms)
		return RT_OK;
	err = watch_read_beats(rt, a, w->queue, now, &n);
	if (!err)
		err = watch_rescue(rt, a, w, now, n);
	if (worker_heard(w, err))
		return err;
	memcpy(w->seen, now, n * sizeof *now);
	w->n = n;
	w->watched_at = now_ms;
	return RT_OK;
}
