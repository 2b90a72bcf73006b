#include "redis/node.h"

#include <stdlib.h>

#include "base/clock.h"
#include "redis/async_connection.h"
#include "redis/connection.h"

static const char node_asking[] = "*1\r\n$6\r\nASKING\r\n";

struct node *node_open(const struct node_config *config,
		       const struct address_end *at, unsigned number)
{
	struct node *n = calloc(1, sizeof *n);

	if (!n)
		abort();
	*n = (struct node){ .config = config, .at = *at, .number = number };
	n->last = &n->first;
	return n;
}

static void node_disconnect(struct node *n)
{
	if (n->connection)
		async_connection_close(n->connection);
	n->connection = NULL;
	n->is_healthy = false;
	arena_reset(&n->stray_replies);
}

void node_disconnect_idle(struct node *n)
{
	if (!n->first)
		node_disconnect(n);
}

void node_close(struct node *n)
{
	node_disconnect(n);
	arena_free(&n->stray_replies);
	free(n);
}

static void node_end_all(struct node *n,
			 void (*end)(void *who, struct node_command *q))
{
	struct node_command *q = n->first;
	bool was_healthy = n->is_healthy;

	n->first = NULL;
	n->last = &n->first;
	node_disconnect(n);
	n->config->on_disconnect(n->config->who, n, was_healthy);
	while (q) {
		struct node_command *next = q->next;

		end(n->config->who, q);
		q = next;
	}
}

static void node_on_lost(void *who)
{
	struct node *n = who;

	n->connection = NULL;
	node_end_all(n, n->config->on_lost);
}

static void node_on_unreached(void *who)
{
	struct node *n = who;

	n->connection = NULL;
	node_end_all(n, n->config->on_unsent);
}

/* The next reply belongs to the first command, if there is one. */
static void node_set_reply_arena(struct node *n)
{
	async_connection_set_arena(
		n->connection, n->first ? n->first->into : &n->stray_replies);
}

static bool node_on_reply(void *who, const redisReply *r)
{
	struct node *n = who;
	struct node_command *q = n->first;

	if (!q)
		return false;
	n->is_healthy = true;
	if (q->sends_asking) {
		q->sends_asking = false;
		return true;
	}
	n->first = q->next;
	if (!n->first)
		n->last = &n->first;
	node_set_reply_arena(n);
	n->config->on_reply(n->config->who, n, q, r);
	return true;
}

static bool node_connect(struct node *n)
{
	static const struct async_connection_events events = {
		.on_reply = node_on_reply,
		.on_lost = node_on_lost,
		.on_unreached = node_on_unreached,
	};

	if (!node_is_up(n))
		return false;
	n->connection = async_connection_open_end(
		n->config->address, &n->at, false, n->config->base,
		&n->stray_replies, &events, n);
	return n->connection;
}

bool node_is_up(const struct node *n)
{
	return n->connection || clock_ms() >= n->down_until;
}

bool node_send(struct node *n, struct node_command *q)
{
	if (!n->connection && !node_connect(n))
		return false;
	if (q->sends_asking)
		async_connection_send(n->connection, node_asking,
				      sizeof node_asking - 1);
	async_connection_send(n->connection, q->text, q->len);
	q->next = NULL;
	*n->last = q;
	n->last = &q->next;
	if (n->first == q)
		node_set_reply_arena(n);
	return true;
}

int64_t node_next_deadline(const struct node *n)
{
	int64_t next = INT64_MAX;

	for (const struct node_command *q = n->first; q; q = q->next)
		if (q->deadline < next)
			next = q->deadline;
	return next;
}

void node_tick(struct node *n, int64_t now)
{
	if (node_next_deadline(n) > now)
		return;
	n->down_until = now + FAIL_FAST_MS;
	async_connection_log(n->connection, REPLY_LATE);
	node_end_all(n, n->config->on_lost);
}
