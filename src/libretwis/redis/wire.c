#include "libretwis/redis/wire.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>

#include "libretwis/redis/address.h"
#include "libretwis/redis/dial.h"
#include "libretwis/redis/reply.h"

struct wire {
	redisContext *link;
	struct event *read, *write;
	struct event *flush; /* once the loop has come round */
	const struct wire_events *events;
	void *who;
	bool signs_in; /* the next reply is about that */
};

void wire_close(struct wire *w)
{
	event_free(w->read);
	event_free(w->write);
	event_free(w->flush);
	redisFree(w->link);
	free(w);
}

static void wire_lost(struct wire *w)
{
	const struct wire_events *events = w->events;
	void *who = w->who;

	wire_close(w);
	events->lost(who);
}

/* False for a password that is wrong. */
static bool wire_take(struct wire *w, const redisReply *r)
{
	if (!w->signs_in) {
		w->events->reply(w->who, r);
		return true;
	}
	w->signs_in = false;
	if (r->type != REDIS_REPLY_ERROR)
		return true;
	fprintf(stderr, "retwis: Redis: %s\n", r->str);
	return false;
}

static void wire_on_read(evutil_socket_t fd, short events, void *arg)
{
	struct wire *w = arg;
	void *reply = NULL;

	(void)fd;
	(void)events;
	if (redisBufferRead(w->link) != REDIS_OK) {
		wire_lost(w);
		return;
	}
	do {
		if (redisReaderGetReply(w->link->reader, &reply) != REDIS_OK ||
		    (reply && !wire_take(w, reply))) {
			wire_lost(w);
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
		wire_lost(w);
	else if (!is_done)
		event_add(w->write, NULL);
}

struct wire *wire_open(const char *address, struct event_base *base,
		       struct arena *into, const struct wire_events *events,
		       void *who)
{
	struct address a;
	bool signs_in = false;
	redisContext *link = NULL;
	struct wire *w;

	if (!address_parse(&a, address))
		link = dial_begin(&a, &a.end[0], &signs_in);
	if (!link)
		return NULL;
	w = calloc(1, sizeof *w);
	if (!w)
		abort();
	reply_setup(link);
	reply_into(link, into);
	*w = (struct wire){ .link = link,
			    .events = events,
			    .who = who,
			    .signs_in = signs_in };
	w->read = event_new(base, link->fd, EV_READ | EV_PERSIST, wire_on_read,
			    w);
	w->write = event_new(base, link->fd, EV_WRITE, wire_on_write, w);
	w->flush = event_new(base, -1, 0, wire_on_write, w);
	if (!w->read || !w->write || !w->flush)
		abort();
	event_add(w->read, NULL);
	event_add(w->write, NULL);
	return w;
}

void wire_into(struct wire *w, struct arena *into)
{
	reply_into(w->link, into);
}

void wire_send(struct wire *w, const char *commands, size_t len)
{
	if (redisAppendFormattedCommand(w->link, commands, len) != REDIS_OK)
		abort();
	event_active(w->flush, EV_WRITE, 1);
}
