/*
 * Redis Cluster, below the pipeline.
 *
 * Each command of a pipeline goes to the node that owns its key's slot.  All
 * commands for one node go out in one write, and the replies are put back in
 * the order of the commands.  A page does not notice any of this, except that
 * commands to different nodes run in no particular order unless rt_pipe_then()
 * separates them.
 *
 * A node may reject a command because its slot has moved (MOVED), is being
 * moved (ASK, TRYAGAIN), or is not served at the moment (CLUSTERDOWN).  Such a
 * command was not executed, so it is sent elsewhere, or again a little later: a
 * few times, and within the time-out.  While a slot moves, a command of two
 * keys may therefore run after a later command of its pipeline.  A command that
 * gets no reply at all may have been executed, and is never sent again.
 *
 * When a connection is lost, the map is stale: another node may take over.
 * Commands for a node that has not answered since then wait for a new map.
 * Commands for a node that cannot be reached were never sent; they wait for a
 * new map, too, but only once.
 */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "redis/slot_map.h"

struct cluster {
	struct address address; /* cluster://..., whose ends are the seeds */
	struct node_config config;
	unsigned timeout_ms;
	struct slot_map map;
	size_t seeds;
	struct slot_refresh refresh;
	bool map_changed;
	struct batch *waiting, **last; /* for the map */
	struct node_command *paused, **last_paused;
	struct cluster *sibling; /* ring of those that share the newest map */
	uint64_t losses;         /* of nodes that had answered */
	uint64_t lost_at[NODES_MAX]; /* value of `losses` at the last one */
	struct event *timer;
	int64_t timer_at;
	bool is_late; /* see timeout.h */
};

struct cluster *cluster_open(const char *address, unsigned timeout_ms,
			     struct event_base *base);

/*
 * From now on both use the newest map that either has.  A new connection thus
 * starts with what the process already knows, because the seeds may be gone by
 * then.
 */
void cluster_share(struct cluster *c, struct cluster *other);

/*
 * Requests the slot map before there is any command, so that a program that
 * seldom sends one knows more nodes than the seeds when it does.
 */
void cluster_refresh(struct cluster *c);

/* Drops all commands that are under way without calling back. */
void cluster_close(struct cluster *c);

/* See async_client_send() of async_client.h. */
void cluster_send(struct cluster *c, struct rt_pipe *p,
		  void (*done)(void *who), void *who);

/*
 * Whether all nodes that have answered this request are still connected.
 * Writes that a lost node has acknowledged may be lost with it.
 */
bool cluster_is_same(const struct cluster *c, struct rt *rt);

/*
 * Writes the address, with the credentials, of a node that answers.
 * Subscribers need it for a connection of their own when all seeds are gone.
 * Returns false if no node is known to answer.
 */
#define CLUSTER_ADDRESS_MAX                                                   \
	(ADDRESS_HOST_MAX + ADDRESS_USER_MAX + ADDRESS_PASS_MAX + 32)
bool cluster_node_address(const struct cluster *c,
			  char address[CLUSTER_ADDRESS_MAX]);

#endif
