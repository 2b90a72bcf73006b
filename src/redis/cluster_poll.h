/*
 * Redis Cluster for a program without a loop, which stands still until it has
 * its replies; private to libretwis.  It waits for all nodes by one poll().
 */
#ifndef CLUSTER_POLL_H
#define CLUSTER_POLL_H

#include "redis/connection.h"

/* From now on this link goes to the cluster at `address`. */
void cluster_poll_begin(struct rt *rt, const char *address);

#endif
