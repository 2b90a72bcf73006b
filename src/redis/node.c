#include "redis/node.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "redis/connection.h"
#include "redis/connect.h"
#include "redis/reply.h"

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
	if (!n->link)
		return;
	if (n->use->watch)
		n->use->watch->end(n);
	redisFree(n->link);
	n->link = NULL;
	n->signs_in = n->wants = n->is_well = false;
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

/* The next reply is for the first question, or for nobody. */
static void node_expect(struct node *n)
{
	reply_into(n->link, n->first ? n->first->into : &n->stray);
}

static bool node_connect(struct node *n)
{
	if (!node_is_up(n))
		return false;
	n->link = dial_begin(n->use->address, &n->at, &n->signs_in);
	if (!n->link)
		return false;
	reply_setup(n->link);
	node_expect(n);
	if (n->use->watch)
		n->use->watch->begin(n);
	return true;
}

bool node_is_up(const struct node *n)
{
	return n->link || clock_ms() >= n->down_until;
}

static void node_append(struct node *n, const char *text, size_t len)
{
	if (redisAppendFormattedCommand(n->link, text, len) != REDIS_OK)
		abort();
}

bool node_send(struct node *n, struct asked *q)
{
	if (!n->link && !node_connect(n))
		return false;
	if (q->asks)
		node_append(n, node_asking, sizeof node_asking - 1);
	node_append(n, q->text, q->len);
	q->next = NULL;
	*n->last = q;
	n->last = &q->next;
	if (n->first == q)
		node_expect(n);
	n->wants = true;
	if (n->use->watch)
		n->use->watch->want(n);
	return true;
}

static bool node_has_signed_in(struct node *n, const redisReply *r)
{
	n->signs_in = false;
	if (r->type != REDIS_REPLY_ERROR)
		return true;
	fprintf(stderr, "retwis: Redis: %s\n", r->str);
	return false;
}

/* False for what nobody asked for: we would misread all that follows. */
static bool node_receive(struct node *n, const redisReply *r)
{
	struct asked *q = n->first;

	if (n->signs_in)
		return node_has_signed_in(n, r);
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

void node_read(struct node *n)
{
	void *reply = NULL;

	if (redisBufferRead(n->link) != REDIS_OK) {
		node_lost(n);
		return;
	}
	do {
		if (redisReaderGetReply(n->link->reader, &reply) != REDIS_OK ||
		    (reply && !node_receive(n, reply))) {
			node_lost(n);
			return;
		}
	} while (reply);
}

/* That the connection could not be made shows here, too. */
void node_write(struct node *n)
{
	int is_done = 0;

	if (redisBufferWrite(n->link, &is_done) != REDIS_OK)
		node_lost(n);
	else
		n->wants = !is_done;
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
	if (node_next(n) > now)
		return;
	n->down_until = now + FAIL_FAST_MS;
	node_lost(n);
}
