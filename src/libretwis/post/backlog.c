/* How much is still to be delivered: hosts ask for it. */
#include "libretwis/retwis.h"
#include "patterns/queue.h"
#include "redis/pipe.h"
#include "schema/key.h"

enum rt_err rt_backlog(struct rt *rt, struct arena *a,
		       struct rt_backlog *backlog)
{
	struct queue_read look;
	uint64_t outbox = 0, unpublished = 0;
	enum rt_err err;

	if ((err = rt_read_u64(rt, a, &outbox, "ZCARD " KEY_OUTBOX)) ||
	    (err = rt_read_u64(rt_bus(rt), a, &unpublished, "LLEN " KEY_DEAD,
			       SCHEDULE_QUEUE)) ||
	    (err = queue_read(rt, a, DELIVER_QUEUE, &look)))
		return err;
	*backlog = (struct rt_backlog){
		.outbox = outbox,
		.waiting = look.waiting,
		.in_hand = look.in_hand,
		.failed = look.dead,
		.unpublished = unpublished,
		.oldest = look.oldest,
	};
	return RT_OK;
}
