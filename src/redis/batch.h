/*
 * What a pipeline has queued, as commands that may go to several nodes; private
 * to libretwis.  It ends when each has its reply, or will never have one.
 */
#ifndef BATCH_H
#define BATCH_H

#include "redis/node.h"
#include "redis/pipe.h"

struct batch {
	struct batch *next; /* of those that wait for the map */
	struct rt_pipe *pipe;
	size_t n, left;  /* commands, and those without an end */
	struct asked *v; /* in their order */
	int64_t until;   /* when nothing is tried again; by clock_ms() */
	void (*done)(void *who);
	void *who;
};

/* Takes the commands out of the pipeline's link, into its arena. */
struct batch *batch_new(struct rt_pipe *p, int64_t until,
			void (*done)(void *who), void *who);

/*
 * One has its reply, or NULL for none.  With the last one the pipeline takes
 * all of them in the order of its commands, and `done` is called.
 */
void batch_settle(struct asked *q, const redisReply *reply);

/* None of them will have one. */
void batch_give_up(struct batch *t);

#endif
