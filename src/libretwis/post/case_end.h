/* How cases end, and what they leave; private to libretwis. */
#ifndef CASE_END_H
#define CASE_END_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Deletes a case about this member, with everything that leads to it.  If it is
 * interrupted, the same call finishes it.  Two round trips.
 */
enum rt_err case_drop(struct rt *rt, struct arena *a, uint64_t id,
		      uint64_t author);

/*
 * What a worker does with a case about this member: adds what is missing, or
 * deletes what is too old.  Four round trips.
 */
enum rt_err case_look_after(struct rt *rt, struct arena *a, uint64_t id,
			    uint64_t author);

/* Queues that what this member has reported in it is deleted. */
void case_forget(struct rt_pipe *p, uint64_t id, uint64_t by);

#endif
