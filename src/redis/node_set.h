/* Some of the nodes of a cluster, by their numbers; private to libretwis. */
#ifndef NODE_SET_H
#define NODE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NODES_MAX 256

struct node_set {
	uint64_t bits[NODES_MAX / 64];
};

static inline void node_set_add(struct node_set *set, unsigned number)
{
	set->bits[number / 64] |= UINT64_C(1) << number % 64;
}

static inline bool node_set_have(const struct node_set *set, unsigned number)
{
	return set->bits[number / 64] >> number % 64 & 1;
}

static inline size_t node_set_count(const struct node_set *set)
{
	size_t n = 0;

	for (unsigned i = 0; i < NODES_MAX; i++)
		n += node_set_have(set, i);
	return n;
}

/* The number of the `i`-th one, which must be there. */
static inline unsigned node_set_nth(const struct node_set *set, size_t i)
{
	unsigned number = 0;

	while (!node_set_have(set, number) || i-- > 0)
		number++;
	return number;
}

#endif
