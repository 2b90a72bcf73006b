#include "redis/node.h"

#include <stdlib.h>

#include "base/clock.h"
#include "redis/async_connection.h"
#include "redis/connection.h"

static const char node_asking[] = "*1\r\n$6\r\nASKING\r\n";

struct node *node_open(const struct node_use *use,
		       const struct address_end *at, unsigned number)
{
	struct node *n = calloc(1, sizeof *n);

	if (!n)
		abort();
	*n = (struct node){ .use = use, .at = *at, .number = number };
	n->last = &n->first;
	return n;
}

static void node_hang_up(struct node *n)
{
	if (n->wire)
		async_connection_close(n->wire);
	n->wire = NULL;
	n->is_well = false;
	arena_reset(&n->stray);
}

void node_rest(struct node *n)
{
	if (!n->first)
		node_hang_up(n);
}

void node_close(struct node *n)
{
	node_hang_up(n);
	arena_free(&n->stray);
	free(n);
}

static void node_lost(struct node *n)
{
	struct asked *q = n->first;
	bool was_well = n->is_well;

	n->first = NULL;
	n->last = &n->first;
	node_hang_up(n);
	n->use->gone(n->use->who, n, was_well);
	while (q) {
		struct asked *next = q->next;

		n->use->lost(n->use->who, q);
		q = next;
	}
}

static void node_on_lost(void *who)
{
	struct node *n = who;

	n->wire = NULL;
	node_lost(n);
}

/* The next reply is for the first question, or for nobody. */
static void node_expect(struct node *n)
{
	async_connection_into(n->wire, n->first ? n->first->into : &n->stray);
}

static bool node_on_reply(void *who, const redisReply *r)
{
	struct node *n = who;
	struct asked *q = n->first;

	if (!q)
		return false;
	n->is_well = true;
	if (q->asks) {
		q->asks = false;
		return true;
	}
	n->first = q->next;
	if (!n->first)
		n->last = &n->first;
	node_expect(n);
	n->use->taken(n->use->who, n, q, r);
	return true;
}

static bool node_connect(struct node *n)
{
	static const struct async_connection_events events = {
		.reply = node_on_reply, .lost = node_on_lost
	};

	if (!node_is_up(n))
		return false;
	n->wire =
		async_connection_open_end(n->use->address, &n->at, false,
					  n->use->base, &n->stray, &events, n);
	return n->wire;
}

bool node_is_up(const struct node *n)
{
	return n->wire || clock_ms() >= n->down_until;
}

bool node_send(struct node *n, struct asked *q)
{
	if (!n->wire && !node_connect(n))
		return false;
	if (q->asks)
		async_connection_send(n->wire, node_asking,
				      sizeof node_asking - 1);
	async_connection_send(n->wire, q->text, q->len);
	q->next = NULL;
	*n->last = q;
	n->last = &q->next;
	if (n->first == q)
		node_expect(n);
	return true;
}

int64_t node_next(const struct node *n)
{
	int64_t next = INT64_MAX;

	for (const struct asked *q = n->first; q; q = q->next)
		if (q->until < next)
			next = q->until;
	return next;
}

void node_tick(struct node *n, int64_t now)
{
	bool was_late = n->is_late;

	n->is_late = node_next(n) <= now && !was_late;
	if (n->is_late || node_next(n) > now)
		return;
	n->down_until = now + FAIL_FAST_MS;
	node_lost(n);
}
