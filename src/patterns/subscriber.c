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

struct hear {
	const struct rt_servers *servers;
	struct event_base *base;
	const struct inquiry *nodes; /* knows them; or NULL */
	struct event *timer;
	const char *always;
	void (*told)(void *who, enum hear_what what, const char *channel,
		     const char *said);
	void *who;

	struct wire *link;  /* NULL: not connected */
	struct wire *mouth; /* it publishes; NULL: not connected */
	struct command command;
	struct arena heard, answer; /* what each of the two reads */
	int64_t quiet_until;        /* see access_denied.h */
	bool up, answered;
	unsigned wait_ms; /* before connecting again */
};

static void hear_tell(const struct hear *h, enum hear_what what,
		      const char *channel, const char *said)
{
	if (h->told)
		h->told(h->who, what, channel, said);
}

static void hear_arm(struct hear *h, unsigned ms)
{
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	event_add(h->timer, &when);
}

static void hear_retry(struct hear *h)
{
	hear_arm(h, h->wait_ms);
	if (h->wait_ms < WAIT_MOST_MS)
		h->wait_ms *= 2;
}

/* A bus that is lost for one is lost for both; only `link` is watched. */
static void hear_hush(struct hear *h)
{
	if (h->mouth)
		wire_close(h->mouth);
	h->mouth = NULL;
	arena_reset(&h->answer);
}

static void hear_lost(void *who)
{
	struct hear *h = who;
	bool was_up = h->up;

	h->link = NULL;
	h->up = false;
	arena_reset(&h->heard);
	hear_hush(h);
	hear_retry(h);
	if (was_up)
		hear_tell(h, HEAR_DOWN, NULL, NULL);
}

static void hear_is_joined(struct hear *h, const char *channel)
{
	if (strcmp(channel, h->always) != 0) {
		hear_tell(h, HEAR_JOINED, channel, NULL);
		return;
	}
	h->answered = true;
	h->wait_ms = WAIT_FIRST_MS;
	if (h->up)
		return;
	h->up = true;
	hear_tell(h, HEAR_UP, NULL, NULL);
}

/* Kind, channel, and a text or number. */
static void hear_read(struct hear *h, const redisReply *r)
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
		hear_tell(h, HEAR_SAID, channel, said ? said : "");
	else if (strcmp(kind, "subscribe") == 0)
		hear_is_joined(h, channel);
	else
		hear_tell(h, HEAR_LEFT, channel, NULL);
}

/* Between two replies nothing of them is needed any more. */
static void hear_on_reply(void *who, const redisReply *reply)
{
	struct hear *h = who;

	denied_tell(&h->quiet_until, h->servers->bus, "SUBSCRIBE", reply);
	hear_read(h, reply);
	arena_reset(&h->heard);
}

__attribute__((format(printf, 3, 4))) static void hear_send(struct hear *h,
							    struct wire *w,
							    const char *format,
							    ...)
{
	va_list args;

	va_start(args, format);
	command_clear(&h->command);
	if (w && command_format(&h->command, format, args))
		wire_send(w, h->command.text, h->command.len);
	va_end(args);
}

/* Any node of a cluster passes all messages on; the seeds may be gone. */
static struct wire *hear_connect(struct hear *h, struct arena *into,
				 const struct wire_events *events)
{
	char place[CLUSTER_PLACE_MAX];
	bool is_known = h->nodes && inquiry_place(h->nodes, place);

	return wire_open(is_known ? place : h->servers->bus,
			 h->servers->timeout_ms, h->base, into, events, h);
}

static void hear_begin(struct hear *h)
{
	static const struct wire_events events = { .reply = hear_on_reply,
						   .lost = hear_lost };

	h->link = hear_connect(h, &h->heard, &events);
	h->answered = false;
	hear_join(h, h->always);
}

/* Connects, or asks whether the bus has answered since the last time. */
static void hear_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct hear *h = arg;

	(void)fd;
	(void)events;
	hear_arm(h, BEAT_MS);
	if (!h->link) {
		hear_begin(h);
		if (!h->link)
			hear_retry(h);
	} else if (h->answered) {
		h->answered = false;
		hear_join(h, h->always);
	} else {
		wire_close(h->link);
		hear_lost(h);
	}
}

struct hear *hear_open(const struct rt_servers *servers,
		       struct event_base *base, const struct inquiry *nodes,
		       const char *always,
		       void (*told)(void *who, enum hear_what what,
				    const char *channel, const char *said),
		       void *who)
{
	struct hear *h = calloc(1, sizeof *h);

	if (!h)
		abort();
	*h = (struct hear){ .servers = servers,
			    .base = base,
			    .nodes = nodes,
			    .always = always,
			    .told = told,
			    .who = who,
			    .wait_ms = WAIT_FIRST_MS };
	h->timer = evtimer_new(base, hear_on_timer, h);
	hear_arm(h, 0);
	return h;
}

void hear_close(struct hear *h)
{
	h->told = NULL;
	hear_hush(h);
	if (h->link)
		wire_close(h->link);
	event_free(h->timer);
	command_free(&h->command);
	arena_free(&h->heard);
	arena_free(&h->answer);
	free(h);
}

void hear_join(struct hear *h, const char *channel)
{
	hear_send(h, h->link, "SUBSCRIBE %s", channel);
}

void hear_leave(struct hear *h, const char *channel)
{
	hear_send(h, h->link, "UNSUBSCRIBE %s", channel);
}

/* ---- saying ------------------------------------------------------------ */

/* How many have heard it. */
static void hear_on_answer(void *who, const redisReply *reply)
{
	struct hear *h = who;

	denied_tell(&h->quiet_until, h->servers->bus, "PUBLISH", reply);
	arena_reset(&h->answer);
}

static void hear_on_mouth_lost(void *who)
{
	struct hear *h = who;

	h->mouth = NULL;
	arena_reset(&h->answer);
}

void hear_say(struct hear *h, const char *channel, const char *text)
{
	static const struct wire_events events = {
		.reply = hear_on_answer, .lost = hear_on_mouth_lost
	};

	if (!h->mouth)
		h->mouth = hear_connect(h, &h->answer, &events);
	hear_send(h, h->mouth, "PUBLISH %s %s", channel, text);
}
