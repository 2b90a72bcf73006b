#include "live/viewer.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* ---- viewer ------------------------------------------------------------- */

/* ---- the table --------------------------------------------------------- */

static struct viewer **viewer_bucket(struct viewers *all, uint64_t id)
{
	return &all->table[id % VIEWER_BUCKETS];
}

struct viewer *viewer_find(const struct viewers *all, uint64_t id)
{
	struct viewer *v = all->table[id % VIEWER_BUCKETS];

	while (v && v->id != id)
		v = v->next;
	return v;
}

static struct viewer *viewer_new(struct viewers *all, uint64_t id)
{
	struct viewer *v = calloc(1, sizeof *v);

	if (!v)
		abort();
	v->id = id;
	v->time = clock_ms();
	TAILQ_INIT(&v->streams.list);
	v->next = *viewer_bucket(all, id);
	*viewer_bucket(all, id) = v;
	TAILQ_INSERT_TAIL(&all->all, v, by_time);
	return v;
}

static void viewer_forget(struct viewers *all, struct viewer *v)
{
	struct viewer **at = viewer_bucket(all, v->id);

	while (*at != v)
		at = &(*at)->next;
	*at = v->next;
	TAILQ_REMOVE(&all->all, v, by_time);
	if (v->due)
		TAILQ_REMOVE(&all->due, v, by_due);
	viewer_is_seen(all, v);
	free(v);
}

void viewers_open(struct viewers *all)
{
	TAILQ_INIT(&all->all);
	TAILQ_INIT(&all->due);
	TAILQ_INIT(&all->asked);
}

void viewers_close(struct viewers *all)
{
	struct viewer *v, *next;

	for (v = TAILQ_FIRST(&all->all); v; v = next) {
		next = TAILQ_NEXT(v, by_time);
		viewer_forget(all, v);
	}
}

/* ---- being due --------------------------------------------------------- */

void viewer_is_due(struct viewers *all, struct viewer *v)
{
	if (!v || v->due || !v->streams.n)
		return;
	v->due = true;
	TAILQ_INSERT_TAIL(&all->due, v, by_due);
}

void viewers_are_due(struct viewers *all)
{
	struct viewer *v;

	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		viewer_is_due(all, v);
}

void viewer_is_asked(struct viewers *all, struct viewer *v)
{
	TAILQ_REMOVE(&all->due, v, by_due);
	v->due = false;
	viewer_is_seen(all, v);
	v->is_asked = true;
	TAILQ_INSERT_TAIL(&all->asked, v, by_asked);
}

void viewer_is_seen(struct viewers *all, struct viewer *v)
{
	if (v->is_asked)
		TAILQ_REMOVE(&all->asked, v, by_asked);
	v->is_asked = false;
}

/* ---- the bus ----------------------------------------------------------- */

static void viewer_join(struct viewers *all, struct viewer *v)
{
	v->bus = JOINING;
	listener_join(all->listener, v->id);
}

static void viewer_part(struct viewers *all, struct viewer *v)
{
	v->bus = PARTING;
	listener_leave(all->listener, v->id);
}

void viewers_up(struct viewers *all)
{
	struct viewer *v;

	all->is_up = true;
	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		viewer_join(all, v);
}

void viewers_down(struct viewers *all)
{
	struct viewer *v;

	all->is_up = false;
	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		v->bus = AWAY;
}

/* From now on the viewer misses nothing, so a look now is a good one. */
void viewer_joined(struct viewers *all, uint64_t id)
{
	struct viewer *v = viewer_find(all, id);

	if (v)
		v->bus = JOINED;
	viewer_is_due(all, v);
}

/* A stream may have come while the channel was being left. */
void viewer_left(struct viewers *all, uint64_t id)
{
	struct viewer *v = viewer_find(all, id);

	if (v && v->streams.n)
		viewer_join(all, v);
	else if (v)
		viewer_forget(all, v);
}

/* ---- streams ----------------------------------------------------------- */

struct viewer *viewer_add(struct viewers *all, struct conn *c, uint64_t id)
{
	struct viewer *v = viewer_find(all, id);

	if (!v)
		v = viewer_new(all, id);
	if (v->streams.n == VIEWER_STREAMS)
		return NULL;
	conn_join(c, &v->streams);
	if (v->bus == AWAY && all->is_up)
		viewer_join(all, v);
	return v;
}

/* ---- time -------------------------------------------------------------- */

/*
 * A member who goes from page to page is away for a moment only, so nobody is
 * forgotten at once.
 */
static void viewer_tick(struct viewers *all, struct viewer *v, int64_t now)
{
	TAILQ_REMOVE(&all->all, v, by_time);
	TAILQ_INSERT_TAIL(&all->all, v, by_time);
	v->time = now;
	if (v->streams.n)
		viewer_is_due(all, v);
	else if (v->bus == JOINED)
		viewer_part(all, v);
	else if (v->bus == AWAY)
		viewer_forget(all, v);
}

void viewers_tick(struct viewers *all, int64_t now)
{
	struct viewer *v, *next;

	for (v = TAILQ_FIRST(&all->all); v && now - v->time >= QUIET_MS;
	     v = next) {
		next = TAILQ_NEXT(v, by_time);
		viewer_tick(all, v, now);
	}
}

/* ---- audience ----------------------------------------------------------- */

/* A member who goes from page to page is away for a moment only. */
#define IDLE_MAX 2

static const enum live_request_list audience_wish[LISTENINGS] = {
	[LISTEN_HOMES] = WISH_HOME,
	[LISTEN_TIMELINE] = WISH_TIMELINE,
};

static bool audience_is_there(const struct audience *a, enum listening what)
{
	return a->conns->open[audience_wish[what]] > 0;
}

/*
 * The stream has been told how things stood before we listen.  When the bus
 * says that we do, the gateway looks again, so that nothing is missed.
 */
void audience_came(struct audience *a)
{
	for (int i = 0; a->is_up && i < LISTENINGS; i++) {
		if (a->hears[i] || !audience_is_there(a, i))
			continue;
		a->hears[i] = true;
		a->idle[i] = 0;
		listener_hear(a->listener, i);
	}
}

void audience_up(struct audience *a)
{
	a->is_up = true;
	audience_came(a);
}

void audience_down(struct audience *a)
{
	a->is_up = false;
	for (int i = 0; i < LISTENINGS; i++)
		a->hears[i] = false;
}

void audience_tick(struct audience *a)
{
	for (int i = 0; i < LISTENINGS; i++) {
		if (!a->hears[i] || audience_is_there(a, i))
			a->idle[i] = 0;
		else if (++a->idle[i] >= IDLE_MAX) {
			a->hears[i] = false;
			listener_ignore(a->listener, i);
		}
	}
}
