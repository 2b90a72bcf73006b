#include "patterns/subscriber.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

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
	const struct async_client *nodes; /* knows them; or NULL */
	struct event *timer;
	const char *always;
	void (*told)(void *who, enum subscriber_what what, const char *channel,
		     const char *said);
	void *who;

	struct async_connection *link;  /* NULL: not connected */
	struct async_connection *mouth; /* it publishes; NULL: not connected */
	struct command command;
	struct arena heard, answer; /* what each of the two reads */
	int64_t quiet_until;        /* see access_denied.h */
	bool up, answered;
	unsigned wait_ms; /* before connecting again */
};

static void subscriber_report(const struct subscriber *h,
			      enum subscriber_what what, const char *channel,
			      const char *said)
{
	if (h->told)
		h->told(h->who, what, channel, said);
}

static void subscriber_arm(struct subscriber *h, unsigned ms)
{
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	event_add(h->timer, &when);
}

static void subscriber_retry(struct subscriber *h)
{
	subscriber_arm(h, h->wait_ms);
	if (h->wait_ms < WAIT_MOST_MS)
		h->wait_ms *= 2;
}

/* A bus that is lost for one is lost for both; only `link` is watched. */
static void subscriber_hush(struct subscriber *h)
{
	if (h->mouth)
		async_connection_close(h->mouth);
	h->mouth = NULL;
	arena_reset(&h->answer);
}

static void subscriber_lost(void *who)
{
	struct subscriber *h = who;

	h->link = NULL;
	h->up = false;
	arena_reset(&h->heard);
	subscriber_hush(h);
	subscriber_retry(h);
	subscriber_report(h, SUBSCRIBER_DOWN, NULL, NULL);
}

static void subscriber_is_joined(struct subscriber *h, const char *channel)
{
	if (strcmp(channel, h->always) != 0) {
		subscriber_report(h, SUBSCRIBER_JOINED, channel, NULL);
		return;
	}
	h->answered = true;
	h->wait_ms = WAIT_FIRST_MS;
	if (h->up)
		return;
	h->up = true;
	subscriber_report(h, SUBSCRIBER_UP, NULL, NULL);
}

/* Kind, channel, and a text or number. */
static void subscriber_read(struct subscriber *h, const redisReply *r)
{
	const char *kind, *channel, *said;

	if (r->type != REDIS_REPLY_ARRAY || r->elements < 3)
		return;
	kind = r->element[0]->str;
	channel = r->element[1]->str;
	said = r->element[2]->str;
	if (!kind || !channel)
		return;
	if (strcmp(kind, "message") == 0)
		subscriber_report(h, SUBSCRIBER_SAID, channel,
				  said ? said : "");
	else if (strcmp(kind, "subscribe") == 0)
		subscriber_is_joined(h, channel);
	else
		subscriber_report(h, SUBSCRIBER_LEFT, channel, NULL);
}

/* Between two replies nothing of them is needed any more. */
static bool subscriber_on_reply(void *who, const redisReply *reply)
{
	struct subscriber *h = who;

	access_denied_report(&h->quiet_until, h->servers->bus, "SUBSCRIBE",
			     reply);
	subscriber_read(h, reply);
	arena_reset(&h->heard);
	return true;
}

__attribute__((format(printf, 3, 4))) static void subscriber_send(
	struct subscriber *h, struct async_connection *w, const char *format,
	...)
{
	va_list args;

	va_start(args, format);
	command_clear(&h->command);
	if (w && command_format(&h->command, format, args))
		async_connection_send(w, h->command.text, h->command.len);
	va_end(args);
}

/* Any node of a cluster passes all messages on; the seeds may be gone. */
static struct async_connection *subscriber_connect(
	struct subscriber *h, struct arena *into,
	const struct async_connection_events *events)
{
	char place[CLUSTER_PLACE_MAX];
	bool is_known = h->nodes && async_client_place(h->nodes, place);

	return async_connection_open(is_known ? place : h->servers->bus,
				     h->servers->timeout_ms, h->base, into,
				     events, h);
}

static void subscriber_begin(struct subscriber *h)
{
	static const struct async_connection_events events = {
		.reply = subscriber_on_reply, .lost = subscriber_lost
	};

	h->link = subscriber_connect(h, &h->heard, &events);
	h->answered = false;
	subscriber_join(h, h->always);
}

/* Connects, or asks whether the bus has answered since the last time. */
static void subscriber_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct subscriber *h = arg;

	(void)fd;
	(void)events;
	subscriber_arm(h, BEAT_MS);
	if (!h->link) {
		subscriber_begin(h);
		if (!h->link)
			subscriber_lost(h);
	} else if (h->answered) {
		h->answered = false;
		subscriber_join(h, h->always);
	} else {
		async_connection_close(h->link);
		subscriber_lost(h);
	}
}

struct subscriber *subscriber_open(
	const struct rt_servers *servers, struct event_base *base,
	const struct async_client *nodes, const char *always,
	void (*told)(void *who, enum subscriber_what what, const char *channel,
		     const char *said),
	void *who)
{
	struct subscriber *h = calloc(1, sizeof *h);

	if (!h)
		abort();
	*h = (struct subscriber){ .servers = servers,
				  .base = base,
				  .nodes = nodes,
				  .always = always,
				  .told = told,
				  .who = who,
				  .wait_ms = WAIT_FIRST_MS };
	h->timer = evtimer_new(base, subscriber_on_timer, h);
	subscriber_arm(h, 0);
	return h;
}

void subscriber_close(struct subscriber *h)
{
	h->told = NULL;
	subscriber_hush(h);
	if (h->link)
		async_connection_close(h->link);
	event_free(h->timer);
	command_free(&h->command);
	arena_free(&h->heard);
	arena_free(&h->answer);
	free(h);
}

void subscriber_join(struct subscriber *h, const char *channel)
{
	subscriber_send(h, h->link, "SUBSCRIBE %s", channel);
}

void subscriber_leave(struct subscriber *h, const char *channel)
{
	subscriber_send(h, h->link, "UNSUBSCRIBE %s", channel);
}

/* ---- saying ------------------------------------------------------------ */

/* How many have heard it. */
static bool subscriber_on_answer(void *who, const redisReply *reply)
{
	struct subscriber *h = who;

	access_denied_report(&h->quiet_until, h->servers->bus, "PUBLISH",
			     reply);
	arena_reset(&h->answer);
	return true;
}

static void subscriber_on_mouth_lost(void *who)
{
	struct subscriber *h = who;

	h->mouth = NULL;
	arena_reset(&h->answer);
}

void subscriber_say(struct subscriber *h, const char *channel,
		    const char *text)
{
	static const struct async_connection_events events = {
		.reply = subscriber_on_answer, .lost = subscriber_on_mouth_lost
	};

	if (!h->mouth)
		h->mouth = subscriber_connect(h, &h->answer, &events);
	subscriber_send(h, h->mouth, "PUBLISH %s %s", channel, text);
}
