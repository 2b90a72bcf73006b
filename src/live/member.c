/* Members who are here, and their channels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/redis/key.h"
#include "libretwis/base/prefix.h"
#include "live/live.h"

#define CHANNEL_MAX 40

/* ---- the table --------------------------------------------------------- */

static struct member **bucket(struct live *live, uint64_t id)
{
	return &live->table[id % MEMBER_BUCKETS];
}

struct member *member_find(const struct live *live, uint64_t id)
{
	struct member *m = live->table[id % MEMBER_BUCKETS];

	while (m && m->id != id)
		m = m->next;
	return m;
}

static struct member *new_member(struct live *live, uint64_t id)
{
	struct member *m = calloc(1, sizeof *m);

	if (!m)
		abort();
	m->id = id;
	m->time = clock_ms();
	TAILQ_INIT(&m->conns);
	m->next = *bucket(live, id);
	*bucket(live, id) = m;
	TAILQ_INSERT_TAIL(&live->members, m, by_time);
	return m;
}

static void forget(struct live *live, struct member *m)
{
	struct member **at = bucket(live, m->id);

	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	TAILQ_REMOVE(&live->members, m, by_time);
	if (m->due)
		TAILQ_REMOVE(&live->due, m, by_due);
	free(m->secret);
	free(m);
}

void members_open(struct live *live)
{
	TAILQ_INIT(&live->members);
}

void members_close(struct live *live)
{
	struct member *m, *next;

	for (m = TAILQ_FIRST(&live->members); m; m = next) {
		next = TAILQ_NEXT(m, by_time);
		forget(live, m);
	}
}

/* ---- channels ---------------------------------------------------------- */

static void channel_of(const struct member *m, char *name)
{
	snprintf(name, CHANNEL_MAX, LIVE_MEMBER, m->id);
}

static void join(struct live *live, struct member *m)
{
	char name[CHANNEL_MAX];

	channel_of(m, name);
	m->channel = JOINING;
	hear_join(live->hear, name);
}

static void part(struct live *live, struct member *m)
{
	char name[CHANNEL_MAX];

	channel_of(m, name);
	m->channel = PARTING;
	hear_leave(live->hear, name);
}

static struct member *member_of(const struct live *live, const char *channel)
{
	const char *id = text_after(channel, LIVE);

	return id ? member_find(live, strtoull(id, NULL, 10)) : NULL;
}

static void hear_up(struct live *live)
{
	struct member *m;

	live->is_up = true;
	hear_join(live->hear, LIVE_MANY);
	hear_join(live->hear, CHANNEL_CONTROL);
	for (m = TAILQ_FIRST(&live->members); m; m = TAILQ_NEXT(m, by_time))
		join(live, m);
	look_at_timeline(live);
}

static void hear_down(struct live *live)
{
	struct member *m;

	live->is_up = false;
	for (m = TAILQ_FIRST(&live->members); m; m = TAILQ_NEXT(m, by_time))
		m->channel = AWAY;
}

/* Only now nothing is missed any more, so only now the look is good. */
static void hear_joined(struct live *live, struct member *m)
{
	m->channel = JOINED;
	look_at(live, m);
}

static void hear_left(struct live *live, struct member *m)
{
	if (m->n)
		join(live, m);
	else
		forget(live, m);
}

static void hear_said(struct live *live, const char *channel, const char *said)
{
	struct member *m;
	char *end;

	if (strcmp(channel, CHANNEL_CONTROL) == 0)
		obey(live, said);
	else if (strcmp(channel, LIVE_TIMELINE) == 0)
		look_at_timeline(live);
	else if (strcmp(channel, LIVE_MANY) != 0)
		look_at(live, member_of(live, channel));
	else
		for (; *said; said = *end ? end + 1 : end) {
			m = member_find(live, strtoull(said, &end, 10));
			look_at(live, m);
		}
}

void members_hear(void *arg, enum hear_what what, const char *channel,
		  const char *said)
{
	struct live *live = arg;
	struct member *m = channel ? member_of(live, channel) : NULL;

	if (what == HEAR_UP)
		hear_up(live);
	else if (what == HEAR_DOWN)
		hear_down(live);
	else if (channel && what == HEAR_SAID)
		hear_said(live, channel, said);
	else if (m && what == HEAR_JOINED)
		hear_joined(live, m);
	else if (m)
		hear_left(live, m);
}

/* ---- connections ------------------------------------------------------- */

/* One session a member: who has another one has an old one. */
static void take_secret(struct member *m, const char *secret)
{
	struct conn *c;

	if (m->secret && strcmp(m->secret, secret) == 0)
		return;
	while ((c = TAILQ_FIRST(&m->conns)))
		conn_end(c);
	free(m->secret);
	m->secret = strdup(secret);
	if (!m->secret)
		abort();
}

bool member_add(struct conn *c, uint64_t id, const char *secret)
{
	struct live *live = c->live;
	struct member *m = member_find(live, id);

	if (!m)
		m = new_member(live, id);
	take_secret(m, secret);
	if (m->n == MEMBER_CONNS)
		return false;
	c->member = m;
	TAILQ_INSERT_TAIL(&m->conns, c, of_member);
	m->n++;
	if (m->channel == AWAY && live->is_up)
		join(live, m);
	return true;
}

void member_leave(struct conn *c)
{
	TAILQ_REMOVE(&c->member->conns, c, of_member);
	c->member->n--;
	c->member = NULL;
}

/*
 * Who goes from page to page is away for a moment only, so nobody is forgotten
 * at once.
 */
static void look_again(struct live *live, struct member *m, int64_t now)
{
	TAILQ_REMOVE(&live->members, m, by_time);
	TAILQ_INSERT_TAIL(&live->members, m, by_time);
	m->time = now;
	if (m->n)
		look_at(live, m);
	else if (m->channel == JOINED)
		part(live, m);
	else if (m->channel == AWAY)
		forget(live, m);
}

void members_tick(struct live *live, int64_t now)
{
	struct member *m, *next;

	for (m = TAILQ_FIRST(&live->members); m && now - m->time >= QUIET_MS;
	     m = next) {
		next = TAILQ_NEXT(m, by_time);
		look_again(live, m, now);
	}
}
