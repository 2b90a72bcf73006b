#include "redis/cluster.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "redis/pipe_result.h"
#include "redis/route.h"

static struct batch *cluster_stop_waiting(struct cluster *c)
{
	struct batch *t = c->waiting;

	c->waiting = NULL;
	c->last = &c->waiting;
	return t;
}

/* Those that wait for the map have one now; or nobody is left to tell them. */
static void cluster_censused(struct cluster *c, const struct node *n,
			     const redisReply *r)
{
	struct batch *t = NULL;

	c->is_new |= slot_refresh_receive(&c->census, n, r);
	if (c->census.is_known || !slot_refresh_is_on(&c->census))
		t = cluster_stop_waiting(c);
	while (t) {
		struct batch *next = t->next;

		if (c->census.is_known)
			route_trip(c, t);
		else
			batch_give_up(t);
		t = next;
	}
}

static void cluster_taken(void *who, struct node *n, struct asked *q,
			  const redisReply *r)
{
	struct cluster *c = who;

	if (slot_refresh_has(&c->census, q)) {
		cluster_censused(c, n, r);
		return;
	}
	if (route_again(c, n, q, r))
		return;
	node_set_add(&q->trip->pipe->rt->nodes, n->number);
	batch_settle(q, r);
}

static void cluster_lost(void *who, struct asked *q)
{
	struct cluster *c = who;

	if (slot_refresh_has(&c->census, q))
		cluster_censused(c, NULL, NULL);
	else
		batch_settle(q, NULL);
}

static void cluster_gone(void *who, struct node *n, bool was_well)
{
	struct cluster *c = who;

	c->census.is_stale = true;
	if (was_well)
		c->lost_at[n->number] = ++c->losses;
}

static void cluster_copy_map(struct cluster *c)
{
	for (const struct cluster *k = c->kin; k != c; k = k->kin)
		c->is_new |= slot_refresh_copy(&c->census, &k->census);
}

/* ---- from outside -------------------------------------------------------- */

static void cluster_wait(struct cluster *c, struct batch *t)
{
	*c->last = t;
	c->last = &t->next;
	route_arm(c, t->until);
}

void cluster_send(struct cluster *c, struct rt_pipe *p,
		  void (*done)(void *who), void *who)
{
	struct batch *t;

	if (p->err || pipe_result_is_whole(p)) {
		done(who);
		return;
	}
	t = batch_new(p, clock_ms() + c->timeout_ms, done, who);
	cluster_copy_map(c);
	if (!c->census.is_known || c->census.is_stale)
		slot_refresh_begin(&c->census, c->timeout_ms);
	if (c->census.is_known)
		route_trip(c, t);
	else if (slot_refresh_is_on(&c->census))
		cluster_wait(c, t);
	else
		batch_give_up(t);
}

bool cluster_is_same(const struct cluster *c, struct rt *rt)
{
	if (!rt->connection)
		rt->connection = c->losses + 1;
	if (rt->connection == c->losses + 1)
		return true;
	for (unsigned i = 0; i < NODES_MAX; i++)
		if (node_set_have(&rt->nodes, i) &&
		    c->lost_at[i] >= rt->connection)
			return false;
	return true;
}

static const struct node *cluster_well(const struct cluster *c)
{
	const struct cluster *k = c;

	do {
		for (size_t i = 0; i < k->map.n; i++) {
			const struct node *n = k->map.node[i];

			if (n && n->is_named && n->is_well)
				return n;
		}
		k = k->kin;
	} while (k != c);
	return NULL;
}

bool cluster_place(const struct cluster *c, char place[CLUSTER_PLACE_MAX])
{
	const struct node *n = cluster_well(c);
	const struct address *a = &c->address;
	bool is_ipv6 = n && strchr(n->at.host, ':');
	bool signs_in = *a->user || *a->password;

	if (!n)
		return false;
	snprintf(place, CLUSTER_PLACE_MAX, "tcp://%s%s%s%s%s%s%s:%d", a->user,
		 signs_in ? ":" : "", a->password, signs_in ? "@" : "",
		 is_ipv6 ? "[" : "", n->at.host, is_ipv6 ? "]" : "",
		 n->at.port);
	return true;
}

static void cluster_go_on(struct cluster *c, int64_t now)
{
	struct asked *q = c->paused;

	c->paused = NULL;
	while (q) {
		struct asked *next = q->next;

		if (q->again_at <= now) {
			route_command(c, q);
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
		struct batch *t = c->waiting;

		c->waiting = t->next;
		if (!c->waiting)
			c->last = &c->waiting;
		batch_give_up(t);
	}
}

/* When something is due; INT64_MAX: nothing is on its way. */
static int64_t cluster_next(const struct cluster *c)
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

void cluster_refresh(struct cluster *c)
{
	slot_refresh_begin(&c->census, c->timeout_ms);
	route_arm(c, cluster_next(c));
}

static void cluster_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct cluster *c = arg;
	int64_t now = clock_ms();

	(void)fd;
	(void)events;
	c->armed_at = INT64_MAX;
	for (size_t i = 0; i < c->map.n; i++)
		if (c->map.node[i])
			node_tick(c->map.node[i], now);
	cluster_go_on(c, now);
	cluster_expire(c, now);
	if (c->is_new)
		slot_map_sweep(&c->map, c->seeds);
	c->is_new = false;
	route_arm(c, cluster_next(c));
}

/* ---- opening ------------------------------------------------------------- */

struct cluster *cluster_open(const char *address, unsigned timeout_ms,
			     struct event_base *base)
{
	struct cluster *c = calloc(1, sizeof *c);

	if (!c)
		abort();
	address_parse(&c->address, address);
	c->use = (struct node_use){ .address = &c->address,
				    .base = base,
				    .taken = cluster_taken,
				    .lost = cluster_lost,
				    .gone = cluster_gone,
				    .who = c };
	c->map.use = &c->use;
	c->kin = c;
	c->timeout_ms = timeout_ms;
	c->last = &c->waiting;
	c->census = (struct slot_refresh){ .map = &c->map,
					   .turn = (unsigned)getpid() };
	c->timer = evtimer_new(base, cluster_on_timer, c);
	if (!c->timer)
		abort();
	c->armed_at = INT64_MAX;
	for (size_t i = 0; i < c->address.n; i++)
		slot_map_at(&c->map, &c->address.end[i]);
	c->seeds = c->map.n;
	return c;
}

static bool cluster_is_kin(const struct cluster *c,
			   const struct cluster *other)
{
	const struct cluster *k = c->kin;

	while (k != c && k != other)
		k = k->kin;
	return k == other;
}

/* Two rings become one. */
void cluster_share(struct cluster *c, struct cluster *other)
{
	struct cluster *next = c->kin;

	if (cluster_is_kin(c, other))
		return;
	c->kin = other->kin;
	other->kin = next;
}

static void cluster_leave_kin(struct cluster *c)
{
	struct cluster *before = c->kin;

	while (before->kin != c)
		before = before->kin;
	before->kin = c->kin;
}

void cluster_close(struct cluster *c)
{
	cluster_leave_kin(c);
	slot_map_free(&c->map);
	event_free(c->timer);
	arena_free(&c->census.seen);
	free(c);
}
