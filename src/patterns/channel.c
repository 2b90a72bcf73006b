#include "patterns/channel.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "redis/cluster.h"
#include "redis/access_denied.h"
#include "redis/connect.h"
#include "redis/reply.h"

/* A channel does not try to connect more often than this. */
#define AGAIN_MS 250

struct channel {
	const struct rt_servers *servers;
	struct rt *rt; /* which has to outlive it */
	const char *name;
	redisContext *link;  /* subscribed; NULL: not connected */
	int64_t down_until;  /* monotonic milliseconds */
	int64_t quiet_until; /* see access_denied.h */
	struct arena own;    /* the name */
	/* A reply that comes in parts may outlive the caller's arena. */
	struct arena reply;
};

enum rt_err channel_publish(struct rt *rt, struct arena *a, const char *name,
			    const char *message, uint64_t *heard)
{
	return rt_read_u64(rt_bus(rt), a, heard, "PUBLISH %s %s", name,
			   message);
}

/* ---- the connection ---------------------------------------------------- */

static void channel_hang_up(struct channel *ch)
{
	if (ch->link)
		redisFree(ch->link);
	ch->link = NULL;
	arena_reset(&ch->reply);
}

static enum rt_err channel_lost(struct channel *ch)
{
	channel_hang_up(ch);
	ch->down_until = clock_ms() + AGAIN_MS;
	return RT_DOWN;
}

/* Only the system notices a server that has vanished without a word. */
static void channel_keep_alive(redisContext *link)
{
	if (link->connection_type == REDIS_CONN_TCP)
		redisEnableKeepAlive(link);
}

static enum rt_err channel_subscribe(struct channel *ch)
{
	const struct cluster *nodes = rt_bus(ch->rt)->cluster;
	char place[CLUSTER_PLACE_MAX];
	const redisReply *reply;

	/* Any node passes all messages on. */
	ch->link =
		dial(nodes && cluster_place(nodes, place) ? place
							  : ch->servers->bus,
		     ch->servers->timeout_ms);
	if (!ch->link)
		return channel_lost(ch);
	channel_keep_alive(ch->link);
	reply_setup(ch->link);
	reply_into(ch->link, &ch->reply);
	reply = redisCommand(ch->link, "SUBSCRIBE %s", ch->name);
	if (reply)
		access_denied_report(&ch->quiet_until, ch->servers->bus,
				     "SUBSCRIBE", reply);
	if (!reply || reply->type == REDIS_REPLY_ERROR)
		return channel_lost(ch);
	arena_reset(&ch->reply);
	return RT_OK;
}

struct channel *channel_open(struct rt *rt, const char *name)
{
	struct channel *ch = calloc(1, sizeof *ch);

	if (!ch)
		abort();
	ch->servers = rt->servers;
	ch->rt = rt;
	ch->name = arena_strdup(&ch->own, name);
	channel_subscribe(ch);
	return ch;
}

void channel_close(struct channel *ch)
{
	channel_hang_up(ch);
	arena_free(&ch->reply);
	arena_free(&ch->own);
	free(ch);
}

int channel_fd(const struct channel *ch)
{
	return ch->link ? ch->link->fd : -1;
}

/* ---- messages ---------------------------------------------------------- */

/* Whether there is something to read.  A signal ends the waiting. */
static bool channel_await(int fd, int64_t end)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int64_t left = end - clock_ms();

	return poll(&p, 1, left > 0 ? (int)left : 0) > 0;
}

/* Waits until it may try again, but not beyond `end`. */
static enum rt_err channel_connect(struct channel *ch, int64_t end)
{
	channel_await(-1, end < ch->down_until ? end : ch->down_until);
	return clock_ms() < ch->down_until ? RT_DOWN : channel_subscribe(ch);
}

/* Only "message, channel, text" comes where there is one subscription. */
static enum rt_err channel_read(struct channel *ch, struct arena *a,
				const char **message)
{
	const redisReply *reply = NULL;

	if (redisReaderGetReply(ch->link->reader, (void **)&reply) != REDIS_OK)
		return channel_lost(ch);
	if (!reply)
		return RT_NOT_FOUND;
	if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 3 ||
	    reply->element[2]->type != REDIS_REPLY_STRING)
		return channel_lost(ch);
	*message = arena_strndup(a, reply->element[2]->str,
				 reply->element[2]->len);
	arena_reset(&ch->reply);
	return RT_OK;
}

enum rt_err channel_next(struct channel *ch, struct arena *a, unsigned wait_ms,
			 const char **message)
{
	int64_t end = clock_ms() + wait_ms;
	enum rt_err err;

	if (!ch->link && (err = channel_connect(ch, end)))
		return err;
	while ((err = channel_read(ch, a, message)) == RT_NOT_FOUND) {
		if (!channel_await(ch->link->fd, end))
			return RT_NOT_FOUND;
		if (redisBufferRead(ch->link) != REDIS_OK)
			return channel_lost(ch);
	}
	return err;
}
