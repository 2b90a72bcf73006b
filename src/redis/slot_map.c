#include "redis/slot_map.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"

/* Enough for any `long long`, with the NUL. */
#define PORT_MAX 24

static bool slot_map_is_at(const struct node *n, const struct address_end *at)
{
	return n->at.port == at->port && strcmp(n->at.host, at->host) == 0;
}

struct node *slot_map_node(struct slot_map *m, const struct address_end *at)
{
	size_t place = m->n;

	for (size_t i = m->n; i > 0; i--) {
		struct node *n = m->node[i - 1];

		if (!n)
			place = i - 1;
		else if (slot_map_is_at(n, at))
			return n;
	}
	if (place == NODES_MAX)
		return NULL;
	if (place == m->n)
		m->n++;
	m->node[place] = node_open(m->config, at, (unsigned)place);
	return m->node[place];
}

struct node *slot_map_owner(const struct slot_map *m, int slot)
{
	unsigned owner = m->owner[slot];

	return owner ? m->node[owner - 1] : NULL;
}

void slot_map_assign(struct slot_map *m, int slot, struct node *n)
{
	m->owner[slot] = (uint16_t)(n->number + 1);
	n->is_in_map = true;
}

/*
 * Walks through the masters in the order of their first slots, counts them, and
 * returns the `i`-th.
 */
static struct node *slot_map_walk(const struct slot_map *m, unsigned i,
				  unsigned *masters)
{
	bool is_counted[NODES_MAX + 1] = { true };

	*masters = 0;
	for (int slot = 0; slot < HASH_SLOTS; slot++) {
		unsigned owner = m->owner[slot];

		if (is_counted[owner])
			continue;
		is_counted[owner] = true;
		if ((*masters)++ == i)
			return m->node[owner - 1];
	}
	return NULL;
}

struct node *slot_map_master(const struct slot_map *m, unsigned i)
{
	unsigned masters;

	return slot_map_walk(m, i, &masters);
}

unsigned slot_map_masters(const struct slot_map *m)
{
	unsigned masters;

	slot_map_walk(m, NODES_MAX, &masters);
	return masters;
}

/* ---- CLUSTER SLOTS ------------------------------------------------------ */

static bool slot_map_is_number(const redisReply *r)
{
	return r->type == REDIS_REPLY_INTEGER;
}

/* The array "host, port, ...". */
static bool slot_map_is_node(const redisReply *r)
{
	return r->type == REDIS_REPLY_ARRAY && r->elements >= 2 &&
	       slot_map_is_number(r->element[1]);
}

/* The array "first slot, last slot, master, replica, ...". */
static bool slot_map_is_range(const redisReply *r)
{
	return r->type == REDIS_REPLY_ARRAY && r->elements >= 3 &&
	       slot_map_is_number(r->element[0]) &&
	       slot_map_is_number(r->element[1]) &&
	       slot_map_is_node(r->element[2]);
}

/*
 * A node that does not know its own host sends none, which means the host by
 * which we are connected to it.
 */
static struct node *slot_map_listed_node(struct slot_map *m,
					 const struct node *from,
					 const redisReply *r)
{
	const redisReply *name = r->element[0];
	bool is_in_map = name->type == REDIS_REPLY_STRING && *name->str;
	struct address_end at = { 0 };
	char port[PORT_MAX];

	snprintf(port, sizeof port, "%lld", r->element[1]->integer);
	if (!address_set(&at, is_in_map ? name->str : from->at.host, port))
		return NULL;
	return slot_map_node(m, &at);
}

static void slot_map_mark_replicas(struct slot_map *m, const struct node *from,
				   const redisReply *r)
{
	for (size_t i = 3; i < r->elements; i++) {
		struct node *n =
			slot_map_is_node(r->element[i])
				? slot_map_listed_node(m, from, r->element[i])
				: NULL;

		if (n)
			n->is_in_map = n->is_replica = true;
	}
}

static void slot_map_assign_range(struct slot_map *m, const struct node *from,
				  const redisReply *r)
{
	long long first = r->element[0]->integer,
		  last = r->element[1]->integer;
	struct node *n = slot_map_listed_node(m, from, r->element[2]);

	slot_map_mark_replicas(m, from, r);
	if (!n || first < 0 || last >= HASH_SLOTS)
		return;
	for (; first <= last; first++)
		slot_map_assign(m, (int)first, n);
}

static void slot_map_clear(struct slot_map *m)
{
	memset(m->owner, 0, sizeof m->owner);
	for (size_t i = 0; i < m->n; i++)
		if (m->node[i])
			m->node[i]->is_in_map = m->node[i]->is_replica = false;
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
		slot_map_assign_range(m, from, r->element[i]);
	return true;
}

void slot_map_copy(struct slot_map *m, const struct slot_map *from)
{
	uint16_t own[NODES_MAX + 1] = { 0 };

	slot_map_clear(m);
	for (size_t i = 0; i < from->n; i++) {
		const struct node *its = from->node[i];
		struct node *n = its ? slot_map_node(m, &its->at) : NULL;

		if (!n)
			continue;
		n->is_in_map = its->is_in_map;
		n->is_replica = its->is_replica;
		own[i + 1] = (uint16_t)(n->number + 1);
	}
	for (int slot = 0; slot < HASH_SLOTS; slot++)
		m->owner[slot] = own[from->owner[slot]];
}

/* ---- removing nodes ------------------------------------------------- */

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
			node_disconnect_idle(n);
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

/* ---- refreshing the map --------------------------------------------- */

/* Time between two refreshes; and nodes that are asked at once, with a map. */
#define INTERVAL_MS   100
#define NODES_AT_ONCE 3

/* After so many failures, nodes outside the map are asked as well. */
#define FAILURES_MAX 3

static const char cluster_slots_command[] =
	"*2\r\n$7\r\nCLUSTER\r\n$5\r\nSLOTS\r\n";

static void slot_refresh_send(struct slot_refresh *s, struct node *n,
			      int64_t deadline)
{
	struct node_command *q = &s->commands[s->batch.n];

	*q = (struct node_command){ .batch = &s->batch,
				    .text = cluster_slots_command,
				    .len = sizeof cluster_slots_command - 1,
				    .into = &s->replies,
				    .deadline = deadline };
	if (node_is_up(n) && node_send(n, q))
		s->batch.unsettled = ++s->batch.n;
}

/* Several nodes are asked at once, and the first valid reply counts. */
void slot_refresh_begin(struct slot_refresh *s, unsigned timeout_ms)
{
	size_t most = s->is_known ? NODES_AT_ONCE : ADDRESS_ENDS_MAX;
	bool may_be_any = !s->is_known || s->failures >= FAILURES_MAX;
	int64_t now = clock_ms();

	if (slot_refresh_is_running(s) || now < s->not_before)
		return;
	s->not_before = now + INTERVAL_MS;
	s->is_answered = false;
	s->batch.n = 0;
	arena_reset(&s->replies);
	s->next_node++;
	for (size_t i = 0; i < s->map->n && s->batch.n < most; i++) {
		struct node *n = s->map->node[(s->next_node + i) % s->map->n];

		if (n && (n->is_in_map || may_be_any))
			slot_refresh_send(s, n, now + timeout_ms);
	}
	s->failures += !s->batch.n;
}

bool slot_refresh_is_running(const struct slot_refresh *s)
{
	return s->batch.unsettled;
}

bool slot_refresh_owns(const struct slot_refresh *s,
		       const struct node_command *q)
{
	return q->batch == &s->batch;
}

bool slot_refresh_receive(struct slot_refresh *s, const struct node *n,
			  const redisReply *r)
{
	s->batch.unsettled--;
	s->failures += !s->batch.unsettled && !s->is_answered;
	if (!r || s->is_answered || !slot_map_read(s->map, n, r))
		return false;
	s->is_answered = s->is_known = true;
	s->failures = 0;
	s->is_stale = false;
	s->received_at = clock_ms();
	return true;
}

bool slot_refresh_copy(struct slot_refresh *s, const struct slot_refresh *from)
{
	if (from->received_at <= s->received_at)
		return false;
	slot_map_copy(s->map, from->map);
	s->is_known = true;
	s->is_stale = from->is_stale;
	s->received_at = from->received_at;
	return true;
}
