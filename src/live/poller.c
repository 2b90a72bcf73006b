#include "live/poller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/* ---- poller ------------------------------------------------------------- */

#define BATCH    100 /* sessions in one pipeline, and some more */
#define PAUSE_MS 200 /* in which hints are gathered */
#define WAIT_MIN 250
#define WAIT_MAX 4000

/* ---- when -------------------------------------------------------------- */

static bool poller_is_needed(const struct poller *poller)
{
	return !TAILQ_EMPTY(&poller->viewers->due) ||
	       !TAILQ_EMPTY(&poller->conns->in[WAITING]) ||
	       poller->timeline_due;
}

void poller_soon(struct poller *poller)
{
	int64_t wait = poller->next - clock_ms();
	int64_t throttled = control_wait_ms(poller->control);
	struct timeval when = { 0 };

	if (poller->is_on || !poller_is_needed(poller) ||
	    evtimer_pending(poller->timer, NULL))
		return;
	if (wait < throttled)
		wait = throttled;
	if (wait > 0)
		when = (struct timeval){ .tv_sec = wait / 1000,
					 .tv_usec = wait % 1000 * 1000 };
	event_add(poller->timer, &when);
}

void poller_at_once(struct poller *poller)
{
	evtimer_del(poller->timer);
	poller_soon(poller);
}

/* ---- when Redis has answered ------------------------------------------- */

/* Viewers first, so that none of them has come with this look. */
static void poller_notify_all(struct poller *poller)
{
	struct conn *c, *next;
	struct viewer *v;

	while ((v = TAILQ_FIRST(&poller->viewers->asked))) {
		viewer_is_seen(poller->viewers, v);
		update_viewer(poller, v);
	}
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c; c = next) {
		const struct rt_live_state *news = c->asked;

		next = TAILQ_NEXT(c, by_time);
		c->asked = NULL;
		if (news)
			update_new(poller, c, news);
	}
	if (poller->timeline_asked)
		update_timeline(poller);
	audience_came(poller->audience);
}

/* All that was asked for is due again until a look has worked. */
static void poller_failed(struct poller *poller)
{
	struct viewer *v;
	struct conn *c;

	while ((v = TAILQ_FIRST(&poller->viewers->asked))) {
		viewer_is_seen(poller->viewers, v);
		viewer_is_due(poller->viewers, v);
		for (c = TAILQ_FIRST(&v->streams.list); c;
		     c = TAILQ_NEXT(c, of_member))
			c->asked = NULL;
	}
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		c->asked = NULL;
	poller->timeline_due |= poller->timeline_asked;
	poller->next = clock_ms() + poller->wait_ms;
	if (poller->wait_ms < WAIT_MAX)
		poller->wait_ms *= 2;
}

static void poller_worked(struct poller *poller)
{
	poller->wait_ms = WAIT_MIN;
	control_count(poller->control, 1, 0);
	poller_notify_all(poller);
	poller->next = clock_ms() + (poller_is_needed(poller) ? 0 : PAUSE_MS);
}

static void poller_is_over(void *who, enum rt_err err)
{
	struct poller *poller = who;

	if (err)
		poller_failed(poller);
	else
		poller_worked(poller);
	poller->is_on = false;
	arena_reset(&poller->memory);
	poller_soon(poller);
}

/* ---- asking ------------------------------------------------------------ */

/* The list is counted from the oldest post that a page has at its head. */
static void poller_count_from(struct rt_newest *list, const struct conn *c)
{
	if (!c->wish.has_since)
		return;
	if (!list->counts || c->wish.since < list->since)
		list->since = c->wish.since;
	list->counts = true;
}

static void poller_count_viewer(struct rt_newest *list, const struct viewer *v)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member))
		if (c->wish.list == WISH_TIMELINE)
			poller_count_from(list, c);
}

/* All who have the timeline open hear of it together. */
static void poller_gather_timeline(struct poller *poller)
{
	const struct viewer *v;
	const struct conn *c;

	poller->timeline = (struct rt_newest){ 0 };
	for (v = TAILQ_FIRST(&poller->viewers->all); v;
	     v = TAILQ_NEXT(v, by_time))
		poller_count_viewer(&poller->timeline, v);
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		if (c->asked && c->wish.list == WISH_TIMELINE)
			poller_count_from(&poller->timeline, c);
}

/* Streams of one browser show the same session: one question is enough. */
static struct rt_live_state *poller_same(const struct viewer *v,
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
static struct rt_live_state *poller_question(struct poller *poller,
					     struct rt_live_state *state,
					     const struct conn *c)
{
	*state = (struct rt_live_state){
		.secret = arena_strdup(&poller->memory, c->wish.secret),
		.is_doubtful = c->wish.is_doubtful && c->phase == WAITING,
	};
	return state;
}

static void poller_wants(struct conn *c, struct rt_live_state *state)
{
	c->asked = state;
	if (c->wish.list != WISH_HOME)
		return;
	state->asks_home = true;
	poller_count_from(&state->home, c);
}

/* All streams of a viewer, who has at most VIEWER_STREAMS. */
static size_t poller_gather_viewer(struct poller *poller, struct viewer *v,
				   struct rt_live_state *news)
{
	struct conn *c;
	size_t n = 0;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member)) {
		struct rt_live_state *same = poller_same(v, c);

		poller_wants(c, same ? same
				     : poller_question(poller, &news[n++], c));
	}
	return n;
}

static size_t poller_gather(struct poller *poller, struct rt_live_state *news)
{
	struct viewer *v;
	struct conn *c;
	size_t n = 0;

	while (n < BATCH && (v = TAILQ_FIRST(&poller->viewers->due))) {
		n += poller_gather_viewer(poller, v, news + n);
		viewer_is_asked(poller->viewers, v);
	}
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c && n < BATCH;
	     c = TAILQ_NEXT(c, by_time))
		poller_wants(c, poller_question(poller, &news[n++], c));
	poller_gather_timeline(poller);
	return n;
}

static void poller_now(struct poller *poller)
{
	struct rt_live_state *news = arena_alloc(
		&poller->memory, (BATCH + VIEWER_STREAMS) * sizeof *news);
	size_t n = poller_gather(poller, news);

	poller->is_on = true;
	poller->timeline_asked = poller->timeline_due;
	poller->timeline_due = false;
	rt_live_state(poller->inquiry, &poller->memory, news, n,
		      &poller->timeline, poller_is_over, poller);
}

/* While the gateway is paused, all stay due; resuming looks at them. */
static void poller_on_timer(evutil_socket_t fd, short events, void *arg)
{
	struct poller *poller = arg;

	(void)fd;
	(void)events;
	if (!poller->control->paused)
		poller_now(poller);
}

void poller_open(struct poller *poller, struct event_base *base)
{
	poller->wait_ms = WAIT_MIN;
	poller->timer = evtimer_new(base, poller_on_timer, poller);
	if (!poller->timer)
		abort();
}

void poller_close(struct poller *poller)
{
	event_free(poller->timer);
	arena_free(&poller->memory);
}

/* ---- update ------------------------------------------------------------- */

static void update_write(const struct poller *poller, struct conn *c)
{
	char text[160];
	int len = snprintf(
		text, sizeof text,
		"id: %llu.%llu\ndata: {\"posts\":%llu,\"unread\":%llu}\n\n",
		(unsigned long long)c->head, (unsigned long long)c->unread,
		(unsigned long long)c->posts, (unsigned long long)c->unread);

	control_count(poller->control, 0, 1);
	conn_write(c, text, (size_t)len);
}

/*
 * How the list on its page stands.  A home timeline that is not there is about
 * to be made again: that tells nothing, and takes nothing back.
 */
static void update_count(struct conn *c, struct rt_newest list)
{
	struct live_request *wish = &c->wish;

	if (!list.n && wish->list == WISH_HOME)
		return;
	c->head = list.n ? list.id[0] : 0;
	if (!wish->has_since)
		wish->since = c->head;
	wish->has_since = true;
	c->posts = rt_newer(list, wish->since);
}

/* Tells a stream what it has to know, unless it was told just that last. */
static void update_stream(const struct poller *poller, struct conn *c,
			  struct rt_newest list, uint64_t unread)
{
	uint64_t head = c->head, posts = c->posts, old_unread = c->unread;
	const struct live_request *wish = &c->wish;
	bool is_known;

	update_count(c, list);
	c->unread = unread;
	if (c->told)
		is_known = c->head == head && c->posts == posts &&
			   unread == old_unread;
	else
		is_known = wish->has_last && wish->last_head == c->head &&
			   wish->last_unread == unread;
	c->told = true;
	if (!is_known)
		update_write(poller, c);
}

static void update_conn(const struct poller *poller, struct conn *c,
			const struct rt_live_state *news)
{
	static const struct rt_newest none;

	if (c->wish.list == WISH_HOME)
		update_stream(poller, c, news->home, news->unread);
	else if (c->wish.list == WISH_TIMELINE)
		update_stream(poller, c, poller->timeline, news->unread);
	else
		update_stream(poller, c, none, news->unread);
}

/* Of a stream that has come since we asked we know nothing. */
void update_viewer(const struct poller *poller, struct viewer *v)
{
	struct conn *c, *next;

	for (c = TAILQ_FIRST(&v->streams.list); c; c = next) {
		const struct rt_live_state *news = c->asked;

		next = TAILQ_NEXT(c, of_member);
		c->asked = NULL;
		if (news && !news->id) {
			conn_end(c);
		} else if (news) {
			v->unread = news->unread;
			update_conn(poller, c, news);
		}
	}
}

void update_new(const struct poller *poller, struct conn *c,
		const struct rt_live_state *news)
{
	struct viewer *v;

	if (!news->id) {
		conn_end(c);
		return;
	}
	v = viewer_add(poller->viewers, c, news->id);
	if (!v) {
		conn_refuse(c, 429);
		return;
	}
	v->unread = news->unread;
	if (conn_stream(c))
		update_conn(poller, c, news);
}

void update_timeline(const struct poller *poller)
{
	struct viewer *v, *next_viewer;
	struct conn *c, *next;

	for (v = TAILQ_FIRST(&poller->viewers->all); v; v = next_viewer) {
		next_viewer = TAILQ_NEXT(v, by_time);
		for (c = TAILQ_FIRST(&v->streams.list); c; c = next) {
			next = TAILQ_NEXT(c, of_member);
			if (c->wish.list == WISH_TIMELINE)
				update_stream(poller, c, poller->timeline,
					      v->unread);
		}
	}
}
