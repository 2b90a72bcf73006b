/* Which of several members a visitor follows; private to libretwis. */
#ifndef RELATION_H
#define RELATION_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Queues a read that sets, for each of `ids`, a string in `followed` if the
 * visitor follows that member, else NULL.  For no visitor (0) it queues
 * nothing.
 */
void relation_queue(struct rt_pipe *p, const char **followed, uint64_t visitor,
		    struct rt_ids ids);

#endif
