#include "libretwis/engine/hear.h"

#include <hiredis/adapters/libevent.h>
#include <hiredis/async.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/redis/address.h"

#define BEAT_MS       10000
#define WAIT_FIRST_MS 250
#define WAIT_MOST_MS  4000

struct hear {
	const struct rt_config *conf;
	struct event_base *base;
	struct event *timer;
	const char *always;
	void (*told)(void *who, enum hear_what what, const char *channel,
		     const char *said);
	void *who;

	redisAsyncContext *link;  /* NULL: not connected */
	redisAsyncContext *mouth; /* it publishes; NULL: not connected */
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
		redisAsyncFree(h->mouth);
	h->mouth = NULL;
}

static void hear_lost(struct hear *h)
{
	bool was_up = h->up;

	if (!h->link)
		return;
	h->link = NULL;
	h->up = false;
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

/* Kind, channel, and a text or number; NULL when the link ends. */
static void hear_on_reply(redisAsyncContext *link, void *reply, void *unused)
{
	struct hear *h = link->data;
	const redisReply *r = reply;
	const char *kind, *channel;

	(void)unused;
	if (!r || r->type != REDIS_REPLY_ARRAY || r->elements < 3)
		return;
	kind = r->element[0]->str;
	channel = r->element[1]->str;
	if (strcmp(kind, "message") == 0)
		hear_tell(h, HEAR_SAID, channel, r->element[2]->str);
	else if (strcmp(kind, "subscribe") == 0)
		hear_is_joined(h, channel);
	else
		hear_tell(h, HEAR_LEFT, channel, NULL);
}

static void hear_on_connect(const redisAsyncContext *link, int status)
{
	if (status != REDIS_OK)
		hear_lost(link->data);
}

static void hear_on_disconnect(const redisAsyncContext *link, int status)
{
	(void)status;
	hear_lost(link->data);
}

static redisAsyncContext *hear_dial(struct hear *h, redisConnectCallback *up,
				    redisDisconnectCallback *down)
{
	redisAsyncContext *link = rt_address_begin(h->conf->bus);

	if (!link)
		return NULL;
	link->data = h;
	redisLibeventAttach(link, h->base);
	redisAsyncSetConnectCallback(link, up);
	redisAsyncSetDisconnectCallback(link, down);
	return link;
}

static void hear_begin(struct hear *h)
{
	h->link = hear_dial(h, hear_on_connect, hear_on_disconnect);
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
		redisAsyncFree(h->link);
		hear_lost(h);
	}
}

struct hear *hear_open(const struct rt_config *conf, struct event_base *base,
		       const char *always,
		       void (*told)(void *who, enum hear_what what,
				    const char *channel, const char *said),
		       void *who)
{
	struct hear *h = calloc(1, sizeof *h);

	if (!h)
		abort();
	*h = (struct hear){ .conf = conf,
			    .base = base,
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
		redisAsyncFree(h->link);
	event_free(h->timer);
	free(h);
}

void hear_join(struct hear *h, const char *channel)
{
	if (h->link)
		redisAsyncCommand(h->link, hear_on_reply, NULL, "SUBSCRIBE %s",
				  channel);
}

void hear_leave(struct hear *h, const char *channel)
{
	if (h->link)
		redisAsyncCommand(h->link, hear_on_reply, NULL,
				  "UNSUBSCRIBE %s", channel);
}

/* ---- saying ------------------------------------------------------------ */

static void hear_on_mouth_shut(const redisAsyncContext *mouth, int status)
{
	struct hear *h = mouth->data;

	(void)status;
	h->mouth = NULL;
}

static void hear_on_mouth_open(const redisAsyncContext *mouth, int status)
{
	if (status != REDIS_OK)
		hear_on_mouth_shut(mouth, status);
}

void hear_say(struct hear *h, const char *channel, const char *text)
{
	if (!h->mouth)
		h->mouth =
			hear_dial(h, hear_on_mouth_open, hear_on_mouth_shut);
	if (h->mouth)
		redisAsyncCommand(h->mouth, NULL, NULL, "PUBLISH %s %s",
				  channel, text);
}
