/* Whom a member follows, among others; private to libretwis. */
#ifndef RELATION_H
#define RELATION_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * For each of `ids` a string in `followed` if that visitor follows the member,
 * else NULL.  A stranger (0) follows nobody, and costs no command.
 */
void relation_queue(struct rt_pipe *p, const char **followed, uint64_t visitor,
		    struct rt_ids ids);

#endif
