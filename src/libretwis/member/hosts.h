/*
 * The set of hosts, who run the site; private to libretwis.  The standing of
 * all members is in the public standing.h.
 */
#ifndef HOSTS_H
#define HOSTS_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Removes a host from the set.  RT_DENIED for the only one.  One round trip. */
enum rt_err hosts_remove(struct rt *rt, struct arena *a, uint64_t id);

/*
 * Each queues a read of at most RT_HOSTS members: who runs the site, who helps,
 * and both.  That somebody is in the set of moderators is only a hint; the
 * field `standing` decides.
 */
void hosts_queue(struct rt_pipe *p, struct rt_ids *hosts);
void moderators_queue(struct rt_pipe *p, struct rt_ids *moderators);
void staff_queue(struct rt_pipe *p, struct rt_ids *hosts,
		 struct rt_ids *moderators);

/* All of these in one list.  One round trip. */
enum rt_err staff_some(struct rt *rt, struct arena *a, struct rt_ids *staff);

#endif
