#include "redis/async_connection.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>

#include "redis/connect.h"
#include "redis/reply.h"
#include "redis/find_master.h"

/* Until the right server is found. */
struct wire_way {
	struct address address;
	struct seek seek;
	struct evbuffer *held; /* what to send there */
	struct event *timer;   /* for this place */
	struct timeval share;
};

struct wire {
	struct event_base *base;
	redisContext *link;
	struct arena *into;
	struct event *read, *write;
	struct event *flush; /* once the loop has come round */
	const struct wire_events *events;
	void *who;
	bool signs_in; /* the next reply is about that */
	struct wire_way *way;
};

static void wire_on_read(evutil_socket_t fd, short events, void *arg);
static void wire_on_write(evutil_socket_t fd, short events, void *arg);

/* ---- the connection ---------------------------------------------------- */

static struct wire *wire_new(struct event_base *base, struct arena *into,
			     const struct wire_events *events, void *who)
{
	struct wire *w = calloc(1, sizeof *w);

	if (!w)
		abort();
	*w = (struct wire){
		.base = base, .into = into, .events = events, .who = who
	};
	w->flush = event_new(base, -1, 0, wire_on_write, w);
	if (!w->flush)
		abort();
	return w;
}

/* False, if that fails at once. */
static bool wire_connect(struct wire *w, const struct address *a,
			 const struct address_end *end)
{
	w->link = dial_begin(a, end, &w->signs_in);
	if (!w->link)
		return false;
	reply_setup(w->link);
	reply_into(w->link, w->into);
	w->read = event_new(w->base, w->link->fd, EV_READ | EV_PERSIST,
			    wire_on_read, w);
	w->write = event_new(w->base, w->link->fd, EV_WRITE, wire_on_write, w);
	if (!w->read || !w->write)
		abort();
	event_add(w->read, NULL);
	event_add(w->write, NULL);
	return true;
}

static void wire_hang_up(struct wire *w)
{
	if (!w->link)
		return;
	event_free(w->read);
	event_free(w->write);
	redisFree(w->link);
	w->link = NULL;
}

static void wire_arrive(struct wire *w)
{
	struct wire_way *way = w->way;

	if (!way)
		return;
	event_free(way->timer);
	evbuffer_free(way->held);
	free(way);
	w->way = NULL;
}

void wire_close(struct wire *w)
{
	wire_arrive(w);
	wire_hang_up(w);
	event_free(w->flush);
	free(w);
}

static void wire_lost(struct wire *w)
{
	const struct wire_events *events = w->events;
	void *who = w->who;

	wire_close(w);
	events->lost(who);
}

/* ---- the way to it ----------------------------------------------------- */

/* Goes to the next place that may lead there; false: there is none left. */
static bool wire_go_on(struct wire *w)
{
	struct wire_way *way = w->way;

	wire_hang_up(w);
	while (seek_next(&way->seek)) {
		if (!wire_connect(w, &way->address, &way->seek.at))
			continue;
		seek_ask(&way->seek, w->link);
		event_add(way->timer, &way->share);
		return true;
	}
	seek_complain(&way->seek);
	return false;
}

static void wire_failed(struct wire *w)
{
	if (!w->way || !wire_go_on(w))
		wire_lost(w);
}

static void wire_on_timer(evutil_socket_t fd, short events, void *arg)
{
	(void)fd;
	(void)events;
	wire_failed(arg);
}

static struct wire_way *wire_set_out(struct wire *w, const struct address *a,
				     unsigned timeout_ms)
{
	struct wire_way *way = calloc(1, sizeof *way);
	unsigned ms;

	if (!way)
		abort();
	way->address = *a;
	seek_begin(&way->seek, &way->address);
	ms = seek_share_ms(&way->seek, timeout_ms);
	way->share = (struct timeval){ .tv_sec = ms / 1000,
				       .tv_usec = ms % 1000 * 1000 };
	way->held = evbuffer_new();
	way->timer = evtimer_new(w->base, wire_on_timer, w);
	if (!way->held || !way->timer)
		abort();
	return way;
}

/* ---- commands and replies ---------------------------------------------- */

static void wire_append(struct wire *w, const char *commands, size_t len)
{
	if (redisAppendFormattedCommand(w->link, commands, len) != REDIS_OK)
		abort();
	event_active(w->flush, EV_WRITE, 1);
}

static bool wire_take_sign_in(struct wire *w, const redisReply *r)
{
	w->signs_in = false;
	if (r->type != REDIS_REPLY_ERROR ||
	    (w->way && seek_may_refuse(&w->way->seek)))
		return true;
	fprintf(stderr, "retwis: Redis: %s\n", r->str);
	return false;
}

static bool wire_take_way(struct wire *w, const redisReply *r)
{
	struct evbuffer *held = w->way->held;
	size_t len = evbuffer_get_length(held);

	if (!seek_take(&w->way->seek, r))
		return false;
	if (len)
		wire_append(w, (char *)evbuffer_pullup(held, -1), len);
	wire_arrive(w);
	return true;
}

/* False: it leads to the wrong place, or the password is wrong. */
static bool wire_take(struct wire *w, const redisReply *r)
{
	if (w->signs_in)
		return wire_take_sign_in(w, r);
	if (w->way)
		return wire_take_way(w, r);
	w->events->reply(w->who, r);
	return true;
}

static void wire_on_read(evutil_socket_t fd, short events, void *arg)
{
	struct wire *w = arg;
	void *reply = NULL;

	(void)fd;
	(void)events;
	if (redisBufferRead(w->link) != REDIS_OK) {
		wire_failed(w);
		return;
	}
	do {
		if (redisReaderGetReply(w->link->reader, &reply) != REDIS_OK ||
		    (reply && !wire_take(w, reply))) {
			wire_failed(w);
			return;
		}
	} while (reply);
}

/* That the connection could not be made shows here, too. */
static void wire_on_write(evutil_socket_t fd, short events, void *arg)
{
	struct wire *w = arg;
	int is_done = 0;

	(void)fd;
	(void)events;
	if (redisBufferWrite(w->link, &is_done) != REDIS_OK)
		wire_failed(w);
	else if (!is_done)
		event_add(w->write, NULL);
}

static struct wire *wire_open_end(const struct address *a,
				  const struct address_end *end,
				  struct event_base *base, struct arena *into,
				  const struct wire_events *events, void *who)
{
	struct wire *w = wire_new(base, into, events, who);

	if (wire_connect(w, a, end))
		return w;
	wire_close(w);
	return NULL;
}

struct wire *wire_open(const char *address, unsigned timeout_ms,
		       struct event_base *base, struct arena *into,
		       const struct wire_events *events, void *who)
{
	struct address a;
	struct wire *w;

	if (address_parse(&a, address))
		return NULL;
	if (seek_is_short(&a))
		return wire_open_end(&a, &a.end[0], base, into, events, who);
	w = wire_new(base, into, events, who);
	w->way = wire_set_out(w, &a, timeout_ms);
	if (wire_go_on(w))
		return w;
	wire_close(w);
	return NULL;
}

void wire_into(struct wire *w, struct arena *into)
{
	w->into = into;
	reply_into(w->link, into);
}

void wire_send(struct wire *w, const char *commands, size_t len)
{
	if (!w->way)
		wire_append(w, commands, len);
	else if (evbuffer_add(w->way->held, commands, len) != 0)
		abort();
}
