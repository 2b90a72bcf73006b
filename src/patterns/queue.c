#include "patterns/queue.h"

#include <time.h>

#include "base/secret.h"
#include "patterns/job.h"
#include "patterns/job_move.lua.h"
#include "redis/pipe.h"
#include "schema/key.h"

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

/* ---- jobs that failed -------------------------------------------------- */

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

/* ---- how it stands, for hosts ------------------------------------------ */

/* More than a worker takes at a time: it may have some to put back yet. */
#define HANDS     40
#define AT_A_LOOK 1000 /* jobs, and workers */

/* A look, and all that it reads. */
struct queue_found {
	struct queue_read look;
	const char *job[AT_A_LOOK], *worker[AT_A_LOOK];
};

static void queue_count_oldest(struct queue_read *look, const char *text)
{
	time_t since = job_read(text).since;

	if (since && (!look->oldest || since < look->oldest))
		look->oldest = since;
}

static enum rt_err queue_read_lists(struct rt *rt, struct arena *a,
				    const char *queue,
				    struct queue_found *found)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &found->look.waiting, "LLEN " KEY_JOBS, queue);
	rt_pipe_u64(&p, &found->look.dead, "LLEN " KEY_DEAD, queue);
	rt_pipe_strs(&p, found->job, AT_A_LOOK, "LRANGE " KEY_JOBS " %d -1",
		     queue, -AT_A_LOOK);
	rt_pipe_strs(&p, found->worker, AT_A_LOOK,
		     "ZRANGE " KEY_WORKERS " 0 %d", queue, AT_A_LOOK - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < AT_A_LOOK && found->job[i]; i++)
		queue_count_oldest(&found->look, found->job[i]);
	return RT_OK;
}

static enum rt_err queue_read_hands(struct rt *rt, struct arena *a,
				    const char *queue,
				    struct queue_found *found)
{
	const char *(*hand)[HANDS] = arena_alloc(a, AT_A_LOOK * sizeof *hand);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < AT_A_LOOK && found->worker[i]; i++)
		rt_pipe_strs(&p, hand[i], HANDS, "LRANGE " KEY_TAKEN " 0 %d",
			     queue, found->worker[i], HANDS - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < AT_A_LOOK; i++)
		for (size_t j = 0; j < HANDS && hand[i][j]; j++) {
			found->look.in_hand++;
			queue_count_oldest(&found->look, hand[i][j]);
		}
	return RT_OK;
}

enum rt_err queue_read(struct rt *rt, struct arena *a, const char *queue,
		       struct queue_read *out)
{
	struct queue_found *found = arena_alloc(a, sizeof *found);
	enum rt_err err;

	if ((err = queue_read_lists(rt, a, queue, found)) ||
	    (err = queue_read_hands(rt, a, queue, found)))
		return err;
	*out = found->look;
	return RT_OK;
}
