#include "libretwis/redis/cluster.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/prefix.h"

/*
 * A command is turned away so often at most.  Where it has to wait, that is
 * twice as long each time, from 10 ms on: 0.6 s in all.
 */
#define TRIES_MAX 6
#define PAUSE_MS  5

/* What is sent so late again still has a moment for its reply. */
#define MOMENT_MS 200

static void cluster_arm(struct cluster *c, int64_t at)
{
	if (!c->arm || at >= c->armed_at)
		return;
	c->armed_at = at;
	c->arm(c->use.base, at);
}

/* ---- a command ----------------------------------------------------------- */

/* Any node that is well, and rather one that is connected already. */
static struct node *cluster_any(const struct cluster *c)
{
	struct node *any = NULL;

	for (size_t i = 0; i < c->map.n; i++) {
		struct node *n = c->map.node[i];

		if (n && n->is_well)
			return n;
		if (n && node_is_up(n))
			any = n;
	}
	return any;
}

static struct node *cluster_node(const struct cluster *c,
				 const struct asked *q)
{
	unsigned master = q->trip->pipe->rt->master;
	struct node *n = NULL;

	if (q->slot != SLOT_ANY)
		return slot_map_owner(&c->map, q->slot);
	if (master)
		return slot_map_master(&c->map, master - 1);
	if (q->near != SLOT_ANY)
		n = slot_map_owner(&c->map, q->near);
	return n && node_is_up(n) ? n : cluster_any(c);
}

static void cluster_pause(struct cluster *c, struct asked *q)
{
	q->again_at = clock_ms() + (PAUSE_MS << q->tries);
	q->next = c->paused;
	c->paused = q;
	cluster_arm(c, q->again_at);
}

static bool cluster_may_try(struct asked *q)
{
	return ++q->tries <= TRIES_MAX && clock_ms() < q->trip->until;
}

static void cluster_ask(struct cluster *c, struct asked *q, struct node *n)
{
	int64_t soonest = q->tries ? clock_ms() + MOMENT_MS : 0;

	if (q->until < soonest)
		q->until = soonest;
	if (node_ask(n, q)) {
		cluster_arm(c, q->until);
		return;
	}
	c->survey.is_stale = true;
	trip_settle(q, NULL);
}

static void cluster_route(struct cluster *c, struct asked *q)
{
	struct node *n = cluster_node(c, q);

	if (n) {
		cluster_ask(c, q, n);
		return;
	}
	c->survey.is_stale = true;
	survey_begin(&c->survey, c->timeout_ms);
	if (cluster_may_try(q))
		cluster_pause(c, q);
	else
		trip_settle(q, NULL);
}

static void cluster_route_all(struct cluster *c, struct trip *t)
{
	size_t n = t->n;

	/* With the last one the trip may end, and take its memory along. */
	for (struct asked *q = t->v; n; n--)
		cluster_route(c, q++);
}

/* ---- what nodes say ------------------------------------------------------ */

/* "MOVED 3999 127.0.0.1:6381": NULL if it makes no sense. */
static struct node *cluster_pointed(struct cluster *c, const struct node *from,
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

static void cluster_redirect(struct cluster *c, struct asked *q,
			     const struct node *from, const redisReply *r)
{
	bool has_moved = text_after(r->str, "MOVED ");
	struct node *n = cluster_pointed(c, from, r->str);

	if (has_moved)
		c->survey.is_stale = true;
	if (!n || q->slot == SLOT_ANY || !cluster_may_try(q)) {
		trip_settle(q, NULL);
		return;
	}
	if (has_moved)
		slot_map_give(&c->map, q->slot, n);
	q->asks = !has_moved;
	cluster_ask(c, q, n);
}

static void cluster_put_off(struct cluster *c, struct asked *q,
			    const redisReply *r)
{
	if (text_after(r->str, "CLUSTERDOWN "))
		c->survey.is_stale = true;
	if (cluster_may_try(q))
		cluster_pause(c, q);
	else
		trip_settle(q, NULL);
}

static struct trip *cluster_stop_waiting(struct cluster *c)
{
	struct trip *t = c->waiting;

	c->waiting = NULL;
	c->last = &c->waiting;
	return t;
}

/* Those that wait for the map have one now; or nobody is left to tell them. */
static void cluster_surveyed(struct cluster *c, const struct node *n,
			     const redisReply *r)
{
	struct trip *t = NULL;

	c->is_new |= survey_take(&c->survey, n, r);
	if (c->survey.is_known || !survey_is_on(&c->survey))
		t = cluster_stop_waiting(c);
	while (t) {
		struct trip *next = t->next;

		if (c->survey.is_known)
			cluster_route_all(c, t);
		else
			trip_give_up(t);
		t = next;
	}
}

static void cluster_taken(void *who, struct node *n, struct asked *q,
			  const redisReply *r)
{
	struct cluster *c = who;
	bool is_error = r->type == REDIS_REPLY_ERROR;

	if (survey_has(&c->survey, q)) {
		cluster_surveyed(c, n, r);
		return;
	}
	q->trip->pipe->rt->nodes |= UINT64_C(1) << n->number % CLUSTER_NODES;
	if (is_error &&
	    (text_after(r->str, "MOVED ") || text_after(r->str, "ASK ")))
		cluster_redirect(c, q, n, r);
	else if (is_error && (text_after(r->str, "TRYAGAIN ") ||
			      text_after(r->str, "CLUSTERDOWN ")))
		cluster_put_off(c, q, r);
	else
		trip_settle(q, r);
}

static void cluster_lost(void *who, struct asked *q)
{
	struct cluster *c = who;

	if (survey_has(&c->survey, q))
		cluster_surveyed(c, NULL, NULL);
	else
		trip_settle(q, NULL);
}

static void cluster_gone(void *who, struct node *n, bool was_well)
{
	struct cluster *c = who;

	c->survey.is_stale = true;
	if (was_well)
		c->lost_at[n->number % CLUSTER_NODES] = ++c->losses;
}

/* ---- from outside -------------------------------------------------------- */

static void cluster_wait(struct cluster *c, struct trip *t)
{
	*c->last = t;
	c->last = &t->next;
	cluster_arm(c, t->until);
}

void cluster_send(struct cluster *c, struct rt_pipe *p,
		  void (*done)(void *who), void *who)
{
	struct trip *t;

	if (p->err || pipe_is_whole(p)) {
		done(who);
		return;
	}
	t = trip_new(p, clock_ms() + c->timeout_ms, done, who);
	if (!c->survey.is_known || c->survey.is_stale)
		survey_begin(&c->survey, c->timeout_ms);
	if (c->survey.is_known)
		cluster_route_all(c, t);
	else if (survey_is_on(&c->survey))
		cluster_wait(c, t);
	else
		trip_give_up(t);
}

bool cluster_is_same(const struct cluster *c, struct rt *rt)
{
	if (!rt->connection)
		rt->connection = c->losses + 1;
	if (rt->connection == c->losses + 1)
		return true;
	for (unsigned i = 0; i < CLUSTER_NODES; i++)
		if (rt->nodes >> i & 1 && c->lost_at[i] >= rt->connection)
			return false;
	return true;
}

static void cluster_go_on(struct cluster *c, int64_t now)
{
	struct asked *q = c->paused;

	c->paused = NULL;
	while (q) {
		struct asked *next = q->next;

		if (q->again_at <= now) {
			cluster_route(c, q);
		} else {
			q->next = c->paused;
			c->paused = q;
		}
		q = next;
	}
}

/* Those that have waited longest come first. */
static void cluster_expire(struct cluster *c, int64_t now)
{
	while (c->waiting && c->waiting->until <= now) {
		struct trip *t = c->waiting;

		c->waiting = t->next;
		if (!c->waiting)
			c->last = &c->waiting;
		trip_give_up(t);
	}
}

int64_t cluster_next(const struct cluster *c)
{
	int64_t next = c->waiting ? c->waiting->until : INT64_MAX;

	for (size_t i = 0; i < c->map.n; i++) {
		int64_t own = INT64_MAX;

		if (c->map.node[i])
			own = node_next(c->map.node[i]);
		next = own < next ? own : next;
	}
	for (const struct asked *q = c->paused; q; q = q->next)
		next = q->again_at < next ? q->again_at : next;
	return next;
}

void cluster_tick(struct cluster *c)
{
	int64_t now = clock_ms();

	c->armed_at = INT64_MAX;
	for (size_t i = 0; i < c->map.n; i++)
		if (c->map.node[i])
			node_tick(c->map.node[i], now);
	cluster_go_on(c, now);
	cluster_expire(c, now);
	if (c->is_new)
		slot_map_sweep(&c->map, c->seeds);
	c->is_new = false;
	cluster_arm(c, cluster_next(c));
}

/* ---- opening ------------------------------------------------------------- */

struct cluster *cluster_open(const char *address, unsigned timeout_ms,
			     const struct node_watch *watch, void *base,
			     void (*arm)(void *base, int64_t at))
{
	struct cluster *c = calloc(1, sizeof *c);

	if (!c)
		abort();
	address_parse(&c->address, address);
	c->use = (struct node_use){ .address = &c->address,
				    .watch = watch,
				    .base = base,
				    .taken = cluster_taken,
				    .lost = cluster_lost,
				    .gone = cluster_gone,
				    .who = c };
	c->map.use = &c->use;
	c->timeout_ms = timeout_ms;
	c->last = &c->waiting;
	c->survey =
		(struct survey){ .map = &c->map, .turn = (unsigned)getpid() };
	c->arm = arm;
	c->armed_at = INT64_MAX;
	for (size_t i = 0; i < c->address.n; i++)
		slot_map_at(&c->map, &c->address.end[i]);
	c->seeds = c->map.n;
	return c;
}

void cluster_close(struct cluster *c)
{
	slot_map_free(&c->map);
	arena_free(&c->survey.seen);
	free(c);
}
