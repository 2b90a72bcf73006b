/*
 * What has come into a home timeline since its owner's last visit; private to
 * libretwis.
 *
 * `user:ID seen` is the newest entry that was shown.  It is written where there
 * is a newer one, and where Redis is full it stays as it is: reading goes on.
 */
#ifndef SEEN_H
#define SEEN_H

#include "libretwis/member/session.h"

struct visit {
	uint64_t seen;     /* 0: never here before */
	struct rt_ids own; /* what one wrote oneself is not new */
};

/*
 * In the pipeline after the one that reads the list, which the session rode
 * in: with the first entries, newest first.
 */
void seen_note(struct rt_pipe *p, struct visit *v, const struct session *s,
	       struct rt_ids ids);

/* After it: how many of them are new. */
uint64_t seen_fresh(const struct visit *v, struct rt_ids ids);

#endif
