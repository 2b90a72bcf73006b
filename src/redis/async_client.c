#include "redis/async_client.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/timeout.h"
#include "redis/cluster.h"
#include "redis/pipe_result.h"
#include "redis/async_connection.h"

/*
 * How long a connection to a server that is not a master is kept: each time
 * twice as long, since the address may lead to no other one, and members still
 * read there.
 */
#define RECONNECT_MS     1000
#define RECONNECT_MAX_MS 32000

/* A pipeline that waits for replies; allocated in its own arena. */
struct pending {
	struct pending *next; /* sent after it */
	struct rt_pipe *pipe;
	int64_t deadline;    /* of clock_ms() */
	size_t replies_seen; /* when the deadline was last set */
	void (*done)(void *who);
	void *who;
};

struct async_client {
	struct rt *rt; /* for its settings, and as a buffer of commands */
	const char *address;
	struct cluster *cluster; /* replaces all that follows; or NULL */
	struct event_base *base;
	struct event *timer;                 /* for the deadline of `first` */
	bool is_late;                        /* see timeout.h */
	struct async_connection *connection; /* NULL: not connected */
	uint64_t number;                     /* of the connections so far */
	int64_t down_until; /* after a time-out everything fails until then */
	int64_t opened_at;
	int64_t reconnect_at;       /* not a master: reconnect then; else 0 */
	int64_t reconnect_ms;       /* how long such a connection was kept */
	struct arena stray_replies; /* that belong to no pipeline */
	struct pending *first, **last;
};

/* The next reply belongs to the first pipeline, if there is one. */
static void async_client_set_reply_arena(struct async_client *client)
{
	async_connection_set_arena(client->connection,
				   client->first ? client->first->pipe->a
						 : &client->stray_replies);
}

static void async_client_end_first(struct async_client *client)
{
	struct pending *first = client->first;

	client->first = first->next;
	if (!client->first)
		client->last = &client->first;
	first->done(first->who);
}

static void async_client_end_all(struct async_client *client)
{
	struct pending *first = client->first;

	client->first = NULL;
	client->last = &client->first;
	while (first) {
		struct pending *next = first->next;

		first->pipe->err = RT_DOWN;
		first->done(first->who);
		first = next;
	}
}

static void async_client_fail_fast(struct async_client *client)
{
	client->down_until = clock_ms() + FAIL_FAST_MS;
}

static void async_client_on_lost(void *who)
{
	struct async_client *client = who;

	client->connection = NULL;
	client->reconnect_at = 0;
	arena_reset(&client->stray_replies);
	async_client_end_all(client);
}

/*
 * Once the connection is closed, nothing writes to a pipeline's arena any more.
 */
static void async_client_disconnect(struct async_client *client)
{
	if (client->connection)
		async_connection_close(client->connection);
	async_client_on_lost(client);
}

static void async_client_set_timer(struct async_client *client)
{
	int64_t left = client->first->deadline - clock_ms(),
		ms = left > 0 ? left : 0;
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	event_add(client->timer, &when);
}

/*
 * The time-out applies to each reply, so a long pipeline may take longer than
 * that in all.  This is not granted while another pipeline waits behind it.
 */
static bool async_client_may_wait(const struct async_client *client)
{
	struct pending *first = client->first;

	if (!first->next && first->replies_seen < first->pipe->replied) {
		first->replies_seen = first->pipe->replied;
		first->deadline = clock_ms() + client->rt->servers->timeout_ms;
	}
	return first->deadline > clock_ms();
}

/* The pipeline for which the timer was set may have been answered since. */
static void async_client_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct async_client *client = arg;

	(void)fd;
	(void)events;
	if (!timeout_counts(client->timer, &client->is_late) || !client->first)
		return;
	if (client->first->deadline > clock_ms() ||
	    async_client_may_wait(client)) {
		async_client_set_timer(client);
		return;
	}
	async_client_fail_fast(client);
	async_connection_log(client->connection, REPLY_LATE);
	async_client_disconnect(client);
}

/*
 * A new connection is not replaced at once.  The address may lead to the same
 * server again, and each reconnection fails the requests that began before it.
 * One that was good for a while shows that it does not.
 */
static int64_t async_client_reconnect_time(struct async_client *client)
{
	int64_t now = clock_ms(), age = now - client->opened_at;
	int64_t ms = 2 * client->reconnect_ms;

	if (ms < RECONNECT_MS || age > RECONNECT_MAX_MS)
		ms = RECONNECT_MS;
	client->reconnect_ms = ms < RECONNECT_MAX_MS ? ms : RECONNECT_MAX_MS;
	return age > client->reconnect_ms
		       ? now
		       : client->opened_at + client->reconnect_ms;
}

/*
 * The best moment to reconnect is when no pipeline waits for replies, and the
 * request that asks has not begun.  Under load there may be none, so after a
 * while it happens anyway.
 */
static bool async_client_must_reconnect(const struct async_client *client,
					bool has_begun)
{
	int64_t late = client->first || has_begun ? FAIL_FAST_MS : 0;

	return client->reconnect_at &&
	       clock_ms() >= client->reconnect_at + late;
}

static bool async_client_on_reply(void *who, const redisReply *reply)
{
	struct async_client *client = who;
	struct pending *first = client->first;

	if (!first)
		return false;
	pipe_result_add(first->pipe, reply);
	if (first->pipe->is_demoted && !client->reconnect_at)
		client->reconnect_at = async_client_reconnect_time(client);
	if (pipe_result_is_whole(first->pipe)) {
		async_client_end_first(client);
		async_client_set_reply_arena(client);
	}
	return true;
}

static const struct async_connection_events async_client_events = {
	.on_reply = async_client_on_reply, .on_lost = async_client_on_lost
};

/* The number of the connection that is used now; 0 if there is none. */
static uint64_t async_client_connect(struct async_client *client,
				     bool has_begun)
{
	if (async_client_must_reconnect(client, has_begun))
		async_client_disconnect(client);
	if (client->connection)
		return client->number;
	if (clock_ms() < client->down_until)
		return 0;
	client->connection = async_connection_open(
		client->address, client->rt->servers->timeout_ms, client->base,
		&client->stray_replies, &async_client_events, client);
	client->opened_at = clock_ms();
	if (!client->connection)
		async_client_fail_fast(client);
	return client->connection ? ++client->number : 0;
}

uint64_t async_client_connection(struct async_client *client)
{
	return async_client_connect(client, false);
}

uint64_t async_client_connections(const struct async_client *client)
{
	return client->cluster ? client->cluster->losses : client->number;
}

unsigned async_client_masters(const struct async_client *client)
{
	return client->cluster ? slot_map_masters(&client->cluster->map) : 1;
}

bool async_client_is_same(struct async_client *client, struct rt *rt)
{
	uint64_t connection;

	if (client->cluster)
		return cluster_is_same(client->cluster, rt);
	connection = async_client_connect(client, rt->connection);
	if (!rt->connection)
		rt->connection = connection;
	return connection && connection == rt->connection;
}

static void async_client_queue(struct async_client *client,
			       struct pending *new)
{
	*client->last = new;
	client->last = &new->next;
	if (client->first != new)
		return;
	async_client_set_reply_arena(client);
	if (!event_pending(client->timer, EV_TIMEOUT, NULL))
		async_client_set_timer(client);
}

void async_client_send(struct async_client *client, struct rt_pipe *p,
		       void (*done)(void *who), void *who)
{
	struct command *c = &p->rt->command;
	struct pending *new;

	if (client->cluster) {
		cluster_send(client->cluster, p, done, who);
		return;
	}
	if (!p->err && !pipe_result_is_whole(p) &&
	    !async_client_connect(client, true))
		p->err = RT_DOWN;
	if (p->err || pipe_result_is_whole(p)) {
		done(who);
		return;
	}
	new = arena_alloc(p->a, sizeof *new);
	*new = (struct pending){ .pipe = p,
				 .deadline = clock_ms() +
					     client->rt->servers->timeout_ms,
				 .replies_seen = p->replied,
				 .done = done,
				 .who = who };
	async_client_queue(client, new);
	async_connection_send(client->connection, c->text, c->len);
	command_clear(c);
}

struct async_client *async_client_open(const struct rt_servers *servers,
				       const char *address,
				       struct event_base *base)
{
	struct async_client *client = calloc(1, sizeof *client);

	if (!client)
		abort();
	client->base = base;
	client->address = address;
	client->last = &client->first;
	client->rt = rt_new(servers, address);
	if (rt_is_cluster(address))
		client->cluster =
			cluster_open(address, servers->timeout_ms, base);
	client->timer = evtimer_new(base, async_client_on_timer, client);
	if (!client->timer)
		abort();
	return client;
}

void async_client_close(struct async_client *client)
{
	client->first = NULL;
	client->last = &client->first;
	async_client_disconnect(client);
	if (client->cluster)
		cluster_close(client->cluster);
	event_free(client->timer);
	rt_free(client->rt);
	arena_free(&client->stray_replies);
	free(client);
}

void async_client_refresh(const struct async_client *client)
{
	if (client->cluster)
		cluster_refresh(client->cluster);
}

void async_client_share(struct async_client *client,
			struct async_client *other)
{
	if (client->cluster && other->cluster &&
	    strcmp(client->address, other->address) == 0)
		cluster_share(client->cluster, other->cluster);
}

bool async_client_node_address(const struct async_client *client, char *place)
{
	return client->cluster && cluster_node_address(client->cluster, place);
}

struct rt *async_client_rt(const struct async_client *client)
{
	return client->rt;
}
