#include "libretwis/engine/channel.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/redis/address.h"
#include "libretwis/redis/reply.h"

/* Nobody tries to connect more often than this. */
#define AGAIN_MS 250

struct channel {
	const struct rt_config *conf;
	const char *name;
	redisContext *link; /* subscribed; NULL: not connected */
	int64_t down_until; /* monotonic milliseconds */
	struct arena own;   /* the name */
	/* A reply in parts may take longer to come than any caller's arena. */
	struct arena reply;
};

void channel_publish(struct rt_pipe *p, uint64_t *heard, const char *name,
		     const char *message)
{
	rt_pipe_u64(p, heard, "PUBLISH %s %s", name, message);
}

/* ---- the connection ---------------------------------------------------- */

static void hang_up(struct channel *ch)
{
	if (ch->link)
		redisFree(ch->link);
	ch->link = NULL;
	arena_reset(&ch->reply);
}

static enum rt_err lost(struct channel *ch)
{
	hang_up(ch);
	ch->down_until = clock_ms() + AGAIN_MS;
	return RT_DOWN;
}

/* A server that vanished without a word is noticed by the system alone. */
static void notice_silence(redisContext *link)
{
	if (link->connection_type == REDIS_CONN_TCP)
		redisEnableKeepAlive(link);
}

static enum rt_err subscribe(struct channel *ch)
{
	const redisReply *reply;

	ch->link = rt_address_connect(ch->conf->bus, ch->conf->timeout_ms);
	if (!ch->link)
		return lost(ch);
	notice_silence(ch->link);
	reply_setup(ch->link);
	reply_into(ch->link, &ch->reply);
	reply = redisCommand(ch->link, "SUBSCRIBE %s", ch->name);
	if (!reply || reply->type == REDIS_REPLY_ERROR)
		return lost(ch);
	arena_reset(&ch->reply);
	return RT_OK;
}

struct channel *channel_open(struct rt *rt, const char *name)
{
	struct channel *ch = calloc(1, sizeof *ch);

	if (!ch)
		abort();
	ch->conf = rt->conf;
	ch->name = arena_strdup(&ch->own, name);
	subscribe(ch);
	return ch;
}

void channel_close(struct channel *ch)
{
	hang_up(ch);
	arena_free(&ch->reply);
	arena_free(&ch->own);
	free(ch);
}

int channel_fd(const struct channel *ch)
{
	return ch->link ? ch->link->fd : -1;
}

/* ---- messages ---------------------------------------------------------- */

/* Whether there is something to read; a signal counts as the end. */
static bool await(int fd, int64_t end)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int64_t left = end - clock_ms();

	return poll(&p, 1, left > 0 ? (int)left : 0) > 0;
}

/* Waits until it may be tried again, but not for longer than `end`. */
static enum rt_err connect_again(struct channel *ch, int64_t end)
{
	await(-1, end < ch->down_until ? end : ch->down_until);
	return clock_ms() < ch->down_until ? RT_DOWN : subscribe(ch);
}

/* With one subscription all that comes is "message", its channel, its text. */
static enum rt_err take(struct channel *ch, struct arena *a,
			const char **message)
{
	const redisReply *reply = NULL;

	if (redisReaderGetReply(ch->link->reader, (void **)&reply) != REDIS_OK)
		return lost(ch);
	if (!reply)
		return RT_NOT_FOUND;
	if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 3 ||
	    reply->element[2]->type != REDIS_REPLY_STRING)
		return lost(ch);
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

	if (!ch->link && (err = connect_again(ch, end)))
		return err;
	while ((err = take(ch, a, message)) == RT_NOT_FOUND) {
		if (!await(ch->link->fd, end))
			return RT_NOT_FOUND;
		if (redisBufferRead(ch->link) != REDIS_OK)
			return lost(ch);
	}
	return err;
}
