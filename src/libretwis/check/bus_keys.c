#include "libretwis/check/bus_keys.h"

#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/check/scan_keys.lua.h"
#include "libretwis/check/types.h"
#include "libretwis/engine/job.h"
#include "libretwis/engine/job_move.lua.h"
#include "libretwis/redis/expire.h"
#include "libretwis/redis/scan.h"

/* Trends of so many hours are looked at, two of which are to come. */
#define HOURS 720

static enum rt_err keys_look_at_ends(struct check *c, struct rt *link,
				     const char *const *key, size_t n)
{
	uint64_t *ttl = arena_alloc(&c->chunk, n * sizeof *ttl);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, link, &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &ttl[i], "TTL %s", key[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (ttl[i] == (uint64_t)-1)
			check_found(c, FOR_EVER, NAMED(key[i]), 0, NULL);
	return err;
}

static enum rt_err trends_look_at_types(struct check *c, const char **key)
{
	const char *type[HOURS] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < HOURS; i++)
		rt_pipe_str(&p, &type[i], "TYPE %s", key[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < HOURS; i++)
		type_judge(c, TAG_TYPE, NAMED(key[i]), key[i], type[i],
			   "zset");
	return err;
}

enum rt_err look_trends(struct check *c, const struct subject *v, size_t n)
{
	const char **key = arena_alloc(&c->chunk, (HOURS + 1) * sizeof *key);
	uint64_t now = (uint64_t)time(NULL) / 3600;
	enum rt_err err;

	(void)v;
	(void)n;
	for (uint64_t i = 0; i < HOURS; i++)
		key[i] = arena_printf(&c->chunk, KEY_TREND, now + 2 - i);
	key[HOURS] = "cache:trending";
	err = trends_look_at_types(c, key);
	return err ? err : keys_look_at_ends(c, c->rt, key, HOURS + 1);
}

/* ---- all keys ---------------------------------------------------------- */

struct hand {
	const char *list, *alive;
};

/* The queue's name and the worker's are in the key. */
static const char *hand_workers(struct arena *a, const char *list)
{
	const char *end = strstr(list, "}:taken:");

	return arena_printf(a, "%.*s}:workers", (int)(end - list), list);
}

static enum rt_err hands_look_at(struct check *c, struct hand *hand, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_str(&p, &hand[i].alive, "ZSCORE %s %s",
			    hand_workers(&c->chunk, hand[i].list),
			    strstr(hand[i].list, "}:taken:") + 8);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		if (!hand[i].alive)
			check_found(c, JOB_LOST, NAMED(hand[i].list), 0, NULL);
	return err;
}

static enum rt_err keys_look_at(struct check *c, struct rt_texts keys)
{
	struct hand *hand = arena_alloc(&c->chunk, keys.n * sizeof *hand);
	size_t hands = 0, others = 0;
	enum rt_err err;

	for (size_t i = 0; i < keys.n; i++)
		if (strstr(keys.v[i], "}:taken:"))
			hand[hands++].list = keys.v[i];
		else
			keys.v[others++] = keys.v[i];
	err = hands_look_at(c, hand, hands);
	return err ? err : keys_look_at_ends(c, rt_bus(c->rt), keys.v, others);
}

/*
 * Wherever the bus is: its link lets SCAN through, while a proxy before the
 * data does not.
 */
enum rt_err look_keys(struct check *c, const struct subject *v, size_t n)
{
	struct scan_keys s = { 0 };
	enum rt_err err = RT_OK;

	(void)v;
	(void)n;
	while (!err && !s.whole) {
		arena_reset(&c->chunk);
		err = scan_keys(rt_bus(c->rt), &c->chunk, SCAN_KEYS_LUA, &s);
		if (!err)
			err = keys_look_at(c, s.found);
	}
	return err;
}

/* ---- the queue --------------------------------------------------------- */

struct queue_seen {
	struct looked is;
	uint64_t dead;
	struct rt_texts jobs;
};

static void queue_ask(struct rt_pipe *p, void *one)
{
	struct queue_seen *q = one;
	const char *queue = q->is.at.text;

	rt_pipe_u64(p, &q->dead, "LLEN " KEY_DEAD, queue);
	if (strcmp(queue, DELIVER_QUEUE) == 0)
		rt_pipe_texts(p, &q->jobs, QUEUE_LIST,
			      "LRANGE " KEY_JOBS " 0 %d", queue,
			      QUEUE_LIST - 1);
}

static void queue_judge(struct check *c, const void *one)
{
	const struct queue_seen *q = one;

	if (q->dead)
		check_found(c, JOBS_DEAD, q->is.at, q->dead, NULL);
	for (size_t i = 0; i < q->jobs.n; i++)
		if (!job_read(q->jobs.v[i]).since)
			check_found(c, JOB_ODD, q->is.at, 0, q->jobs.v[i]);
}

const struct look queues_look = { .size = sizeof(struct queue_seen),
				  .on_bus = true,
				  .ask = { queue_ask },
				  .judge = queue_judge };

/* ---- mending ----------------------------------------------------------- */

/* As long as the key may have had to live; or for another moment. */
static int key_seconds(const char *key)
{
	static const struct {
		const char *begins;
		int seconds;
	} table[] = {
		{ "trend:", 25 * 3600 },
		{ "once:", ONCE_LATER_SECONDS },
		{ "sent:", 86400 },
		{ "known:", 365 * 86400 },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (text_after(key, table[i].begins))
			return table[i].seconds;
	return 1;
}

enum rt_err mend_for_ever(struct check *c, const struct fault *f)
{
	const char *key = f->at.text;
	bool is_trend =
		text_after(key, "trend") || strcmp(key, "cache:trending") == 0;
	struct rt_pipe p;

	rt_pipe_begin(&p, is_trend ? c->rt : rt_bus(c->rt), &c->chunk);
	expire_new(&p, key, key_seconds(key));
	return rt_pipe_end(&p);
}

/* As watch_others() does it if it sees a worker die: back, and marked. */
static void hand_put_back(struct rt_pipe *p, const char *list,
			  const char *text)
{
	struct job job = job_read(text);
	const char *again = text;
	int name = (int)(strstr(list, "}:") - list);

	if (job.since)
		again = job_text(p->a, job.since, job.tries + 1, job.payload);
	rt_pipe(p, "EVAL %s 2 %s %s %s %s", JOB_MOVE_LUA, list,
		arena_printf(p->a, "%.*s}:%s", name, list,
			     job.since ? "jobs" : "dead"),
		text, again);
}

enum rt_err mend_job_lost(struct check *c, const struct fault *f)
{
	struct rt_texts jobs = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe_texts(&p, &jobs, RT_ALL, "LRANGE %s 0 -1", f->at.text);
	rt_pipe_lenient(&p);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < jobs.n; i++)
		hand_put_back(&p, f->at.text, jobs.v[i]);
	return rt_pipe_end(&p);
}
