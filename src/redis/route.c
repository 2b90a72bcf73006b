#include "redis/route.h"

#include <event2/event.h>
#include <string.h>

#include "base/clock.h"
#include "base/prefix.h"

/*
 * A command is turned away so often at most.  Where it has to wait, that is
 * twice as long each time, from 10 ms on: 0.6 s in all.
 */
#define TRIES_MAX 6
#define PAUSE_MS  5

/* A command that is sent so late again still has a moment for its reply. */
#define MOMENT_MS 200

void route_arm(struct cluster *c, int64_t at)
{
	int64_t now = clock_ms(), ms = at > now ? at - now : 0;
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	if (at >= c->armed_at)
		return;
	c->armed_at = at;
	event_add(c->timer, &when);
}

/* ---- a command ----------------------------------------------------------- */

/* Any master that is well, and rather one that is connected already. */
static struct node *route_any(const struct cluster *c)
{
	struct node *any = NULL;

	for (size_t i = 0; i < c->map.n; i++) {
		struct node *n = c->map.node[i];

		if (!n || !n->is_named || n->is_replica)
			continue;
		if (n->is_well)
			return n;
		if (node_is_up(n))
			any = n;
	}
	return any;
}

/* A node that has answered the request may have been forgotten since. */
static struct node *route_each(const struct cluster *c, const struct rt *rt,
			       size_t nth)
{
	if (nth >= node_set_count(&rt->nodes))
		return NULL;
	return c->map.node[node_set_nth(&rt->nodes, nth)];
}

static struct node *route_keyless(const struct cluster *c,
				  const struct asked *q)
{
	const struct rt_pipe *p = q->trip->pipe;
	struct node *n = NULL;

	if (p->at_each)
		return route_each(c, p->rt, q->nth);
	if (p->rt->master)
		return slot_map_master(&c->map, p->rt->master - 1);
	if (q->near != SLOT_ANY)
		n = slot_map_owner(&c->map, q->near);
	return n && node_is_up(n) ? n : route_any(c);
}

static struct node *route_node(const struct cluster *c, const struct asked *q)
{
	return q->slot == SLOT_ANY ? route_keyless(c, q)
				   : slot_map_owner(&c->map, q->slot);
}

static void route_pause(struct cluster *c, struct asked *q)
{
	q->again_at = clock_ms() + (PAUSE_MS << q->tries);
	q->next = c->paused;
	c->paused = q;
	route_arm(c, q->again_at);
}

static bool route_may_try(struct asked *q)
{
	return ++q->tries <= TRIES_MAX && clock_ms() < q->trip->until;
}

static void route_send(struct cluster *c, struct asked *q, struct node *n)
{
	int64_t soonest = q->tries ? clock_ms() + MOMENT_MS : 0;

	if (q->until < soonest)
		q->until = soonest;
	if (node_send(n, q)) {
		route_arm(c, q->until);
		return;
	}
	c->census.is_stale = true;
	batch_settle(q, NULL);
}

void route_command(struct cluster *c, struct asked *q)
{
	struct node *n = route_node(c, q);

	if (n) {
		route_send(c, q, n);
		return;
	}
	c->census.is_stale = true;
	slot_refresh_begin(&c->census, c->timeout_ms);
	if (route_may_try(q))
		route_pause(c, q);
	else
		batch_settle(q, NULL);
}

void route_trip(struct cluster *c, struct batch *t)
{
	size_t n = t->n;

	/* With the last one the trip may end, and take its memory along. */
	for (struct asked *q = t->v; n; n--)
		route_command(c, q++);
}

/* ---- what nodes say ------------------------------------------------------ */

/* "MOVED 3999 127.0.0.1:6381": NULL if it makes no sense. */
static struct node *route_pointed(struct cluster *c, const struct node *from,
				  char *text)
{
	struct address_end at = { 0 };
	char *host = strrchr(text, ' '), *port = strrchr(text, ':');

	if (!host || !port || port < host)
		return NULL;
	*port++ = '\0';
	host++;
	return address_set(&at, *host ? host : from->at.host, port)
		       ? slot_map_at(&c->map, &at)
		       : NULL;
}

static void route_redirect(struct cluster *c, struct asked *q,
			   const struct node *from, const redisReply *r)
{
	bool has_moved = text_after(r->str, "MOVED ");
	struct node *n = route_pointed(c, from, r->str);

	if (has_moved)
		c->census.is_stale = true;
	if (!n || q->slot == SLOT_ANY || !route_may_try(q)) {
		batch_settle(q, NULL);
		return;
	}
	if (has_moved)
		slot_map_give(&c->map, q->slot, n);
	q->asks = !has_moved;
	route_send(c, q, n);
}

static void route_put_off(struct cluster *c, struct asked *q,
			  const redisReply *r)
{
	if (text_after(r->str, "CLUSTERDOWN "))
		c->census.is_stale = true;
	if (route_may_try(q))
		route_pause(c, q);
	else
		batch_settle(q, NULL);
}

bool route_again(struct cluster *c, const struct node *n, struct asked *q,
		 const redisReply *r)
{
	if (r->type != REDIS_REPLY_ERROR)
		return false;
	if (text_after(r->str, "MOVED ") || text_after(r->str, "ASK "))
		route_redirect(c, q, n, r);
	else if (text_after(r->str, "TRYAGAIN ") ||
		 text_after(r->str, "CLUSTERDOWN "))
		route_put_off(c, q, r);
	else
		return false;
	return true;
}
