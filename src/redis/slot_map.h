/*
 * The nodes of a cluster that we know, and which of them has which slot;
 * private to libretwis.  The map may be old: a node that has a slot no more
 * says so.
 */
#ifndef SLOT_MAP_H
#define SLOT_MAP_H

#include "redis/hash_slot.h"
#include "redis/node.h"
#include "redis/node_set.h"

struct slot_map {
	const struct node_use *use;
	struct node *node[NODES_MAX]; /* NULL: free */
	size_t n;                     /* beyond that all are free */
	uint16_t owner[HASH_SLOTS];   /* its number and 1; 0: nobody's */
};

/* The node there, which may be new; NULL: there are too many. */
struct node *slot_map_at(struct slot_map *m, const struct address_end *at);

/* NULL: we know of none. */
struct node *slot_map_owner(const struct slot_map *m, int slot);
void slot_map_give(struct slot_map *m, int slot, struct node *n);

/* The `i`-th of the masters, by the order of their first slots. */
struct node *slot_map_master(const struct slot_map *m, unsigned i);
unsigned slot_map_masters(const struct slot_map *m);

/*
 * Takes the reply to CLUSTER SLOTS of the node `from`.  False, and nothing has
 * changed, if that is none, or if it says that nobody has any slot.
 */
bool slot_map_read(struct slot_map *m, const struct node *from,
		   const redisReply *r);

/* The same from the map of another link. */
void slot_map_copy(struct slot_map *m, const struct slot_map *from);

/*
 * Forgets who has no slot and nothing to do; but of seeds, the first, and of
 * replicas, which may have slots soon, the link.
 */
void slot_map_sweep(struct slot_map *m, size_t seeds);

void slot_map_free(struct slot_map *m);

#endif
