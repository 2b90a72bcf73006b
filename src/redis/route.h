/*
 * Which node of a cluster a command goes to, and where it goes next when that
 * one turns it away; private to libretwis.
 */
#ifndef ROUTE_H
#define ROUTE_H

#include "redis/cluster.h"

/* Sends it to the node that has its slot, or settles it where there is none. */
void route_command(struct cluster *c, struct asked *q);

/* The same for each of a trip, which may end with that. */
void route_trip(struct cluster *c, struct batch *t);

/* Whether this reply turns it away; then it is on its way again, or settled. */
bool route_again(struct cluster *c, const struct node *n, struct asked *q,
		 const redisReply *r);

/* Sees to it that the cluster looks by then at what is on its way. */
void route_arm(struct cluster *c, int64_t at);

#endif
