#include "live/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/clock.h"

#define BATCH    100 /* sessions in one pipeline */
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

/* ---- telling ----------------------------------------------------------- */

static void look_write(const struct look *look, struct conn *c)
{
	char text[160];
	int len = snprintf(
		text, sizeof text,
		"id: %llu.%llu\ndata: {\"posts\":%llu,\"unread\":%llu}\n\n",
		(unsigned long long)c->head, (unsigned long long)c->unread,
		(unsigned long long)c->posts, (unsigned long long)c->unread);

	control_count(look->control, 0, 1);
	conn_write(c, text, (size_t)len);
}

/*
 * How the list on its page stands.  A home timeline that is not there is about
 * to be made again: that tells nothing, and takes nothing back.
 */
static void look_count(struct conn *c, struct rt_newest list)
{
	struct wish *wish = &c->wish;

	if (!list.n && wish->list == WISH_HOME)
		return;
	c->head = list.n ? list.id[0] : 0;
	if (!wish->has_since)
		wish->since = c->head;
	wish->has_since = true;
	c->posts = rt_newer(list, wish->since);
}

/* Tells a stream what it has to know, unless it was told just that last. */
static void look_tell(const struct look *look, struct conn *c,
		      struct rt_newest list, uint64_t unread)
{
	uint64_t head = c->head, posts = c->posts, old_unread = c->unread;
	const struct wish *wish = &c->wish;
	bool is_known;

	look_count(c, list);
	c->unread = unread;
	if (c->told)
		is_known = c->head == head && c->posts == posts &&
			   unread == old_unread;
	else
		is_known = wish->has_last && wish->last_head == c->head &&
			   wish->last_unread == unread;
	c->told = true;
	if (!is_known)
		look_write(look, c);
}

static void look_tell_conn(const struct look *look, struct conn *c,
			   const struct rt_live_state *news)
{
	static const struct rt_newest none;

	if (c->wish.list == WISH_HOME)
		look_tell(look, c, news->home, news->unread);
	else if (c->wish.list == WISH_TIMELINE)
		look_tell(look, c, look->timeline, news->unread);
	else
		look_tell(look, c, none, news->unread);
}

/*
 * A stream that is written to may have to go.  And a member who has signed in
 * again since we asked has streams of another session, of which we know
 * nothing.
 */
static void look_tell_viewer(const struct look *look, struct viewer *v,
			     const struct rt_live_state *news)
{
	struct conn *c = TAILQ_FIRST(&v->streams.list), *next;

	if (strcmp(v->secret, news->secret) != 0)
		return;
	v->unread = news->unread;
	for (; c; c = next) {
		next = TAILQ_NEXT(c, of_member);
		if (news->id)
			look_tell_conn(look, c, news);
		else
			conn_end(c);
	}
}

static void look_tell_new(const struct look *look, struct conn *c,
			  const struct rt_live_state *news)
{
	struct viewer *v;

	if (!news->id) {
		conn_end(c);
		return;
	}
	v = viewer_add(look->viewers, c, news->id, news->secret);
	if (!v) {
		conn_refuse(c, 429);
		return;
	}
	v->unread = news->unread;
	if (conn_stream(c))
		look_tell_conn(look, c, news);
}

/* Those at home hear of a post when it is delivered to them. */
static void look_tell_timeline(const struct look *look)
{
	struct viewer *v, *next_viewer;
	struct conn *c, *next;

	for (v = TAILQ_FIRST(&look->viewers->all); v; v = next_viewer) {
		next_viewer = TAILQ_NEXT(v, by_time);
		for (c = TAILQ_FIRST(&v->streams.list); c; c = next) {
			next = TAILQ_NEXT(c, of_member);
			if (c->wish.list == WISH_TIMELINE)
				look_tell(look, c, look->timeline, v->unread);
		}
	}
}

/* Viewers first, so that none of them has come with this look. */
static void look_tell_all(struct look *look)
{
	struct conn *c, *next;
	struct viewer *v;

	while ((v = TAILQ_FIRST(&look->viewers->asked))) {
		const struct rt_live_state *news = v->asked;

		viewer_is_seen(look->viewers, v);
		look_tell_viewer(look, v, news);
	}
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c; c = next) {
		const struct rt_live_state *news = c->asked;

		next = TAILQ_NEXT(c, by_time);
		c->asked = NULL;
		if (news)
			look_tell_new(look, c, news);
	}
	if (look->timeline_asked)
		look_tell_timeline(look);
}

/* ---- when Redis has answered ------------------------------------------- */

/* All that was asked for is due again until a look has worked. */
static void look_failed(struct look *look)
{
	struct viewer *v;
	struct conn *c;

	while ((v = TAILQ_FIRST(&look->viewers->asked))) {
		viewer_is_seen(look->viewers, v);
		viewer_is_due(look->viewers, v);
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

static bool look_asks_home(const struct viewer *v)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member))
		if (c->wish.list == WISH_HOME)
			return true;
	return false;
}

/* The list is counted from the oldest post that a page has at its head. */
static void look_count_from(struct rt_newest *list, const struct conn *c)
{
	if (!c->wish.has_since)
		return;
	if (!list->counts || c->wish.since < list->since)
		list->since = c->wish.since;
	list->counts = true;
}

static void look_count_viewer(struct rt_newest *list, const struct viewer *v,
			      enum wish_list which)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member))
		if (c->wish.list == which)
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
		look_count_viewer(&look->timeline, v, WISH_TIMELINE);
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		if (c->asked && c->wish.list == WISH_TIMELINE)
			look_count_from(&look->timeline, c);
}

/* The secrets are copies: who is asked for may be gone before the answer. */
static size_t look_gather(struct look *look, struct rt_live_state *news)
{
	struct viewer *v;
	struct conn *c;
	size_t n = 0;

	while (n < BATCH && (v = TAILQ_FIRST(&look->viewers->due))) {
		news[n] = (struct rt_live_state){
			.secret = arena_strdup(&look->memory, v->secret),
			.asks_home = look_asks_home(v),
		};
		look_count_viewer(&news[n].home, v, WISH_HOME);
		viewer_is_asked(look->viewers, v, &news[n++]);
	}
	for (c = TAILQ_FIRST(&look->conns->in[WAITING]); c && n < BATCH;
	     c = TAILQ_NEXT(c, by_time)) {
		news[n] = (struct rt_live_state){
			.secret = arena_strdup(&look->memory, c->wish.secret),
			.asks_home = c->wish.list == WISH_HOME,
		};
		look_count_from(&news[n].home, c);
		c->asked = &news[n++];
	}
	look_gather_timeline(look);
	return n;
}

static void look_now(struct look *look)
{
	struct rt_live_state *news =
		arena_alloc(&look->memory, BATCH * sizeof *news);
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
