/*
 * What has come into a home timeline since its owner's last visit; private to
 * libretwis.
 *
 * `user:ID seen` is the newest entry that was shown.  It is written where there
 * is a newer one, and where Redis is full it stays as it is: reading goes on.
 */
#ifndef VISIT_H
#define VISIT_H

#include "libretwis/redis.h"

struct visit {
	uint64_t me, seen; /* 0: never here before */
	struct rt_ids own; /* what one wrote oneself is not new */
};

/* In the pipeline that reads the list. */
void visit_look(struct rt_pipe *p, struct visit *v, uint64_t me);

/* In the next one: with the first entries of the list, newest first. */
void visit_note(struct rt_pipe *p, struct visit *v, struct rt_ids ids);

/* After it: how many of them are new. */
uint64_t visit_fresh(const struct visit *v, struct rt_ids ids);

#endif
