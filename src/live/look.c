#include "live/look.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/base/clock.h"
#include "live/tell.h"

#define BATCH    100 /* sessions in one pipeline, and some more */
#define PAUSE_MS 200 /* in which hints are gathered */
#define WAIT_MIN 250
#define WAIT_MAX 4000

/* ---- when -------------------------------------------------------------- */

static bool look_is_needed(const struct look *look)
{
	return !TAILQ_EMPTY(&look->viewers->due) ||
	       !TAILQ_EMPTY(&look->conns->in[WAITING]) || look->timeline_due;
}

void look_soon(struct look *look)
{
	int64_t wait = look->next - clock_ms();
	int64_t throttled = control_wait_ms(look->control);
	struct timeval when = { 0 };

	if (look->is_on || !look_is_needed(look) ||
	    evtimer_pending(look->timer, NULL))
		return;
	if (wait < throttled)
		wait = throttled;
	if (wait > 0)
		when = (struct timeval){ .tv_sec = wait / 1000,
					 .tv_usec = wait % 1000 * 1000 };
	event_add(look->timer, &when);
}

void look_at_once(struct look *look)
{
	evtimer_del(look->timer);
	look_soon(look);
}

/* ---- when Redis has answered ------------------------------------------- */

/* Viewers first, so that none of them has come with this look. */
static void look_tell_all(struct look *look)
{
	struct conn *c, *next;
	struct viewer *v;

	while ((v = TAILQ_FIRST(&look->viewers->asked))) {
		viewer_is_seen(look->viewers, v);
		tell_viewer(look, v);
	}
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c; c = next) {
		const struct rt_live_state *news = c->asked;

		next = TAILQ_NEXT(c, by_time);
		c->asked = NULL;
		if (news)
			tell_new(look, c, news);
	}
	if (look->timeline_asked)
		tell_timeline(look);
	audience_came(look->audience);
}

/* All that was asked for is due again until a look has worked. */
static void look_failed(struct look *look)
{
	struct viewer *v;
	struct conn *c;

	while ((v = TAILQ_FIRST(&look->viewers->asked))) {
		viewer_is_seen(look->viewers, v);
		viewer_is_due(look->viewers, v);
		for (c = TAILQ_FIRST(&v->streams.list); c;
		     c = TAILQ_NEXT(c, of_member))
			c->asked = NULL;
	}
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		c->asked = NULL;
	look->timeline_due |= look->timeline_asked;
	look->next = clock_ms() + look->wait_ms;
	if (look->wait_ms < WAIT_MAX)
		look->wait_ms *= 2;
}

static void look_worked(struct look *look)
{
	look->wait_ms = WAIT_MIN;
	control_count(look->control, 1, 0);
	look_tell_all(look);
	look->next = clock_ms() + (look_is_needed(look) ? 0 : PAUSE_MS);
}

static void look_is_over(void *who, enum rt_err err)
{
	struct look *look = who;

	if (err)
		look_failed(look);
	else
		look_worked(look);
	look->is_on = false;
	arena_reset(&look->memory);
	look_soon(look);
}

/* ---- asking ------------------------------------------------------------ */

/* The list is counted from the oldest post that a page has at its head. */
static void look_count_from(struct rt_newest *list, const struct conn *c)
{
	if (!c->wish.has_since)
		return;
	if (!list->counts || c->wish.since < list->since)
		list->since = c->wish.since;
	list->counts = true;
}

static void look_count_viewer(struct rt_newest *list, const struct viewer *v)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member))
		if (c->wish.list == WISH_TIMELINE)
			look_count_from(list, c);
}

/* All who have the timeline open hear of it together. */
static void look_gather_timeline(struct look *look)
{
	const struct viewer *v;
	const struct conn *c;

	look->timeline = (struct rt_newest){ 0 };
	for (v = TAILQ_FIRST(&look->viewers->all); v;
	     v = TAILQ_NEXT(v, by_time))
		look_count_viewer(&look->timeline, v);
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		if (c->asked && c->wish.list == WISH_TIMELINE)
			look_count_from(&look->timeline, c);
}

/* Streams of one browser show the same session: one question is enough. */
static struct rt_live_state *look_same(const struct viewer *v,
				       const struct conn *c)
{
	const struct conn *other;

	for (other = TAILQ_FIRST(&v->streams.list); other != c;
	     other = TAILQ_NEXT(other, of_member))
		if (other->asked &&
		    strcmp(other->wish.secret, c->wish.secret) == 0)
			return other->asked;
	return NULL;
}

/*
 * The secret is a copy: its viewer may be gone before the answer.  Only a new
 * one is in doubt: the session of a stream may have moved to a better cookie
 * since, in another window.
 */
static struct rt_live_state *look_question(struct look *look,
					   struct rt_live_state *state,
					   const struct conn *c)
{
	*state = (struct rt_live_state){
		.secret = arena_strdup(&look->memory, c->wish.secret),
		.is_doubtful = c->wish.is_doubtful && c->phase == WAITING,
	};
	return state;
}

static void look_wants(struct conn *c, struct rt_live_state *state)
{
	c->asked = state;
	if (c->wish.list != WISH_HOME)
		return;
	state->asks_home = true;
	look_count_from(&state->home, c);
}

/* All streams of a viewer, who has at most VIEWER_STREAMS. */
static size_t look_gather_viewer(struct look *look, struct viewer *v,
				 struct rt_live_state *news)
{
	struct conn *c;
	size_t n = 0;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member)) {
		struct rt_live_state *same = look_same(v, c);

		look_wants(c,
			   same ? same : look_question(look, &news[n++], c));
	}
	return n;
}

static size_t look_gather(struct look *look, struct rt_live_state *news)
{
	struct viewer *v;
	struct conn *c;
	size_t n = 0;

	while (n < BATCH && (v = TAILQ_FIRST(&look->viewers->due))) {
		n += look_gather_viewer(look, v, news + n);
		viewer_is_asked(look->viewers, v);
	}
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c && n < BATCH;
	     c = TAILQ_NEXT(c, by_time))
		look_wants(c, look_question(look, &news[n++], c));
	look_gather_timeline(look);
	return n;
}

static void look_now(struct look *look)
{
	struct rt_live_state *news = arena_alloc(
		&look->memory, (BATCH + VIEWER_STREAMS) * sizeof *news);
	size_t n = look_gather(look, news);

	look->is_on = true;
	look->timeline_asked = look->timeline_due;
	look->timeline_due = false;
	rt_live_state(look->inquiry, &look->memory, news, n, &look->timeline,
		      look_is_over, look);
}

/* While the gateway is paused, all stay due; resuming looks at them. */
static void look_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct look *look = arg;

	(void)fd;
	(void)events;
	if (!look->control->paused)
		look_now(look);
}

void look_open(struct look *look, struct event_base *base)
{
	look->wait_ms = WAIT_MIN;
	look->timer = evtimer_new(base, look_on_timer, look);
	if (!look->timer)
		abort();
}

void look_close(struct look *look)
{
	event_free(look->timer);
	arena_free(&look->memory);
}
