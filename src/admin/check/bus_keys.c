/*
 * Keys that have to expire, and what workers have in hand; most of them lie on
 * the bus.
 */
#include <string.h>

#include "base/prefix.h"
#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "admin/check/types.h"
#include "patterns/queue.h"
#include "patterns/job_move.lua.h"
#include "redis/keyspace.h"
#include "schema/key.h"

/* ---- keys -------------------------------------------------------------- */

struct key_seen {
	struct pass_subject is;
	uint64_t ttl;
	const char *type;  /* of a trend */
	const char *alive; /* the worker that has these jobs in hand */
};

/* The name of a worker, if the key is what that one has in hand. */
static const char *key_worker(const char *key)
{
	const char *taken = strstr(key, "}:taken:");

	return taken ? taken + 8 : NULL;
}

static void key_queue(struct rt_pipe *p, void *one)
{
	struct key_seen *k = one;
	const char *key = k->is.at.text, *worker = key_worker(key);

	if (worker)
		rt_pipe_str(p, &k->alive, "ZSCORE %s %s",
			    arena_printf(p->a, "%.*s}:workers",
					 (int)strcspn(key, "}"), key),
			    worker);
	else
		rt_pipe_u64(p, &k->ttl, "TTL %s", key);
	if (text_after(key, "trend:"))
		rt_pipe_str(p, &k->type, "TYPE %s", key);
}

static void key_judge(struct check *c, const void *one)
{
	const struct key_seen *k = one;
	const char *key = k->is.at.text;

	type_judge(c, TAG_TYPE, k->is.at, key, k->type, "zset");
	if (key_worker(key) && !k->alive)
		check_found(c, JOB_LOST, k->is.at, 0, NULL);
	if (k->ttl == (uint64_t)-1)
		check_found(c, FOR_EVER, k->is.at, 0, NULL);
}

const struct pass trends_pass = { .size = sizeof(struct key_seen),
				  .ask = { key_queue },
				  .judge = key_judge };

const struct pass keys_pass = { .size = sizeof(struct key_seen),
				.ask = { key_queue },
				.on_bus = { true },
				.judge = key_judge };

/* ---- the queue --------------------------------------------------------- */

struct queue_seen {
	struct pass_subject is;
	uint64_t dead;
	struct rt_texts jobs;
};

static void queue_counts_queue(struct rt_pipe *p, void *one)
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

const struct pass queues_pass = { .size = sizeof(struct queue_seen),
				  .on_bus = { true },
				  .ask = { queue_counts_queue },
				  .judge = queue_judge };

/* ---- mending ----------------------------------------------------------- */

/* As long as the key may have had to live; or for another moment. */
static int key_seconds(const char *key)
{
	static const struct {
		const char *begins;
		int seconds;
	} table[] = {
		{ "trend:", TREND_SECONDS },
		{ "once:", IDEMPOTENCY_LATER_SECONDS },
		{ "sent:", SENT_SECONDS },
		{ "known:", KNOWN_PLACES_SECONDS },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (text_after(key, table[i].begins))
			return table[i].seconds;
	return 1;
}

enum rt_err repair_for_ever(struct check *c, const struct fault *f)
{
	const char *key = f->at.text;
	bool is_trend =
		text_after(key, "trend") || strcmp(key, "cache:trending") == 0;
	struct rt_pipe p;

	rt_pipe_begin(&p, is_trend ? c->rt : rt_bus(c->rt), &c->chunk);
	expire_new(&p, key, key_seconds(key));
	return rt_pipe_end(&p);
}

/* As reaper_look_after() does it if it sees a worker die: back, and marked. */
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

enum rt_err repair_job_lost(struct check *c, const struct fault *f)
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
