#include "redis/slot_map.h"

#include <stdio.h>
#include <string.h>

/* The digits of a port, with the NUL. */
#define PORT_MAX 24

static bool slot_map_is(const struct node *n, const struct address_end *at)
{
	return n->at.port == at->port && strcmp(n->at.host, at->host) == 0;
}

struct node *slot_map_at(struct slot_map *m, const struct address_end *at)
{
	size_t place = m->n;

	for (size_t i = m->n; i > 0; i--) {
		struct node *n = m->node[i - 1];

		if (!n)
			place = i - 1;
		else if (slot_map_is(n, at))
			return n;
	}
	if (place == NODES_MAX)
		return NULL;
	if (place == m->n)
		m->n++;
	m->node[place] = node_open(m->use, at, (unsigned)place);
	return m->node[place];
}

struct node *slot_map_owner(const struct slot_map *m, int slot)
{
	unsigned owner = m->owner[slot];

	return owner ? m->node[owner - 1] : NULL;
}

void slot_map_give(struct slot_map *m, int slot, struct node *n)
{
	m->owner[slot] = (uint16_t)(n->number + 1);
	n->is_named = true;
}

/* By the order of their first slots, up to the `i`-th. */
static struct node *slot_map_walk(const struct slot_map *m, unsigned i,
				  unsigned *met)
{
	bool is_met[NODES_MAX + 1] = { true };

	*met = 0;
	for (int slot = 0; slot < HASH_SLOTS; slot++) {
		unsigned owner = m->owner[slot];

		if (is_met[owner])
			continue;
		is_met[owner] = true;
		if ((*met)++ == i)
			return m->node[owner - 1];
	}
	return NULL;
}

struct node *slot_map_master(const struct slot_map *m, unsigned i)
{
	unsigned met;

	return slot_map_walk(m, i, &met);
}

unsigned slot_map_masters(const struct slot_map *m)
{
	unsigned met;

	slot_map_walk(m, NODES_MAX, &met);
	return met;
}

/* ---- CLUSTER SLOTS ------------------------------------------------------ */

static bool slot_map_is_number(const redisReply *r)
{
	return r->type == REDIS_REPLY_INTEGER;
}

/* "host, port, ...". */
static bool slot_map_is_node(const redisReply *r)
{
	return r->type == REDIS_REPLY_ARRAY && r->elements >= 2 &&
	       slot_map_is_number(r->element[1]);
}

/* "first, last, master, replica, ...". */
static bool slot_map_is_range(const redisReply *r)
{
	return r->type == REDIS_REPLY_ARRAY && r->elements >= 3 &&
	       slot_map_is_number(r->element[0]) &&
	       slot_map_is_number(r->element[1]) &&
	       slot_map_is_node(r->element[2]);
}

/* A node that does not know its own name means that by which we asked it. */
static struct node *slot_map_named(struct slot_map *m, const struct node *from,
				   const redisReply *r)
{
	const redisReply *name = r->element[0];
	bool is_named = name->type == REDIS_REPLY_STRING && *name->str;
	struct address_end at = { 0 };
	char port[PORT_MAX];

	snprintf(port, sizeof port, "%lld", r->element[1]->integer);
	if (!address_set(&at, is_named ? name->str : from->at.host, port))
		return NULL;
	return slot_map_at(m, &at);
}

static void slot_map_replicas(struct slot_map *m, const struct node *from,
			      const redisReply *r)
{
	for (size_t i = 3; i < r->elements; i++) {
		struct node *n =
			slot_map_is_node(r->element[i])
				? slot_map_named(m, from, r->element[i])
				: NULL;

		if (n)
			n->is_named = n->is_replica = true;
	}
}

static void slot_map_range(struct slot_map *m, const struct node *from,
			   const redisReply *r)
{
	long long first = r->element[0]->integer,
		  last = r->element[1]->integer;
	struct node *n = slot_map_named(m, from, r->element[2]);

	slot_map_replicas(m, from, r);
	if (!n || first < 0 || last >= HASH_SLOTS)
		return;
	for (; first <= last; first++)
		slot_map_give(m, (int)first, n);
}

static void slot_map_clear(struct slot_map *m)
{
	memset(m->owner, 0, sizeof m->owner);
	for (size_t i = 0; i < m->n; i++)
		if (m->node[i])
			m->node[i]->is_named = m->node[i]->is_replica = false;
}

bool slot_map_read(struct slot_map *m, const struct node *from,
		   const redisReply *r)
{
	if (r->type != REDIS_REPLY_ARRAY || !r->elements)
		return false;
	for (size_t i = 0; i < r->elements; i++)
		if (!slot_map_is_range(r->element[i]))
			return false;
	slot_map_clear(m);
	for (size_t i = 0; i < r->elements; i++)
		slot_map_range(m, from, r->element[i]);
	return true;
}

void slot_map_copy(struct slot_map *m, const struct slot_map *from)
{
	uint16_t own[NODES_MAX + 1] = { 0 };

	slot_map_clear(m);
	for (size_t i = 0; i < from->n; i++) {
		const struct node *its = from->node[i];
		struct node *n = its ? slot_map_at(m, &its->at) : NULL;

		if (!n)
			continue;
		n->is_named = its->is_named;
		n->is_replica = its->is_replica;
		own[i + 1] = (uint16_t)(n->number + 1);
	}
	for (int slot = 0; slot < HASH_SLOTS; slot++)
		m->owner[slot] = own[from->owner[slot]];
}

/* ---- forgetting --------------------------------------------------------- */

void slot_map_sweep(struct slot_map *m, size_t seeds)
{
	bool has_slots[NODES_MAX + 1] = { false };

	for (int slot = 0; slot < HASH_SLOTS; slot++)
		has_slots[m->owner[slot]] = true;
	for (size_t i = 0; i < m->n; i++) {
		struct node *n = m->node[i];

		if (!n || n->first || has_slots[i + 1])
			continue;
		if (i < seeds || n->is_replica) {
			node_rest(n);
			continue;
		}
		node_close(n);
		m->node[i] = NULL;
	}
}

void slot_map_free(struct slot_map *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->node[i])
			node_close(m->node[i]);
}
