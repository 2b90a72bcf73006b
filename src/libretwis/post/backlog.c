/* How queues stand, for hosts. */
#include "libretwis/engine/job.h"

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

/* ---- what is to be delivered ------------------------------------------- */

static enum rt_err outbox(struct rt *rt, struct arena *a, uint64_t *n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, n, "ZCARD " KEY_OUTBOX);
	return rt_pipe_end(&p);
}

enum rt_err rt_backlog(struct rt *rt, struct arena *a,
		       struct rt_backlog *backlog)
{
	struct queue_look look;
	uint64_t n = 0;
	enum rt_err err;

	if ((err = outbox(rt, a, &n)) ||
	    (err = queue_look(rt, a, DELIVER_QUEUE, &look)))
		return err;
	*backlog = (struct rt_backlog){
		.outbox = n,
		.waiting = look.waiting,
		.in_hand = look.in_hand,
		.failed = look.dead,
		.oldest = look.oldest,
	};
	return RT_OK;
}
