/*
 * The queued commands of a pipeline, split up so that each can go to another
 * node of a cluster.  A batch ends once every command has its reply, or is
 * known to get none.
 */
#ifndef BATCH_H
#define BATCH_H

#include "redis/node.h"
#include "redis/pipe.h"

struct batch {
	struct batch *next; /* in the list of those that wait for the map */
	struct rt_pipe *pipe;
	size_t n, unsettled;
	struct node_command *commands; /* in the order of the pipeline */
	int64_t deadline; /* no command is sent again after that clock_ms() */
	void (*done)(void *who);
	void *who;
};

/* Moves the commands from the pipeline's connection into its arena. */
struct batch *batch_new(struct rt_pipe *p, int64_t deadline,
			void (*done)(void *who), void *who);

/*
 * Sets the reply of one command, or NULL if it gets none.  The last one hands
 * all replies to the pipeline, in the order of its commands, and calls `done`.
 */
void batch_settle(struct node_command *q, const redisReply *reply);

/* Settles all commands without a reply. */
void batch_give_up(struct batch *t);

#endif
