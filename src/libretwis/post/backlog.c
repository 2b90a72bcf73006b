/* What is to be delivered, for hosts. */
#include "libretwis/engine/queue.h"
#include "libretwis/redis/pipe.h"

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
