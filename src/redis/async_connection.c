#include "redis/async_connection.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redis/connect.h"
#include "redis/reply.h"
#include "redis/find_master.h"

/* Until the right server is found. */
struct async_connection_way {
	struct address address;
	struct find_master seek;
	struct evbuffer *held; /* what to send there */
	struct event *timer;   /* for this place */
	struct timeval share;
};

struct async_connection {
	struct event_base *base;
	redisContext *link;
	struct arena *into;
	struct event *read, *write;
	struct event *flush; /* once the loop has come round */
	const struct async_connection_events *events;
	void *who;
	bool signs_in; /* the next reply is about that */
	bool is_bare;  /* and may say no */
	bool is_made;  /* the server has accepted it */
	bool explains; /* if not, a line on stderr says why */
	struct async_connection_way *way;
};

static void async_connection_on_read(evutil_socket_t fd, short events,
				     void *arg);
static void async_connection_on_write(evutil_socket_t fd, short events,
				      void *arg);

/* ---- the connection ---------------------------------------------------- */

static struct async_connection *async_connection_new(
	struct event_base *base, struct arena *into,
	const struct async_connection_events *events, void *who)
{
	struct async_connection *w = calloc(1, sizeof *w);

	if (!w)
		abort();
	*w = (struct async_connection){
		.base = base, .into = into, .events = events, .who = who
	};
	w->flush = event_new(base, -1, 0, async_connection_on_write, w);
	if (!w->flush)
		abort();
	return w;
}

static redisContext *async_connection_dial(const struct address_end *end)
{
	redisContext *link = dial(end);

	if (!link || !link->err)
		return link;
	fprintf(stderr, "retwis: Redis: %s\n", link->errstr);
	redisFree(link);
	return NULL;
}

/* At a socket a user may need no password. */
static void async_connection_sign_in(struct async_connection *w,
				     const struct address *a)
{
	w->signs_in = *a->user || *a->password;
	if (*a->user)
		redisAppendCommand(w->link, "AUTH %s %s", a->user,
				   a->password);
	else if (*a->password)
		redisAppendCommand(w->link, "AUTH %s", a->password);
}

/* False, if that fails at once. */
static bool async_connection_connect(struct async_connection *w,
				     const struct address *a,
				     const struct address_end *end)
{
	w->link = async_connection_dial(end);
	if (!w->link)
		return false;
	async_connection_sign_in(w, a);
	reply_setup(w->link);
	reply_into(w->link, w->into);
	w->read = event_new(w->base, w->link->fd, EV_READ | EV_PERSIST,
			    async_connection_on_read, w);
	w->write = event_new(w->base, w->link->fd, EV_WRITE,
			     async_connection_on_write, w);
	if (!w->read || !w->write)
		abort();
	event_add(w->read, NULL);
	event_add(w->write, NULL);
	return true;
}

static void async_connection_hang_up(struct async_connection *w)
{
	if (!w->link)
		return;
	event_free(w->read);
	event_free(w->write);
	redisFree(w->link);
	w->link = NULL;
}

static void async_connection_arrive(struct async_connection *w)
{
	struct async_connection_way *way = w->way;

	if (!way)
		return;
	event_free(way->timer);
	evbuffer_free(way->held);
	free(way);
	w->way = NULL;
}

void async_connection_close(struct async_connection *w)
{
	async_connection_arrive(w);
	async_connection_hang_up(w);
	event_free(w->flush);
	free(w);
}

static void async_connection_lost(struct async_connection *w)
{
	const struct async_connection_events *events = w->events;
	void *who = w->who;

	async_connection_close(w);
	events->lost(who);
}

/* ---- the way to it ----------------------------------------------------- */

/* Goes to the next place that may lead there; false: there is none left. */
static bool async_connection_go_on(struct async_connection *w)
{
	struct async_connection_way *way = w->way;

	async_connection_hang_up(w);
	while (find_master_next(&way->seek)) {
		if (!async_connection_connect(w, &way->address, &way->seek.at))
			continue;
		find_master_ask(&way->seek, w->link);
		event_add(way->timer, &way->share);
		return true;
	}
	find_master_complain(&way->seek);
	return false;
}

static void async_connection_failed(struct async_connection *w)
{
	if (!w->way || !async_connection_go_on(w))
		async_connection_lost(w);
}

/* One that the server has accepted, and closed at once, was made. */
static bool async_connection_is_made(struct async_connection *w)
{
	int error = w->is_made ? 0 : dial_error(w->link);

	w->is_made = !error;
	if (w->explains && error && error != ECONNRESET)
		fprintf(stderr, "retwis: Redis: %s\n", strerror(error));
	return !error;
}

static void async_connection_on_timer(evutil_socket_t fd, short events,
				      void *arg)
{
	(void)fd;
	(void)events;
	async_connection_failed(arg);
}

static struct async_connection_way *async_connection_set_out(
	struct async_connection *w, const struct address *a,
	unsigned timeout_ms)
{
	struct async_connection_way *way = calloc(1, sizeof *way);
	unsigned ms;

	if (!way)
		abort();
	way->address = *a;
	find_master_begin(&way->seek, &way->address);
	ms = find_master_share_ms(&way->seek, timeout_ms);
	way->share = (struct timeval){ .tv_sec = ms / 1000,
				       .tv_usec = ms % 1000 * 1000 };
	way->held = evbuffer_new();
	way->timer = evtimer_new(w->base, async_connection_on_timer, w);
	if (!way->held || !way->timer)
		abort();
	return way;
}

/* ---- commands and replies ---------------------------------------------- */

static void async_connection_append(struct async_connection *w,
				    const char *commands, size_t len)
{
	if (redisAppendFormattedCommand(w->link, commands, len) != REDIS_OK)
		abort();
	event_active(w->flush, EV_WRITE, 1);
}

static bool async_connection_read_sign_in(struct async_connection *w,
					  const redisReply *r)
{
	w->signs_in = false;
	if (r->type != REDIS_REPLY_ERROR || w->is_bare ||
	    (w->way && find_master_may_refuse(&w->way->seek)))
		return true;
	fprintf(stderr, "retwis: Redis: %s\n", r->str);
	return false;
}

static bool async_connection_read_way(struct async_connection *w,
				      const redisReply *r)
{
	struct evbuffer *held = w->way->held;
	size_t len = evbuffer_get_length(held);

	if (!find_master_receive(&w->way->seek, r))
		return false;
	if (len)
		async_connection_append(w, (char *)evbuffer_pullup(held, -1),
					len);
	async_connection_arrive(w);
	return true;
}

/* False: the place or the password is wrong, or nothing was asked. */
static bool async_connection_read(struct async_connection *w,
				  const redisReply *r)
{
	if (w->signs_in)
		return async_connection_read_sign_in(w, r);
	if (w->way)
		return async_connection_read_way(w, r);
	return w->events->reply(w->who, r);
}

static void async_connection_on_read(evutil_socket_t fd, short events,
				     void *arg)
{
	struct async_connection *w = arg;
	void *reply = NULL;

	(void)fd;
	(void)events;
	if (!async_connection_is_made(w) ||
	    redisBufferRead(w->link) != REDIS_OK) {
		async_connection_failed(w);
		return;
	}
	do {
		if (redisReaderGetReply(w->link->reader, &reply) != REDIS_OK ||
		    (reply && !async_connection_read(w, reply))) {
			async_connection_failed(w);
			return;
		}
	} while (reply);
}

/* That the connection could not be made shows here, too. */
static void async_connection_on_write(evutil_socket_t fd, short events,
				      void *arg)
{
	struct async_connection *w = arg;
	int is_done = 0;

	(void)fd;
	(void)events;
	if (!async_connection_is_made(w) ||
	    redisBufferWrite(w->link, &is_done) != REDIS_OK)
		async_connection_failed(w);
	else if (!is_done)
		event_add(w->write, NULL);
}

struct async_connection *async_connection_open_end(
	const struct address *a, const struct address_end *end, bool is_bare,
	struct event_base *base, struct arena *into,
	const struct async_connection_events *events, void *who)
{
	struct async_connection *w =
		async_connection_new(base, into, events, who);

	w->is_bare = is_bare;
	if (async_connection_connect(w, a, end))
		return w;
	async_connection_close(w);
	return NULL;
}

struct async_connection *async_connection_open(
	const char *address, unsigned timeout_ms, struct event_base *base,
	struct arena *into, const struct async_connection_events *events,
	void *who)
{
	struct address a;
	struct async_connection *w;

	if (address_parse(&a, address))
		return NULL;
	if (find_master_is_short(&a)) {
		w = async_connection_open_end(&a, &a.end[0], false, base, into,
					      events, who);
		if (w)
			w->explains = true;
		return w;
	}
	w = async_connection_new(base, into, events, who);
	w->way = async_connection_set_out(w, &a, timeout_ms);
	if (async_connection_go_on(w))
		return w;
	async_connection_close(w);
	return NULL;
}

void async_connection_into(struct async_connection *w, struct arena *into)
{
	w->into = into;
	reply_into(w->link, into);
}

void async_connection_send(struct async_connection *w, const char *commands,
			   size_t len)
{
	if (!w->way)
		async_connection_append(w, commands, len);
	else if (evbuffer_add(w->way->held, commands, len) != 0)
		abort();
}
