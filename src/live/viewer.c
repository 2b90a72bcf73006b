#include "live/viewer.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

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
	viewer_end_poll(all, v);
	free((void *)v->quiet.id);
	free(v);
}

/*
 * The muted ids are copied, because the timeline is also counted for viewers
 * who were not in this poll.
 */
void viewer_set(struct viewer *v, const struct rt_live_state *state)
{
	size_t n = state->quiet.n;
	uint64_t *id = NULL;

	if (n && !(id = malloc(n * sizeof *id)))
		abort();
	if (n)
		memcpy(id, state->quiet.id, n * sizeof *id);
	free((void *)v->quiet.id);
	v->quiet = (struct rt_live_quiet){ .id = id, .n = n };
	v->unread = state->unread;
}

void viewers_open(struct viewers *all)
{
	TAILQ_INIT(&all->all);
	TAILQ_INIT(&all->due);
	TAILQ_INIT(&all->polled);
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

void viewer_mark_due(struct viewers *all, struct viewer *v)
{
	if (!v || v->due || !v->streams.n)
		return;
	v->due = true;
	TAILQ_INSERT_TAIL(&all->due, v, by_due);
}

void viewers_mark_due(struct viewers *all)
{
	struct viewer *v;

	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		viewer_mark_due(all, v);
}

static bool viewer_shows(const struct viewer *v, uint64_t root)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member))
		if (c->request.list == LIVE_CONVERSATION &&
		    c->request.root == root)
			return true;
	return false;
}

void viewers_mark_conversation(struct viewers *all, uint64_t root)
{
	struct viewer *v;

	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		if (viewer_shows(v, root))
			viewer_mark_due(all, v);
}

void viewer_begin_poll(struct viewers *all, struct viewer *v)
{
	TAILQ_REMOVE(&all->due, v, by_due);
	v->due = false;
	viewer_end_poll(all, v);
	v->is_polled = true;
	TAILQ_INSERT_TAIL(&all->polled, v, by_polled);
}

void viewer_end_poll(struct viewers *all, struct viewer *v)
{
	if (v->is_polled)
		TAILQ_REMOVE(&all->polled, v, by_polled);
	v->is_polled = false;
}

/* ---- the bus ----------------------------------------------------------- */

static void viewer_subscribe(struct viewers *all, struct viewer *v)
{
	v->bus = SUBSCRIBING;
	listener_subscribe(all->listener, v->id);
}

static void viewer_unsubscribe(struct viewers *all, struct viewer *v)
{
	v->bus = UNSUBSCRIBING;
	listener_unsubscribe(all->listener, v->id);
}

void viewers_up(struct viewers *all)
{
	struct viewer *v;

	all->is_up = true;
	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		viewer_subscribe(all, v);
}

void viewers_down(struct viewers *all)
{
	struct viewer *v;

	all->is_up = false;
	for (v = TAILQ_FIRST(&all->all); v; v = TAILQ_NEXT(v, by_time))
		v->bus = UNSUBSCRIBED;
}

/* From now on no message is missed, so a poll now gets everything. */
void viewer_subscribed(struct viewers *all, uint64_t id)
{
	struct viewer *v = viewer_find(all, id);

	if (v)
		v->bus = SUBSCRIBED;
	viewer_mark_due(all, v);
}

/* A stream may have been added while we were unsubscribing. */
void viewer_unsubscribed(struct viewers *all, uint64_t id)
{
	struct viewer *v = viewer_find(all, id);

	if (v && v->streams.n)
		viewer_subscribe(all, v);
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
	if (v->bus == UNSUBSCRIBED && all->is_up)
		viewer_subscribe(all, v);
	return v;
}

/* ---- time -------------------------------------------------------------- */

/*
 * A member who goes from one page to another is away for a moment only, so no
 * viewer is freed at once.
 */
static void viewer_tick(struct viewers *all, struct viewer *v, int64_t now)
{
	TAILQ_REMOVE(&all->all, v, by_time);
	TAILQ_INSERT_TAIL(&all->all, v, by_time);
	v->time = now;
	if (v->streams.n)
		viewer_mark_due(all, v);
	else if (v->bus == SUBSCRIBED)
		viewer_unsubscribe(all, v);
	else if (v->bus == UNSUBSCRIBED)
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

/* ---- lists ------------------------------------------------------------- */

/* A member who goes from one page to another is away for a moment only. */
#define IDLE_MAX 2

static const enum live_request_list audience_lists[LISTENINGS] = {
	[LISTEN_HOMES] = LIVE_HOME,
	[LISTEN_TIMELINE] = LIVE_TIMELINE,
	[LISTEN_CONVERSATIONS] = LIVE_CONVERSATION,
};

/* The bell, which counts announcements, is on every page. */
static bool audience_has_any(const struct audience *a)
{
	for (int i = 0; i < LIVE_LISTS; i++)
		if (a->conns->open[i])
			return true;
	return false;
}

static bool audience_has_streams(const struct audience *a, enum listening what)
{
	if (what == LISTEN_ANNOUNCEMENTS)
		return audience_has_any(a);
	return a->conns->open[audience_lists[what]] > 0;
}

/*
 * The stream got the state from before the subscription.  Once the bus has
 * confirmed it, the gateway polls again, so that nothing is missed.
 */
void audience_subscribe(struct audience *a)
{
	for (int i = 0; a->is_up && i < LISTENINGS; i++) {
		if (a->is_subscribed[i] || !audience_has_streams(a, i))
			continue;
		a->is_subscribed[i] = true;
		a->idle[i] = 0;
		listener_subscribe_all(a->listener, i);
	}
}

void audience_up(struct audience *a)
{
	a->is_up = true;
	audience_subscribe(a);
}

void audience_down(struct audience *a)
{
	a->is_up = false;
	for (int i = 0; i < LISTENINGS; i++)
		a->is_subscribed[i] = false;
}

void audience_tick(struct audience *a)
{
	for (int i = 0; i < LISTENINGS; i++) {
		if (!a->is_subscribed[i] || audience_has_streams(a, i))
			a->idle[i] = 0;
		else if (++a->idle[i] >= IDLE_MAX) {
			a->is_subscribed[i] = false;
			listener_unsubscribe_all(a->listener, i);
		}
	}
}
