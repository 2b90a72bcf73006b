/*
 * The known nodes of a cluster, which of them owns which slot, and how that is
 * kept up to date.  The map may be out of date; a node that no longer owns a
 * slot says so when it gets a command for it.
 */
#ifndef SLOT_MAP_H
#define SLOT_MAP_H

#include "redis/batch.h"
#include "redis/connection.h"
#include "redis/hash_slot.h"
#include "redis/node.h"

struct slot_map {
	const struct node_config *config;
	struct node *node[NODES_MAX]; /* NULL: this number is free */
	size_t n;                     /* all numbers from here on are free */
	uint16_t owner[HASH_SLOTS];   /* node's number + 1; 0: none */
};

/* Finds or adds the node at an endpoint.  NULL if there are too many. */
struct node *slot_map_node(struct slot_map *m, const struct address_end *at);

/* NULL if no owner is known. */
struct node *slot_map_owner(const struct slot_map *m, int slot);
void slot_map_assign(struct slot_map *m, int slot, struct node *n);

/* The `i`-th of the masters, in the order of their first slots. */
struct node *slot_map_master(const struct slot_map *m, unsigned i);
unsigned slot_map_masters(const struct slot_map *m);

/*
 * Replaces the map by the reply to CLUSTER SLOTS of the node `from`.  Returns
 * false, and changes nothing, if the reply is malformed or assigns no slot.
 */
bool slot_map_read(struct slot_map *m, const struct node *from,
		   const redisReply *r);

/* Replaces it by the map of another link. */
void slot_map_copy(struct slot_map *m, const struct slot_map *from);

/*
 * Removes nodes without slots and commands.  The first `seeds` nodes, and
 * replicas, which may soon own slots, are only disconnected.
 */
void slot_map_sweep(struct slot_map *m, size_t seeds);

void slot_map_free(struct slot_map *m);

/* ---- refreshing it ------------------------------------------------------- */

struct slot_refresh {
	struct slot_map *map;
	bool is_known, is_stale; /* the map */
	bool is_answered;        /* this refresh has a reply */
	unsigned failures;       /* in a row, without any reply */
	int64_t received_at;     /* of the map, of clock_ms() */
	struct batch batch;      /* of the commands being sent */
	struct node_command commands[ADDRESS_ENDS_MAX];
	struct arena replies;
	int64_t not_before; /* the next refresh, of clock_ms() */
	unsigned next_node; /* to be asked first */
};

/*
 * Sends CLUSTER SLOTS to some nodes, unless that was done a moment ago or is
 * under way.  Once there is a map, only nodes in it are asked.  A seed that is
 * not in the map may belong to another cluster by now, so it is asked only
 * after a few refreshes in a row have failed.
 */
void slot_refresh_begin(struct slot_refresh *s, unsigned timeout_ms);

/* Whether a refresh is under way; and whether this command belongs to it. */
bool slot_refresh_is_running(const struct slot_refresh *s);
bool slot_refresh_owns(const struct slot_refresh *s,
		       const struct node_command *q);

/* Copies a newer map of another link.  Returns true if there was one. */
bool slot_refresh_copy(struct slot_refresh *s,
		       const struct slot_refresh *from);

/* Handles a reply, NULL if there is none.  Returns true if the map is new. */
bool slot_refresh_receive(struct slot_refresh *s, const struct node *n,
			  const redisReply *r);

#endif
