#include "redis/async_client.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "redis/cluster.h"
#include "redis/pipe_result.h"
#include "redis/async_connection.h"

/* A connection to what is no master lasts so long. */
#define TURN_MS 1000

/* A pipeline on its way; in its own arena. */
struct pending {
	struct pending *next; /* sent after it */
	struct rt_pipe *pipe;
	int64_t until; /* when we stop waiting; by clock_ms() */
	size_t taken;  /* replies when we looked at the clock last */
	bool is_late;  /* its time is over, and we look once more */
	void (*done)(void *who);
	void *who;
};

struct async_client {
	struct rt *rt; /* for its settings, and the commands */
	const char *address;
	struct cluster *cluster; /* in place of all that follows */
	struct event_base *base;
	struct event *timer;           /* for the first question */
	struct async_connection *wire; /* NULL: not connected */
	uint64_t connection;
	int64_t down_until; /* after a time-out; fail fast before */
	int64_t opened;     /* the wire */
	int64_t turn_at;    /* it leads to no master: turn then; 0: it does */
	struct arena stray; /* replies that nobody asked for */
	struct pending *first, **last;
};

/* The next reply is for the first question, or for nobody. */
static void async_client_expect(struct async_client *q)
{
	async_connection_into(q->wire,
			      q->first ? q->first->pipe->a : &q->stray);
}

static void async_client_end_first(struct async_client *q)
{
	struct pending *first = q->first;

	q->first = first->next;
	if (!q->first)
		q->last = &q->first;
	first->done(first->who);
}

static void async_client_end_all(struct async_client *q)
{
	struct pending *first = q->first;

	q->first = NULL;
	q->last = &q->first;
	while (first) {
		struct pending *next = first->next;

		first->pipe->err = RT_DOWN;
		first->done(first->who);
		first = next;
	}
}

static void async_client_fail_fast(struct async_client *q)
{
	q->down_until = clock_ms() + FAIL_FAST_MS;
}

static void async_client_lost(void *who)
{
	struct async_client *q = who;

	q->wire = NULL;
	q->turn_at = 0;
	arena_reset(&q->stray);
	async_client_end_all(q);
}

/* Nobody writes to the arena of a question any more once the wire is closed. */
static void async_client_hang_up(struct async_client *q)
{
	if (q->wire)
		async_connection_close(q->wire);
	async_client_lost(q);
}

static void async_client_set_timer(struct async_client *q)
{
	int64_t left = q->first->until - clock_ms(), ms = left > 0 ? left : 0;
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	event_add(q->timer, &when);
}

/*
 * Each answer has its time, and a long pipeline may take longer than one.  But
 * nobody waits so long for the answers to somebody else.
 */
static bool async_client_goes_on(const struct async_client *q)
{
	struct pending *first = q->first;

	if (!first->next && first->taken < first->pipe->taken) {
		first->taken = first->pipe->taken;
		first->until = clock_ms() + q->rt->servers->timeout_ms;
	}
	return first->until > clock_ms();
}

/*
 * After a process was stopped, as by a laptop that sleeps, libevent runs the
 * timers before it looks at what has come.  So the answer may be there: a turn
 * of the loop reads it.
 */
static bool async_client_looks_again(const struct async_client *q)
{
	bool is_new = !q->first->is_late;

	q->first->is_late = true;
	return is_new;
}

/* The question for which the timer was set may have had its answer. */
static void async_client_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct async_client *q = arg;

	(void)fd;
	(void)events;
	if (!q->first)
		return;
	if (q->first->until > clock_ms() || async_client_goes_on(q) ||
	    async_client_looks_again(q)) {
		async_client_set_timer(q);
		return;
	}
	async_client_fail_fast(q);
	async_client_hang_up(q);
}

/*
 * Not at once where we have only just come: the address may lead nowhere else,
 * and each new connection fails those who had begun with the last one.
 */
static int64_t async_client_turn_at(const struct async_client *q)
{
	int64_t now = clock_ms(), soonest = q->opened + TURN_MS;

	return now > soonest ? now : soonest;
}

/* Best while nobody waits for a reply; under load there may be no such time. */
static bool async_client_turns(const struct async_client *q)
{
	int64_t late = q->first ? FAIL_FAST_MS : 0;

	return q->turn_at && clock_ms() >= q->turn_at + late;
}

static bool async_client_receive(void *who, const redisReply *reply)
{
	struct async_client *q = who;
	struct pending *first = q->first;

	if (!first)
		return false;
	pipe_result_add(first->pipe, reply);
	if (first->pipe->is_demoted && !q->turn_at)
		q->turn_at = async_client_turn_at(q);
	if (pipe_result_is_whole(first->pipe)) {
		async_client_end_first(q);
		async_client_expect(q);
	}
	return true;
}

static const struct async_connection_events async_client_events = {
	.reply = async_client_receive, .lost = async_client_lost
};

uint64_t async_client_connection(struct async_client *q)
{
	if (async_client_turns(q))
		async_client_hang_up(q);
	if (q->wire)
		return q->connection;
	if (clock_ms() < q->down_until)
		return 0;
	q->wire = async_connection_open(q->address, q->rt->servers->timeout_ms,
					q->base, &q->stray,
					&async_client_events, q);
	q->opened = clock_ms();
	if (!q->wire)
		async_client_fail_fast(q);
	return q->wire ? ++q->connection : 0;
}

uint64_t async_client_connections(const struct async_client *q)
{
	return q->cluster ? q->cluster->losses : q->connection;
}

unsigned async_client_masters(const struct async_client *q)
{
	return q->cluster ? slot_map_masters(&q->cluster->map) : 1;
}

bool async_client_is_same(struct async_client *q, struct rt *rt)
{
	uint64_t connection;

	if (q->cluster)
		return cluster_is_same(q->cluster, rt);
	connection = async_client_connection(q);
	if (!rt->connection)
		rt->connection = connection;
	return connection && connection == rt->connection;
}

static void async_client_queue(struct async_client *q, struct pending *new)
{
	*q->last = new;
	q->last = &new->next;
	if (q->first != new)
		return;
	async_client_expect(q);
	if (!event_pending(q->timer, EV_TIMEOUT, NULL))
		async_client_set_timer(q);
}

void async_client_send(struct async_client *q, struct rt_pipe *p,
		       void (*done)(void *who), void *who)
{
	struct command *c = &p->rt->command;
	struct pending *new;

	if (q->cluster) {
		cluster_send(q->cluster, p, done, who);
		return;
	}
	if (!p->err && !pipe_result_is_whole(p) && !async_client_connection(q))
		p->err = RT_DOWN;
	if (p->err || pipe_result_is_whole(p)) {
		done(who);
		return;
	}
	new = arena_alloc(p->a, sizeof *new);
	*new = (struct pending){ .pipe = p,
				 .until = clock_ms() +
					  q->rt->servers->timeout_ms,
				 .taken = p->taken,
				 .done = done,
				 .who = who };
	async_client_queue(q, new);
	async_connection_send(q->wire, c->text, c->len);
	command_clear(c);
}

struct async_client *async_client_open(const struct rt_servers *servers,
				       const char *address,
				       struct event_base *base)
{
	struct async_client *q = calloc(1, sizeof *q);

	if (!q)
		abort();
	q->base = base;
	q->address = address;
	q->last = &q->first;
	q->rt = rt_new(servers, address);
	if (rt_is_cluster(address))
		q->cluster = cluster_open(address, servers->timeout_ms, base);
	q->timer = evtimer_new(base, async_client_on_timer, q);
	if (!q->timer)
		abort();
	return q;
}

void async_client_close(struct async_client *q)
{
	q->first = NULL;
	q->last = &q->first;
	async_client_hang_up(q);
	if (q->cluster)
		cluster_close(q->cluster);
	event_free(q->timer);
	rt_free(q->rt);
	arena_free(&q->stray);
	free(q);
}

void async_client_refresh(const struct async_client *q)
{
	if (q->cluster)
		cluster_refresh(q->cluster);
}

void async_client_share(struct async_client *q, struct async_client *other)
{
	if (q->cluster && other->cluster &&
	    strcmp(q->address, other->address) == 0)
		cluster_share(q->cluster, other->cluster);
}

bool async_client_place(const struct async_client *q, char *place)
{
	return q->cluster && cluster_place(q->cluster, place);
}

struct rt *async_client_rt(const struct async_client *q)
{
	return q->rt;
}
