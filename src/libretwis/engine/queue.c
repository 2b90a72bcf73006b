/* The plain queue, and the jobs that failed. */
#include "libretwis/engine/queue.h"

#include "libretwis/base/secret.h"
#include "libretwis/engine/job.h"

#define NUMBER_DIGITS 8

void queue_add(struct rt_pipe *bus, const char *queue, const char *payload)
{
	rt_pipe(bus, "LPUSH " KEY_JOBS " %s", queue,
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
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	if (end == QUEUE_OLDEST)
		rt_pipe_str(&p, &text, "RPOP " KEY_JOBS, queue);
	else
		rt_pipe_str(&p, &text, "LPOP " KEY_JOBS, queue);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!text)
		return RT_NOT_FOUND;
	*job = job_read(text);
	return RT_OK;
}

enum rt_err queue_state(struct rt *rt, struct arena *a, const char *queue,
			struct queue_state *state)
{
	struct queue_state s = { 0 };
	const char *next = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &s.length, "LLEN " KEY_JOBS, queue);
	rt_pipe_str(&p, &next, "LINDEX " KEY_JOBS " -1", queue);
	rt_pipe_u64(&p, &s.dead, "LLEN " KEY_DEAD, queue);
	if ((err = rt_pipe_end(&p)))
		return err;
	s.next = job_read(next);
	*state = s;
	return RT_OK;
}

/* ---- jobs that failed -------------------------------------------------- */

enum rt_err queue_dead_after(struct rt *rt, struct arena *a, const char *queue,
			     uint64_t skip, struct jobs *jobs)
{
	const char *text[QUEUE_LIST];
	struct jobs found = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_strs(&p, text, QUEUE_LIST, "LRANGE " KEY_DEAD " " ID " " ID,
		     queue, skip, skip + QUEUE_LIST - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	found.v = arena_alloc(a, sizeof text / sizeof *text * sizeof *found.v);
	while (found.n < QUEUE_LIST && text[found.n]) {
		found.v[found.n] = job_read(text[found.n]);
		found.n++;
	}
	*jobs = found;
	return RT_OK;
}

enum rt_err queue_dead(struct rt *rt, struct arena *a, const char *queue,
		       struct jobs *jobs)
{
	return queue_dead_after(rt, a, queue, 0, jobs);
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
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &moved, "EVAL %s 2 " KEY_DEAD " " KEY_JOBS " %s %s",
		    JOB_MOVE, queue, queue, job->text,
		    job_text(a, job->since, 1, job->payload));
	if ((err = rt_pipe_end(&p)))
		return err;
	return moved ? RT_OK : RT_NOT_FOUND;
}

enum rt_err queue_drop(struct rt *rt, struct arena *a, const char *queue,
		       const struct job *job)
{
	uint64_t removed = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &removed, "LREM " KEY_DEAD " 1 %s", queue, job->text);
	if ((err = rt_pipe_end(&p)))
		return err;
	return removed ? RT_OK : RT_NOT_FOUND;
}

/* ---- how it stands, for hosts ------------------------------------------ */

/* A worker has one job in hand, or more that it could not put back yet. */
#define HANDS     4
#define AT_A_LOOK 1000 /* jobs, and workers */

struct look {
	struct queue_look at;
	const char *job[AT_A_LOOK], *worker[AT_A_LOOK];
};

static void count_oldest(struct queue_look *at, const char *text)
{
	time_t since = job_read(text).since;

	if (since && (!at->oldest || since < at->oldest))
		at->oldest = since;
}

static enum rt_err look_at_lists(struct rt *rt, struct arena *a,
				 const char *queue, struct look *look)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &look->at.waiting, "LLEN " KEY_JOBS, queue);
	rt_pipe_u64(&p, &look->at.dead, "LLEN " KEY_DEAD, queue);
	rt_pipe_strs(&p, look->job, AT_A_LOOK, "LRANGE " KEY_JOBS " %d -1",
		     queue, -AT_A_LOOK);
	rt_pipe_strs(&p, look->worker, AT_A_LOOK,
		     "ZRANGE " KEY_WORKERS " 0 %d", queue, AT_A_LOOK - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < AT_A_LOOK && look->job[i]; i++)
		count_oldest(&look->at, look->job[i]);
	return RT_OK;
}

static enum rt_err look_at_hands(struct rt *rt, struct arena *a,
				 const char *queue, struct look *look)
{
	const char *(*hand)[HANDS] = arena_alloc(a, AT_A_LOOK * sizeof *hand);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(rt), a);
	for (size_t i = 0; i < AT_A_LOOK && look->worker[i]; i++)
		rt_pipe_strs(&p, hand[i], HANDS, "LRANGE " KEY_TAKEN " 0 %d",
			     queue, look->worker[i], HANDS - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < AT_A_LOOK; i++)
		for (size_t j = 0; j < HANDS && hand[i][j]; j++) {
			look->at.in_hand++;
			count_oldest(&look->at, hand[i][j]);
		}
	return RT_OK;
}

enum rt_err queue_look(struct rt *rt, struct arena *a, const char *queue,
		       struct queue_look *out)
{
	struct look *look = arena_alloc(a, sizeof *look);
	enum rt_err err;

	if ((err = look_at_lists(rt, a, queue, look)) ||
	    (err = look_at_hands(rt, a, queue, look)))
		return err;
	*out = look->at;
	return RT_OK;
}
