#include "libretwis/member/notify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/prefix.h"
#include "schema/key.h"
#include "patterns/subscriber.h"

/* ---- sending ----------------------------------------------------------- */

#define HINT "look"

void notify_member(struct rt_pipe *bus, uint64_t member)
{
	if (member)
		rt_pipe_try(bus, "PUBLISH " LIVE_MEMBER " " HINT, member);
}

void notify_timeline(struct rt_pipe *bus)
{
	rt_pipe_try(bus, "PUBLISH " LIVE_TIMELINE " " HINT);
}

void notify_announcement(struct rt_pipe *bus)
{
	rt_pipe_try(bus, "PUBLISH " LIVE_ANNOUNCEMENTS " " HINT);
}

void notify_conversation(struct rt_pipe *bus, uint64_t root)
{
	if (root)
		rt_pipe_try(bus, "PUBLISH " LIVE_CONVERSATIONS " " ID, root);
}

void notify_member_now(struct rt *rt, struct arena *a, uint64_t member)
{
	if (member)
		rt_do(rt_bus(rt), a, "PUBLISH " LIVE_MEMBER " " HINT, member);
}

/* The ids as text, like "1 2 3". */
static const char *notify_ids(struct arena *a, struct rt_ids ids)
{
	char *text = arena_alloc(a, ids.n * (DIGITS_MAX + 1) + 1), *to = text;
	char digits[DIGITS_MAX + 1] = "";

	for (size_t i = 0; i < ids.n; i++) {
		char *end = digits + DIGITS_MAX;
		const char *start = digits_before(end, ids.v[i]);

		if (i > 0)
			*to++ = ' ';
		memcpy(to, start, (size_t)(end - start));
		to += end - start;
	}
	return text;
}

/*
 * One message for all of them.  We could first ask which of a thousand have
 * subscribers (PUBSUB NUMSUB), but the reply would repeat a thousand names for
 * each chunk.  A gateway knows its own members, and finds them in the message.
 */
void notify_members(struct rt_pipe *bus, struct rt_ids members)
{
	if (members.n)
		rt_pipe_try(bus, "PUBLISH " LIVE_MANY " %s",
			    notify_ids(bus->a, members));
}

/* ---- receiving --------------------------------------------------------- */

#define CHANNEL_MAX (sizeof LIVE + DIGITS_MAX)

struct listener {
	struct subscriber *subscriber;
	const struct listener_events *events;
	void *who;
};

/* `ids` is like "1 2 3". */
static void listener_notify_each(const struct listener *l, const char *ids)
{
	uint64_t id;

	for (; digits_read(&ids, &id) && (!*ids || *ids == ' ');
	     ids += *ids == ' ')
		l->events->hint(l->who, id);
}

static void listener_message(const struct listener *l, const char *channel,
			     const char *said)
{
	if (strcmp(channel, CHANNEL_CONTROL) == 0)
		l->events->order(l->who, said);
	else if (strcmp(channel, LIVE_TIMELINE) == 0)
		l->events->timeline(l->who);
	else if (strcmp(channel, LIVE_ANNOUNCEMENTS) == 0)
		l->events->announcement(l->who);
	else if (strcmp(channel, LIVE_CONVERSATIONS) == 0)
		l->events->conversation(l->who, rt_u64(said));
	else if (strcmp(channel, LIVE_MANY) == 0)
		listener_notify_each(l, said);
	else
		l->events->hint(l->who, rt_u64(text_after(channel, LIVE)));
}

static const char *const listener_channel[LISTENINGS] = {
	[LISTEN_HOMES] = LIVE_MANY,
	[LISTEN_TIMELINE] = LIVE_TIMELINE,
	[LISTEN_CONVERSATIONS] = LIVE_CONVERSATIONS,
	[LISTEN_ANNOUNCEMENTS] = LIVE_ANNOUNCEMENTS,
};

static void listener_subscribed(const struct listener *l, const char *channel)
{
	uint64_t member = rt_u64(text_after(channel, LIVE));

	for (int i = 0; i < LISTENINGS; i++)
		if (strcmp(channel, listener_channel[i]) == 0)
			l->events->heard(l->who, i);
	if (member)
		l->events->joined(l->who, member);
}

/* The channels that are not a member's give the id 0. */
static void listener_unsubscribed(const struct listener *l,
				  const char *channel)
{
	uint64_t member = rt_u64(text_after(channel, LIVE));

	if (member)
		l->events->left(l->who, member);
}

static void listener_event(void *arg, enum subscriber_event what,
			   const char *channel, const char *said)
{
	const struct listener *l = arg;

	if (what == SUBSCRIBER_UP)
		l->events->up(l->who);
	else if (what == SUBSCRIBER_DOWN)
		l->events->down(l->who);
	else if (channel && what == SUBSCRIBER_MESSAGE)
		listener_message(l, channel, said);
	else if (channel && what == SUBSCRIBER_SUBSCRIBED)
		listener_subscribed(l, channel);
	else if (channel && what == SUBSCRIBER_UNSUBSCRIBED)
		listener_unsubscribed(l, channel);
}

struct listener *listener_open(const struct rt_config *conf,
			       struct event_base *base,
			       const struct async_client *data,
			       const struct listener_events *events, void *who)
{
	struct listener *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	l->events = events;
	l->who = who;
	l->subscriber = subscriber_open(
		&conf->servers, base,
		strcmp(conf->servers.redis, conf->servers.bus) == 0 ? data
								    : NULL,
		CHANNEL_CONTROL, listener_event, l);
	return l;
}

void listener_close(struct listener *l)
{
	subscriber_close(l->subscriber);
	free(l);
}

void listener_subscribe(struct listener *l, uint64_t member)
{
	char channel[CHANNEL_MAX];

	snprintf(channel, sizeof channel, LIVE_MEMBER, member);
	subscriber_subscribe(l->subscriber, channel);
}

void listener_unsubscribe(struct listener *l, uint64_t member)
{
	char channel[CHANNEL_MAX];

	snprintf(channel, sizeof channel, LIVE_MEMBER, member);
	subscriber_unsubscribe(l->subscriber, channel);
}

void listener_subscribe_all(struct listener *l, enum listening what)
{
	subscriber_subscribe(l->subscriber, listener_channel[what]);
}

void listener_unsubscribe_all(struct listener *l, enum listening what)
{
	subscriber_unsubscribe(l->subscriber, listener_channel[what]);
}

void listener_answer(struct listener *l, struct control_answer answer)
{
	if (answer.channel)
		subscriber_publish(l->subscriber, answer.channel, answer.text);
}
