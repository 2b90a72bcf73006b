/*
 * Redis Cluster, below the pipeline; private to libretwis.
 *
 * The commands of a pipeline go to the nodes that have their keys' slots, each
 * node's in one write, and the replies come back in the order of the commands.
 * A page need not know: but nothing orders commands to different nodes, where
 * rt_pipe_then() does not stand between them.
 *
 * A node may turn a command away, because its slot has moved (MOVED), moves
 * just now (ASK, TRYAGAIN), or has no node at the moment (CLUSTERDOWN).  It was
 * not carried out, and goes elsewhere, or waits a little, a few times and
 * within the time-out.  So while a slot moves, a command of two keys may fall
 * behind a later one of its pipeline.  A command without a reply may have been
 * carried out, and is never sent again.
 */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "redis/slot_refresh.h"

struct cluster {
	struct address address; /* cluster://..., whose ends are the seeds */
	struct node_use use;
	unsigned timeout_ms;
	struct slot_map map;
	size_t seeds;
	struct slot_refresh census;
	bool is_new;                   /* the map */
	struct batch *waiting, **last; /* for the first map */
	struct asked *paused;
	struct cluster *kin; /* the next of those that tell one another */
	uint64_t losses; /* of nodes that had answered; and the last of each */
	uint64_t lost_at[NODES_MAX];
	struct event *timer;
	int64_t armed_at; /* when it goes off */
};

struct cluster *cluster_open(const char *address, unsigned timeout_ms,
			     struct event_base *base);

/*
 * From now on each of the two goes by the newest map that one of them has: a
 * new link begins with what the process knows, since the seeds may be gone by
 * then.
 */
void cluster_share(struct cluster *c, struct cluster *other);

/*
 * Asks who has which slot, though there is no command yet: a program that is
 * asked seldom shall know more than the seeds by then.
 */
void cluster_refresh(struct cluster *c);

/* What is on its way is forgotten. */
void cluster_close(struct cluster *c);

/* As async_client_send() of async_client.h, which see. */
void cluster_send(struct cluster *c, struct rt_pipe *p,
		  void (*done)(void *who), void *who);

/*
 * Whether each node by which this request was answered so far is the same: what
 * a lost one was asked to write may be gone with it.
 */
bool cluster_is_same(const struct cluster *c, struct rt *rt);

/*
 * Writes the address of a node that is well, with the login: for a connection
 * that a subscriber needs for itself, when no seed is there any more.  False:
 * none is known to be.
 */
#define CLUSTER_PLACE_MAX                                                     \
	(ADDRESS_HOST_MAX + ADDRESS_USER_MAX + ADDRESS_PASS_MAX + 32)
bool cluster_place(const struct cluster *c, char place[CLUSTER_PLACE_MAX]);

#endif
