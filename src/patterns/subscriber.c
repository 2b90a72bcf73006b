#include "patterns/subscriber.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/timeout.h"
#include "redis/cluster.h"
#include "redis/command.h"
#include "redis/access_denied.h"
#include "redis/async_client.h"
#include "redis/async_connection.h"

#define BEAT_MS       10000
#define WAIT_FIRST_MS 250
#define WAIT_MOST_MS  4000

struct subscriber {
	const struct rt_servers *servers;
	struct event_base *base;
	const struct async_client *nodes; /* or NULL */
	struct event *timer;
	bool is_late; /* see timeout.h */
	const char *own_channel;
	void (*on_event)(void *who, enum subscriber_event what,
			 const char *channel, const char *message);
	void *who;

	struct async_connection *connection; /* NULL: not connected */
	struct async_connection *publisher;  /* NULL: not connected */
	struct command command;
	struct arena received, answer; /* replies on each of these */
	int64_t quiet_until;           /* see access_denied.h */
	bool is_up, has_answered;
	unsigned wait_ms; /* before the next attempt to connect */
};

static void subscriber_notify(const struct subscriber *s,
			      enum subscriber_event what, const char *channel,
			      const char *message)
{
	if (s->on_event)
		s->on_event(s->who, what, channel, message);
}

static void subscriber_set_timer(struct subscriber *s, unsigned ms)
{
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	event_add(s->timer, &when);
}

static void subscriber_retry(struct subscriber *s)
{
	subscriber_set_timer(s, s->wait_ms);
	if (s->wait_ms < WAIT_MOST_MS)
		s->wait_ms *= 2;
}

/*
 * Only `connection` is checked for being alive.  If it is lost, the publisher
 * is considered lost as well.
 */
static void subscriber_close_publisher(struct subscriber *s)
{
	if (s->publisher)
		async_connection_close(s->publisher);
	s->publisher = NULL;
	arena_reset(&s->answer);
}

static void subscriber_lost(void *who)
{
	struct subscriber *s = who;

	s->connection = NULL;
	s->is_up = false;
	arena_reset(&s->received);
	subscriber_close_publisher(s);
	subscriber_retry(s);
	subscriber_notify(s, SUBSCRIBER_DOWN, NULL, NULL);
}

static void subscriber_on_joined(struct subscriber *s, const char *channel)
{
	if (strcmp(channel, s->own_channel) != 0) {
		subscriber_notify(s, SUBSCRIBER_SUBSCRIBED, channel, NULL);
		return;
	}
	s->has_answered = true;
	s->wait_ms = WAIT_FIRST_MS;
	if (s->is_up)
		return;
	s->is_up = true;
	subscriber_notify(s, SUBSCRIBER_UP, NULL, NULL);
}

/* A reply consists of a kind, a channel, and a text or a number. */
static void subscriber_read(struct subscriber *s, const redisReply *r)
{
	const char *kind, *channel, *message;

	if (r->type != REDIS_REPLY_ARRAY || r->elements < 3)
		return;
	kind = r->element[0]->str;
	channel = r->element[1]->str;
	message = r->element[2]->str;
	if (!kind || !channel)
		return;
	if (strcmp(kind, "message") == 0)
		subscriber_notify(s, SUBSCRIBER_MESSAGE, channel,
				  message ? message : "");
	else if (strcmp(kind, "subscribe") == 0)
		subscriber_on_joined(s, channel);
	else
		subscriber_notify(s, SUBSCRIBER_UNSUBSCRIBED, channel, NULL);
}

/* Nothing refers to a reply once it was handled. */
static bool subscriber_on_reply(void *who, const redisReply *reply)
{
	struct subscriber *s = who;

	access_denied_report(&s->quiet_until, s->servers->bus, "SUBSCRIBE",
			     reply);
	subscriber_read(s, reply);
	arena_reset(&s->received);
	return true;
}

__attribute__((format(printf, 3, 4))) static void subscriber_send(
	struct subscriber *s, struct async_connection *w, const char *format,
	...)
{
	va_list args;

	va_start(args, format);
	command_clear(&s->command);
	if (w && command_format(&s->command, format, args))
		async_connection_send(w, s->command.text, s->command.len);
	va_end(args);
}

/*
 * Every node of a cluster forwards all messages, so any will do.  The seeds in
 * the settings may be gone.
 */
static struct async_connection *subscriber_open_connection(
	struct subscriber *s, struct arena *into,
	const struct async_connection_events *events)
{
	char address[CLUSTER_ADDRESS_MAX];
	bool is_known =
		s->nodes && async_client_node_address(s->nodes, address);

	return async_connection_open(is_known ? address : s->servers->bus,
				     s->servers->timeout_ms, s->base, into,
				     events, s);
}

static void subscriber_connect(struct subscriber *s)
{
	static const struct async_connection_events events = {
		.on_reply = subscriber_on_reply, .on_lost = subscriber_lost
	};

	s->connection = subscriber_open_connection(s, &s->received, &events);
	s->has_answered = false;
	subscriber_subscribe(s, s->own_channel);
}

/* Connects, or checks that the bus has answered since the last time. */
static void subscriber_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct subscriber *s = arg;

	(void)fd;
	(void)events;
	if (!timeout_counts(s->timer, &s->is_late))
		return;
	subscriber_set_timer(s, BEAT_MS);
	if (!s->connection) {
		subscriber_connect(s);
		if (!s->connection)
			subscriber_lost(s);
	} else if (s->has_answered) {
		s->has_answered = false;
		subscriber_subscribe(s, s->own_channel);
	} else {
		async_connection_close(s->connection);
		subscriber_lost(s);
	}
}

struct subscriber *subscriber_open(
	const struct rt_servers *servers, struct event_base *base,
	const struct async_client *nodes, const char *own_channel,
	void (*on_event)(void *who, enum subscriber_event what,
			 const char *channel, const char *message),
	void *who)
{
	struct subscriber *s = calloc(1, sizeof *s);

	if (!s)
		abort();
	*s = (struct subscriber){ .servers = servers,
				  .base = base,
				  .nodes = nodes,
				  .own_channel = own_channel,
				  .on_event = on_event,
				  .who = who,
				  .wait_ms = WAIT_FIRST_MS };
	s->timer = evtimer_new(base, subscriber_on_timer, s);
	subscriber_set_timer(s, 0);
	return s;
}

void subscriber_close(struct subscriber *s)
{
	s->on_event = NULL;
	subscriber_close_publisher(s);
	if (s->connection)
		async_connection_close(s->connection);
	event_free(s->timer);
	command_free(&s->command);
	arena_free(&s->received);
	arena_free(&s->answer);
	free(s);
}

void subscriber_subscribe(struct subscriber *s, const char *channel)
{
	subscriber_send(s, s->connection, "SUBSCRIBE %s", channel);
}

void subscriber_unsubscribe(struct subscriber *s, const char *channel)
{
	subscriber_send(s, s->connection, "UNSUBSCRIBE %s", channel);
}

/* ---- publishing ------------------------------------------------------ */

/* The reply is the number of receivers, which nobody needs. */
static bool subscriber_on_answer(void *who, const redisReply *reply)
{
	struct subscriber *s = who;

	access_denied_report(&s->quiet_until, s->servers->bus, "PUBLISH",
			     reply);
	arena_reset(&s->answer);
	return true;
}

static void subscriber_on_publisher_lost(void *who)
{
	struct subscriber *s = who;

	s->publisher = NULL;
	arena_reset(&s->answer);
}

void subscriber_publish(struct subscriber *s, const char *channel,
			const char *text)
{
	static const struct async_connection_events events = {
		.on_reply = subscriber_on_answer,
		.on_lost = subscriber_on_publisher_lost
	};

	if (!s->publisher)
		s->publisher =
			subscriber_open_connection(s, &s->answer, &events);
	subscriber_send(s, s->publisher, "PUBLISH %s %s", channel, text);
}
