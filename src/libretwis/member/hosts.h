/* The set of those who run the site; private to libretwis. */
#ifndef HOSTS_H
#define HOSTS_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* One round trip each.  The only host cannot leave: RT_DENIED. */
enum rt_err hosts_join(struct rt *rt, struct arena *a, uint64_t id);
enum rt_err hosts_leave(struct rt *rt, struct arena *a, uint64_t id);

/* RT_HOSTS of them at the most, in no order.  One round trip. */
enum rt_err hosts_some(struct rt *rt, struct arena *a, struct rt_ids *hosts);

#endif
