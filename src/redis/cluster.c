#include "redis/cluster.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "base/timeout.h"
#include "redis/pipe_result.h"

/*
 * How often a command may be rejected.  Each pause is twice as long as the one
 * before it, starting at 10 ms: 0.6 s in all.
 */
#define ATTEMPTS_MAX 6
#define PAUSE_MS     5

/* What a command that is sent again has for its reply at least. */
#define REPLY_MIN_MS 200

static void cluster_set_timer(struct cluster *c, int64_t at)
{
	int64_t now = clock_ms(), ms = at > now ? at - now : 0;
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	if (at >= c->timer_at)
		return;
	c->timer_at = at;
	event_add(c->timer, &when);
}

/* ---- routing a command ---------------------------------------------- */

/* Any master that is up, preferably one that has answered already. */
static struct node *cluster_any_master(const struct cluster *c)
{
	struct node *any = NULL;

	for (size_t i = 0; i < c->map.n; i++) {
		struct node *n = c->map.node[i];

		if (!n || !n->is_in_map || n->is_replica)
			continue;
		if (n->is_healthy)
			return n;
		if (node_is_up(n))
			any = n;
	}
	return any;
}

/* A node that has answered the request, or NULL if it was removed since. */
static struct node *cluster_answered_node(const struct cluster *c,
					  const struct rt *rt,
					  size_t keyless_index)
{
	if (keyless_index >= node_set_count(&rt->nodes))
		return NULL;
	return c->map.node[node_set_nth(&rt->nodes, keyless_index)];
}

static struct node *cluster_node_for_keyless(const struct cluster *c,
					     const struct node_command *q)
{
	const struct rt_pipe *p = q->batch->pipe;
	struct node *n = NULL;

	if (p->to_each_node)
		return cluster_answered_node(c, p->rt, q->keyless_index);
	if (p->rt->master)
		return slot_map_master(&c->map, p->rt->master - 1);
	if (q->fallback_slot != SLOT_ANY)
		n = slot_map_owner(&c->map, q->fallback_slot);
	return n && node_is_up(n) ? n : cluster_any_master(c);
}

static struct node *cluster_node_for(const struct cluster *c,
				     const struct node_command *q)
{
	return q->slot == SLOT_ANY ? cluster_node_for_keyless(c, q)
				   : slot_map_owner(&c->map, q->slot);
}

/* Commands that are paused at the same time continue in the same order. */
static void cluster_pause_until(struct cluster *c, struct node_command *q,
				int64_t at)
{
	q->retry_at = at;
	q->next = NULL;
	*c->last_paused = q;
	c->last_paused = &q->next;
	cluster_set_timer(c, at);
}

static void cluster_pause(struct cluster *c, struct node_command *q)
{
	cluster_pause_until(c, q, clock_ms() + (PAUSE_MS << q->attempts));
}

static bool cluster_may_retry(struct node_command *q)
{
	return ++q->attempts <= ATTEMPTS_MAX &&
	       clock_ms() < q->batch->deadline;
}

/*
 * It waits for a new map, in which another node may have taken over, unless
 * there has just been one.
 */
static void cluster_not_sent(struct cluster *c, struct node_command *q)
{
	bool was_unsent = q->was_unsent;

	slot_refresh_begin(&c->refresh, c->timeout_ms);
	q->was_unsent = true;
	if (was_unsent || !slot_refresh_is_running(&c->refresh))
		batch_settle(q, NULL);
	else
		cluster_pause_until(c, q, q->deadline);
}

static void cluster_send_to_node(struct cluster *c, struct node_command *q,
				 struct node *n)
{
	int64_t soonest = q->attempts ? clock_ms() + REPLY_MIN_MS : 0;

	if (q->deadline < soonest)
		q->deadline = soonest;
	if (node_send(n, q)) {
		cluster_set_timer(c, q->deadline);
		return;
	}
	c->refresh.is_stale = true;
	if (node_is_up(n))
		cluster_not_sent(c, q);
	else
		batch_settle(q, NULL);
}

static void cluster_route(struct cluster *c, struct node_command *q)
{
	struct node *n = cluster_node_for(c, q);

	if (n) {
		cluster_send_to_node(c, q, n);
		return;
	}
	c->refresh.is_stale = true;
	slot_refresh_begin(&c->refresh, c->timeout_ms);
	if (cluster_may_retry(q))
		cluster_pause(c, q);
	else
		batch_settle(q, NULL);
}

static void cluster_route_batch(struct cluster *c, struct batch *t)
{
	size_t n = t->n;

	/* The last command may end the batch, which frees its memory. */
	for (struct node_command *q = t->commands; n; n--)
		cluster_route(c, q++);
}

/* ---- rejected commands ---------------------------------------------- */

/* Parses "MOVED 3999 127.0.0.1:6381".  Returns NULL if it is malformed. */
static struct node *cluster_redirect_target(struct cluster *c,
					    const struct node *from,
					    char *text)
{
	struct address_end at = { 0 };
	char *host = strrchr(text, ' '), *port = strrchr(text, ':');

	if (!host || !port || port < host)
		return NULL;
	*port++ = '\0';
	host++;
	return address_set(&at, *host ? host : from->at.host, port)
		       ? slot_map_node(&c->map, &at)
		       : NULL;
}

static void cluster_redirect(struct cluster *c, struct node_command *q,
			     const struct node *from, const redisReply *r)
{
	bool has_moved = text_after(r->str, "MOVED ");
	struct node *n = cluster_redirect_target(c, from, r->str);

	if (has_moved)
		c->refresh.is_stale = true;
	if (!n || q->slot == SLOT_ANY || !cluster_may_retry(q)) {
		batch_settle(q, NULL);
		return;
	}
	if (has_moved)
		slot_map_assign(&c->map, q->slot, n);
	q->sends_asking = !has_moved;
	cluster_send_to_node(c, q, n);
}

static void cluster_retry_later(struct cluster *c, struct node_command *q,
				const redisReply *r)
{
	if (text_after(r->str, "CLUSTERDOWN "))
		c->refresh.is_stale = true;
	if (cluster_may_retry(q))
		cluster_pause(c, q);
	else
		batch_settle(q, NULL);
}

static bool cluster_reroute(struct cluster *c, const struct node *n,
			    struct node_command *q, const redisReply *r)
{
	if (r->type != REDIS_REPLY_ERROR)
		return false;
	if (text_after(r->str, "MOVED ") || text_after(r->str, "ASK "))
		cluster_redirect(c, q, n, r);
	else if (text_after(r->str, "TRYAGAIN ") ||
		 text_after(r->str, "CLUSTERDOWN "))
		cluster_retry_later(c, q, r);
	else
		return false;
	return true;
}

/* ---- events of nodes ---------------------------------------------------- */

static struct batch *cluster_stop_waiting(struct cluster *c)
{
	struct batch *t = c->waiting;

	c->waiting = NULL;
	c->last = &c->waiting;
	return t;
}

/* The timer routes them, because a node may just be ending its commands. */
static void cluster_continue_unsent(struct cluster *c)
{
	int64_t now = clock_ms();

	for (struct node_command *q = c->paused; q; q = q->next)
		if (q->was_unsent)
			q->retry_at = now;
	if (c->paused)
		cluster_set_timer(c, now);
}

/* Routes what waits for the map, or gives up if nobody has one. */
static void cluster_on_slots(struct cluster *c, const struct node *n,
			     const redisReply *r)
{
	struct batch *t;

	c->map_changed |= slot_refresh_receive(&c->refresh, n, r);
	if (!c->refresh.is_answered && slot_refresh_is_running(&c->refresh))
		return;
	cluster_continue_unsent(c);
	t = cluster_stop_waiting(c);
	while (t) {
		struct batch *next = t->next;

		if (c->refresh.is_known)
			cluster_route_batch(c, t);
		else
			batch_give_up(t);
		t = next;
	}
}

static void cluster_on_reply(void *who, struct node *n, struct node_command *q,
			     const redisReply *r)
{
	struct cluster *c = who;

	if (slot_refresh_owns(&c->refresh, q)) {
		cluster_on_slots(c, n, r);
		return;
	}
	if (cluster_reroute(c, n, q, r))
		return;
	node_set_add(&q->batch->pipe->rt->nodes, n->number);
	batch_settle(q, r);
}

static void cluster_on_lost(void *who, struct node_command *q)
{
	struct cluster *c = who;

	if (slot_refresh_owns(&c->refresh, q))
		cluster_on_slots(c, NULL, NULL);
	else
		batch_settle(q, NULL);
}

static void cluster_on_unsent(void *who, struct node_command *q)
{
	struct cluster *c = who;

	if (slot_refresh_owns(&c->refresh, q))
		cluster_on_slots(c, NULL, NULL);
	else
		cluster_not_sent(c, q);
}

static void cluster_on_disconnect(void *who, struct node *n, bool was_healthy)
{
	struct cluster *c = who;

	c->refresh.is_stale = true;
	if (was_healthy)
		c->lost_at[n->number] = ++c->losses;
}

static void cluster_copy_newest_map(struct cluster *c)
{
	for (const struct cluster *k = c->sibling; k != c; k = k->sibling)
		c->map_changed |= slot_refresh_copy(&c->refresh, &k->refresh);
}

/* ---- sending -------------------------------------------------------- */

static void cluster_wait_for_map(struct cluster *c, struct batch *t)
{
	*c->last = t;
	c->last = &t->next;
	cluster_set_timer(c, t->deadline);
}

/* Whether a command may be for a node that another one has replaced. */
static bool cluster_doubts_map(const struct cluster *c, const struct batch *t)
{
	for (size_t i = 0; c->refresh.is_stale && i < t->n; i++) {
		const struct node *n = cluster_node_for(c, &t->commands[i]);

		if (n && !n->is_healthy)
			return true;
	}
	return !c->refresh.is_known;
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
	cluster_copy_newest_map(c);
	if (!c->refresh.is_known || c->refresh.is_stale)
		slot_refresh_begin(&c->refresh, c->timeout_ms);
	if (cluster_doubts_map(c, t) && slot_refresh_is_running(&c->refresh))
		cluster_wait_for_map(c, t);
	else if (c->refresh.is_known)
		cluster_route_batch(c, t);
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

static const struct node *cluster_healthy_node(const struct cluster *c)
{
	const struct cluster *k = c;

	do {
		for (size_t i = 0; i < k->map.n; i++) {
			const struct node *n = k->map.node[i];

			if (n && n->is_in_map && n->is_healthy)
				return n;
		}
		k = k->sibling;
	} while (k != c);
	return NULL;
}

bool cluster_node_address(const struct cluster *c,
			  char place[CLUSTER_ADDRESS_MAX])
{
	const struct node *n = cluster_healthy_node(c);
	const struct address *a = &c->address;
	bool is_ipv6 = n && strchr(n->at.host, ':');
	bool signs_in = *a->user || *a->password;

	if (!n)
		return false;
	snprintf(place, CLUSTER_ADDRESS_MAX, "tcp://%s%s%s%s%s%s%s:%d",
		 a->user, signs_in ? ":" : "", a->password,
		 signs_in ? "@" : "", is_ipv6 ? "[" : "", n->at.host,
		 is_ipv6 ? "]" : "", n->at.port);
	return true;
}

static void cluster_retry_paused(struct cluster *c, int64_t now)
{
	struct node_command *q = c->paused;

	c->paused = NULL;
	c->last_paused = &c->paused;
	while (q) {
		struct node_command *next = q->next;

		if (q->retry_at <= now)
			cluster_route(c, q);
		else
			cluster_pause_until(c, q, q->retry_at);
		q = next;
	}
}

/* The batches that have waited longest are first in the list. */
static void cluster_expire(struct cluster *c, int64_t now)
{
	while (c->waiting && c->waiting->deadline <= now) {
		struct batch *t = c->waiting;

		c->waiting = t->next;
		if (!c->waiting)
			c->last = &c->waiting;
		batch_give_up(t);
	}
}

/* The next deadline of anything; INT64_MAX if nothing is under way. */
static int64_t cluster_next_deadline(const struct cluster *c)
{
	int64_t next = c->waiting ? c->waiting->deadline : INT64_MAX;

	for (size_t i = 0; i < c->map.n; i++) {
		int64_t own = INT64_MAX;

		if (c->map.node[i])
			own = node_next_deadline(c->map.node[i]);
		next = own < next ? own : next;
	}
	for (const struct node_command *q = c->paused; q; q = q->next)
		next = q->retry_at < next ? q->retry_at : next;
	return next;
}

void cluster_refresh(struct cluster *c)
{
	slot_refresh_begin(&c->refresh, c->timeout_ms);
	cluster_set_timer(c, cluster_next_deadline(c));
}

static void cluster_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct cluster *c = arg;
	int64_t now = clock_ms();

	(void)fd;
	(void)events;
	if (!timeout_counts(c->timer, &c->is_late))
		return;
	c->timer_at = INT64_MAX;
	for (size_t i = 0; i < c->map.n; i++)
		if (c->map.node[i])
			node_tick(c->map.node[i], now);
	cluster_retry_paused(c, now);
	cluster_expire(c, now);
	if (c->map_changed)
		slot_map_sweep(&c->map, c->seeds);
	c->map_changed = false;
	cluster_set_timer(c, cluster_next_deadline(c));
}

/* ---- opening and closing -------------------------------------------- */

struct cluster *cluster_open(const char *address, unsigned timeout_ms,
			     struct event_base *base)
{
	struct cluster *c = calloc(1, sizeof *c);

	if (!c)
		abort();
	address_parse(&c->address, address);
	c->config =
		(struct node_config){ .address = &c->address,
				      .base = base,
				      .on_reply = cluster_on_reply,
				      .on_lost = cluster_on_lost,
				      .on_unsent = cluster_on_unsent,
				      .on_disconnect = cluster_on_disconnect,
				      .who = c };
	c->map.config = &c->config;
	c->sibling = c;
	c->timeout_ms = timeout_ms;
	c->last = &c->waiting;
	c->last_paused = &c->paused;
	c->refresh = (struct slot_refresh){ .map = &c->map,
					    .next_node = (unsigned)getpid() };
	c->timer = evtimer_new(base, cluster_on_timer, c);
	if (!c->timer)
		abort();
	c->timer_at = INT64_MAX;
	for (size_t i = 0; i < c->address.n; i++)
		slot_map_node(&c->map, &c->address.end[i]);
	c->seeds = c->map.n;
	return c;
}

static bool cluster_is_sibling(const struct cluster *c,
			       const struct cluster *other)
{
	const struct cluster *k = c->sibling;

	while (k != c && k != other)
		k = k->sibling;
	return k == other;
}

/* Joins two rings into one. */
void cluster_share(struct cluster *c, struct cluster *other)
{
	struct cluster *next = c->sibling;

	if (cluster_is_sibling(c, other))
		return;
	c->sibling = other->sibling;
	other->sibling = next;
}

static void cluster_unshare(struct cluster *c)
{
	struct cluster *before = c->sibling;

	while (before->sibling != c)
		before = before->sibling;
	before->sibling = c->sibling;
}

void cluster_close(struct cluster *c)
{
	cluster_unshare(c);
	slot_map_free(&c->map);
	event_free(c->timer);
	arena_free(&c->refresh.replies);
	free(c);
}
