#include "patterns/queue.h"

#include <limits.h>
#include <time.h>

#include "base/digits.h"
#include "base/secret.h"
#include "patterns/job_move.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

/* ---- jobs as texts --------------------------------------------------- */

const char *job_text(struct arena *a, time_t since, unsigned tries,
		     const char *payload)
{
	return arena_printf(a, "%lld %u %s", (long long)since, tries, payload);
}

/* Reads a number and the space after it. */
static bool job_number(const char **at, uint64_t most, uint64_t *number)
{
	return digits_read(at, number) && *number <= most && *(*at)++ == ' ';
}

struct job job_read(const char *text)
{
	struct job job = { .text = text, .payload = text };
	const char *at = text;
	uint64_t since, tries;

	if (!text || !job_number(&at, INT64_MAX, &since) ||
	    !job_number(&at, INT_MAX, &tries))
		return job;
	job.since = (time_t)since;
	job.tries = (unsigned)tries;
	job.payload = at;
	return job;
}

#define NUMBER_DIGITS 8

static void queue_add(struct rt_pipe *bus, const char *queue,
		      const char *payload)
{
	rt_pipe(bus, "LPUSH " KEY_JOBS " %s", queue,
		job_text(bus->a, time(NULL), 0, payload));
}

void queue_try(struct rt_pipe *bus, const char *queue, const char *payload)
{
	rt_pipe_try(bus, "LPUSH " KEY_JOBS " %s", queue,
		    job_text(bus->a, time(NULL), 0, payload));
}

enum rt_err queue_push(struct rt *rt, struct arena *a, const char *queue,
		       const char *payload)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	queue_add(&p, queue, payload);
	return rt_pipe_end(&p);
}

enum rt_err queue_pop(struct rt *rt, struct arena *a, const char *queue,
		      enum queue_end end, struct job *job)
{
	const char *text = NULL;
	enum rt_err err;

	err = rt_read_str(rt_bus(rt), a, &text, "%s " KEY_JOBS,
			  end == QUEUE_OLDEST ? "RPOP" : "LPOP", queue);
	if (err)
		return err;
	if (!text)
		return RT_NOT_FOUND;
	*job = job_read(text);
	return RT_OK;
}

/* ---- jobs that failed ------------------------------------------------ */

enum rt_err queue_dead(struct rt *rt, struct arena *a, const char *queue,
		       uint64_t skip, struct jobs *jobs)
{
	const char *text[QUEUE_LIST];
	struct jobs found = { 0 };
	enum rt_err err;

	err = rt_read_strs(rt_bus(rt), a, text, QUEUE_LIST,
			   "LRANGE " KEY_DEAD " " ID " " ID, queue, skip,
			   skip + QUEUE_LIST - 1);
	if (err)
		return err;
	found.v = arena_alloc(a, sizeof text / sizeof *text * sizeof *found.v);
	while (found.n < QUEUE_LIST && text[found.n]) {
		found.v[found.n] = job_read(text[found.n]);
		found.n++;
	}
	*jobs = found;
	return RT_OK;
}

const char *queue_number(struct arena *a, const struct job *job)
{
	char *digest = secret_digest(a, job->text);

	digest[NUMBER_DIGITS] = '\0';
	return digest;
}

enum rt_err queue_retry(struct rt *rt, struct arena *a, const char *queue,
			const struct job *job)
{
	uint64_t moved = 0;
	enum rt_err err;

	err = rt_read_u64(rt_bus(rt), a, &moved,
			  "EVAL %s 2 " KEY_DEAD " " KEY_JOBS " %s %s",
			  JOB_MOVE_LUA, queue, queue, job->text,
			  job_text(a, job->since, 1, job->payload));
	if (err)
		return err;
	return moved ? RT_OK : RT_NOT_FOUND;
}

enum rt_err queue_drop(struct rt *rt, struct arena *a, const char *queue,
		       const struct job *job)
{
	uint64_t removed = 0;
	enum rt_err err;

	err = rt_read_u64(rt_bus(rt), a, &removed, "LREM " KEY_DEAD " 1 %s",
			  queue, job->text);
	if (err)
		return err;
	return removed ? RT_OK : RT_NOT_FOUND;
}

/* ---- statistics, for hosts ------------------------------------------- */

/*
 * More jobs than a worker takes at a time, because it may still hold older ones
 * that it has to put back.
 */
#define TAKEN_MAX  40
#define SAMPLE_MAX 1000 /* jobs, and workers */

/* The statistics, and what they are computed from. */
struct queue_sample {
	struct queue_stats stats;
	const char *job[SAMPLE_MAX], *worker[SAMPLE_MAX];
};

static void queue_count_oldest(struct queue_stats *stats, const char *text)
{
	time_t since = job_read(text).since;

	if (since && (!stats->oldest || since < stats->oldest))
		stats->oldest = since;
}

static enum rt_err queue_read_lists(struct rt *rt, struct arena *a,
				    const char *queue,
				    struct queue_sample *found)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &found->stats.waiting, "LLEN " KEY_JOBS, queue);
	rt_pipe_u64(&p, &found->stats.dead, "LLEN " KEY_DEAD, queue);
	rt_pipe_strs(&p, found->job, SAMPLE_MAX, "LRANGE " KEY_JOBS " %d -1",
		     queue, -SAMPLE_MAX);
	rt_pipe_strs(&p, found->worker, SAMPLE_MAX,
		     "ZRANGE " KEY_WORKERS " 0 %d", queue, SAMPLE_MAX - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < SAMPLE_MAX && found->job[i]; i++)
		queue_count_oldest(&found->stats, found->job[i]);
	return RT_OK;
}

static enum rt_err queue_read_taken(struct rt *rt, struct arena *a,
				    const char *queue,
				    struct queue_sample *found)
{
	const char *(*taken)[TAKEN_MAX] =
		arena_alloc(a, SAMPLE_MAX * sizeof *taken);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < SAMPLE_MAX && found->worker[i]; i++)
		rt_pipe_strs(&p, taken[i], TAKEN_MAX,
			     "LRANGE " KEY_TAKEN " 0 %d", queue,
			     found->worker[i], TAKEN_MAX - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < SAMPLE_MAX; i++)
		for (size_t j = 0; j < TAKEN_MAX && taken[i][j]; j++) {
			found->stats.in_hand++;
			queue_count_oldest(&found->stats, taken[i][j]);
		}
	return RT_OK;
}

enum rt_err queue_stats(struct rt *rt, struct arena *a, const char *queue,
			struct queue_stats *stats)
{
	struct queue_sample *found = arena_alloc(a, sizeof *found);
	enum rt_err err;

	if ((err = queue_read_lists(rt, a, queue, found)) ||
	    (err = queue_read_taken(rt, a, queue, found)))
		return err;
	*stats = found->stats;
	return RT_OK;
}
