/*
 * Work that is under way: scheduled posts, queues and the jobs of workers, and
 * all keys that have to expire.  Most of these are on the bus.
 */
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/types.h"
#include "base/prefix.h"
#include "libretwis/post/schedule.h"
#include "libretwis/post/target.h"
#include "patterns/queue.h"
#include "patterns/job_move.lua.h"
#include "redis/keyspace.h"
#include "schema/key.h"

/* A scheduled post in the list that its author sees. */
struct waiting {
	const char *text, *entry;
	const char *due; /* in the queue, from where a worker publishes it */
	struct target parent;
};

struct waiting_of {
	struct record is;
	struct rt_texts texts, dead;
	struct waiting *v;
};

/* ---- looking ----------------------------------------------------------- */

static void due_queue(struct rt_pipe *p, void *one)
{
	struct waiting_of *l = one;

	rt_pipe_texts(p, &l->texts, RT_ALL, "ZRANGE " KEY_DUE_OF " 0 -1",
		      SCHEDULE_QUEUE, l->is.at.id);
}

static const char *due_entry(struct arena *a, uint64_t id, const char *text)
{
	return arena_printf(a, ID " %s", id, text);
}

static void due_queue_parents(struct rt_pipe *p, void *one)
{
	struct waiting_of *l = one;

	l->v = arena_alloc(p->a, l->texts.n * sizeof *l->v);
	for (size_t i = 0; i < l->texts.n; i++) {
		struct waiting *w = &l->v[i];

		w->text = l->texts.v[i];
		w->entry = due_entry(p->a, l->is.at.id, w->text);
		target_queue(p, &w->parent, schedule_reply_to(p->a, w->text));
	}
}

static void due_queue_queue(struct rt_pipe *p, void *one)
{
	struct waiting_of *l = one;

	for (size_t i = 0; i < l->texts.n; i++)
		rt_pipe_str(p, &l->v[i].due, "ZSCORE " KEY_DUE " %s",
			    SCHEDULE_QUEUE, l->v[i].entry);
	if (l->texts.n)
		rt_pipe_texts(p, &l->dead, RT_ALL, "LRANGE " KEY_DEAD " 0 -1",
			      SCHEDULE_QUEUE);
}

/* It failed too often, and is listed by retwis-admin queue. */
static bool due_is_dead(struct rt_texts dead, const char *entry)
{
	for (size_t i = 0; i < dead.n; i++)
		if (strcmp(job_read(dead.v[i]).payload, entry) == 0)
			return true;
	return false;
}

/* A reply to a post that is gone is kept until its author cancels it. */
static void due_judge(struct check *c, const void *one)
{
	const struct waiting_of *l = one;

	for (const struct waiting *w = l->v; w < l->v + l->texts.n; w++)
		if (!w->due && !target_is_gone(&w->parent) &&
		    !due_is_dead(l->dead, w->entry))
			check_found(c, SCHEDULED, l->is.at, 0, w->text);
}

const struct pass scheduled_pass = { .size = sizeof(struct waiting_of),
				     .step = { due_queue, due_queue_parents,
					       due_queue_queue },
				     .on_bus = { true, false, true },
				     .judge = due_judge };

/* ---- repairs ------------------------------------------------------------ */

/* It is published at the time that its author chose, or now if that is past. */
enum rt_err repair_scheduled(struct check *c, const struct fault *f)
{
	const char *at = NULL;
	enum rt_err err = rt_read_str(rt_bus(c->rt), &c->chunk, &at,
				      "ZSCORE " KEY_DUE_OF " %s",
				      SCHEDULE_QUEUE, f->at.id, f->what);

	if (err || !at)
		return err;
	return rt_do(rt_bus(c->rt), &c->chunk, "ZADD " KEY_DUE " NX %s %s",
		     SCHEDULE_QUEUE, at,
		     due_entry(&c->chunk, f->at.id, f->what));
}

/* ---- keys -------------------------------------------------------------- */

struct key_seen {
	struct record is;
	uint64_t ttl;
	const char *type;  /* of a trend */
	const char *alive; /* whether the worker of these jobs is */
};

/* The name of the worker, if the key has the jobs of one. */
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
				  .step = { key_queue },
				  .judge = key_judge };

const struct pass keys_pass = { .size = sizeof(struct key_seen),
				.step = { key_queue },
				.on_bus = { true },
				.judge = key_judge };

/* ---- the queue --------------------------------------------------------- */

struct queue_seen {
	struct record is;
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
				  .step = { queue_counts_queue },
				  .judge = queue_judge };

/* ---- repairs ------------------------------------------------------------ */

/* The longest time that such a key ever gets; others expire at once. */
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

/* As worker_reap() does for a dead worker: one more try is counted. */
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
