#include "libretwis/member/listener.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/digits.h"
#include "libretwis/base/prefix.h"
#include "libretwis/engine/hear.h"
#include "libretwis/redis/key.h"

#define CHANNEL_MAX (sizeof LIVE + DIGITS_MAX)

struct listener {
	struct hear *hear;
	const struct listener_events *events;
	void *who;
};

/* "1 2 3" */
static void listener_many(const struct listener *l, const char *ids)
{
	uint64_t id;

	for (; digits_read(&ids, &id) && (!*ids || *ids == ' ');
	     ids += *ids == ' ')
		l->events->hint(l->who, id);
}

static void listener_said(const struct listener *l, const char *channel,
			  const char *said)
{
	if (strcmp(channel, CHANNEL_CONTROL) == 0)
		l->events->order(l->who, said);
	else if (strcmp(channel, LIVE_TIMELINE) == 0)
		l->events->timeline(l->who);
	else if (strcmp(channel, LIVE_MANY) == 0)
		listener_many(l, said);
	else
		l->events->hint(l->who, rt_u64(text_after(channel, LIVE)));
}

static void listener_up(const struct listener *l)
{
	hear_join(l->hear, LIVE_MANY);
	hear_join(l->hear, CHANNEL_CONTROL);
	l->events->up(l->who);
}

/* Other channels than a member's have no id: 0. */
static void listener_told(void *arg, enum hear_what what, const char *channel,
			  const char *said)
{
	const struct listener *l = arg;
	uint64_t member = channel ? rt_u64(text_after(channel, LIVE)) : 0;

	if (what == HEAR_UP)
		listener_up(l);
	else if (what == HEAR_DOWN)
		l->events->down(l->who);
	else if (channel && what == HEAR_SAID)
		listener_said(l, channel, said);
	else if (member && what == HEAR_JOINED)
		l->events->joined(l->who, member);
	else if (member && what == HEAR_LEFT)
		l->events->left(l->who, member);
}

struct listener *listener_open(const struct rt_config *conf,
			       struct event_base *base,
			       const struct listener_events *events, void *who)
{
	struct listener *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	l->events = events;
	l->who = who;
	l->hear = hear_open(conf, base, LIVE_TIMELINE, listener_told, l);
	return l;
}

void listener_close(struct listener *l)
{
	hear_close(l->hear);
	free(l);
}

void listener_join(struct listener *l, uint64_t member)
{
	char channel[CHANNEL_MAX];

	snprintf(channel, sizeof channel, LIVE_MEMBER, member);
	hear_join(l->hear, channel);
}

void listener_leave(struct listener *l, uint64_t member)
{
	char channel[CHANNEL_MAX];

	snprintf(channel, sizeof channel, LIVE_MEMBER, member);
	hear_leave(l->hear, channel);
}

void listener_answer(struct listener *l, struct control_answer answer)
{
	if (answer.channel)
		hear_say(l->hear, answer.channel, answer.text);
}
