/* Redis Cluster in libevent's loop, where nothing waits; private to libretwis. */
#ifndef CLUSTER_LOOP_H
#define CLUSTER_LOOP_H

#include "redis/cluster.h"

struct event_base;
struct cluster_loop;

struct cluster_loop *cluster_loop_open(const char *address,
				       unsigned timeout_ms,
				       struct event_base *base);
void cluster_loop_close(struct cluster_loop *l);

struct cluster *cluster_loop_of(const struct cluster_loop *l);

#endif
