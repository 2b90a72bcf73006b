#include "live/poller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

#define BATCH    100 /* sessions in a pipeline, conversations, and some more */
#define PAUSE_MS 200 /* for which notifications are gathered */
#define WAIT_MIN 250
#define WAIT_MAX 4000

/* ---- when -------------------------------------------------------------- */

static bool poller_is_needed(const struct poller *poller)
{
	return !TAILQ_EMPTY(&poller->viewers->due) ||
	       !TAILQ_EMPTY(&poller->conns->in[WAITING]) ||
	       poller->timeline_due;
}

void poller_schedule(struct poller *poller)
{
	int64_t wait = poller->next - clock_ms();
	int64_t throttled = control_wait_ms(poller->control);
	struct timeval when = { 0 };

	if (poller->is_running || !poller_is_needed(poller) ||
	    evtimer_pending(poller->timer, NULL))
		return;
	if (wait < throttled)
		wait = throttled;
	if (wait > 0)
		when = (struct timeval){ .tv_sec = wait / 1000,
					 .tv_usec = wait % 1000 * 1000 };
	event_add(poller->timer, &when);
}

void poller_reschedule(struct poller *poller)
{
	evtimer_del(poller->timer);
	poller_schedule(poller);
}

/* ---- sending what is new ----------------------------------------------- */

static void poller_write(const struct poller *poller, struct conn *c)
{
	char text[160];
	int len = snprintf(
		text, sizeof text,
		"id: %llu.%llu\ndata: {\"posts\":%llu,\"unread\":%llu}\n\n",
		(unsigned long long)c->head, (unsigned long long)c->unread,
		(unsigned long long)c->posts, (unsigned long long)c->unread);

	control_count(poller->control, 0, 1);
	control_log(poller->control, "sent an event");
	conn_write(c, text, (size_t)len);
}

/*
 * Counts the new posts of the list on its page.  A home timeline that doesn't
 * exist is about to be rebuilt: then the numbers don't change.
 */
static void poller_count_new(struct conn *c, struct rt_newest list,
			     struct rt_live_quiet quiet)
{
	struct live_request *request = &c->request;

	if (!list.n && request->list == LIVE_HOME)
		return;
	c->head = list.n ? list.id[0] : 0;
	if (!request->has_since)
		request->since = c->head;
	request->has_since = true;
	c->posts = rt_newer(list, request->since, quiet);
}

/* Sends an event to a stream, unless it would repeat the last one. */
static void poller_update_stream(const struct poller *poller, struct conn *c,
				 struct rt_newest list, const struct viewer *v)
{
	uint64_t head = c->head, posts = c->posts, old_unread = c->unread;
	const struct live_request *request = &c->request;
	bool is_repeat;

	poller_count_new(c, list, v->quiet);
	c->unread = v->unread;
	if (c->was_updated)
		is_repeat = c->head == head && c->posts == posts &&
			    v->unread == old_unread;
	else
		is_repeat = request->has_last &&
			    request->last_head == c->head &&
			    request->last_unread == v->unread;
	c->was_updated = true;
	if (!is_repeat)
		poller_write(poller, c);
}

static void poller_update_conn(const struct poller *poller, struct conn *c,
			       const struct viewer *v,
			       const struct rt_live_state *state)
{
	struct rt_newest list = { 0 };

	if (c->request.list == LIVE_HOME)
		list = state->home;
	else if (c->request.list == LIVE_TIMELINE)
		list = poller->lists.timeline;
	else if (c->request.list == LIVE_CONVERSATION)
		list = c->conversation->replies;
	poller_update_stream(poller, c, list, v);
}

/* A stream that was added after the poll has begun isn't part of it. */
static void poller_update_viewer(const struct poller *poller, struct viewer *v)
{
	const struct rt_live_state *known = NULL;
	struct conn *c, *next;

	for (c = TAILQ_FIRST(&v->streams.list); c; c = next) {
		const struct rt_live_state *state = c->state;

		next = TAILQ_NEXT(c, of_member);
		c->state = NULL;
		if (state && !state->id) {
			conn_end(c);
		} else if (state) {
			if (state != known)
				viewer_set(v, known = state);
			poller_update_conn(poller, c, v, state);
		}
	}
}

static void poller_update_new(const struct poller *poller, struct conn *c,
			      const struct rt_live_state *state)
{
	struct viewer *v;

	if (!state->id) {
		conn_end(c);
		return;
	}
	v = viewer_add(poller->viewers, c, state->id);
	if (!v) {
		conn_refuse(c, 429);
		return;
	}
	viewer_set(v, state);
	if (conn_stream(c))
		poller_update_conn(poller, c, v, state);
}

static void poller_update_timeline(const struct poller *poller)
{
	struct viewer *v, *next_viewer;
	struct conn *c, *next;

	for (v = TAILQ_FIRST(&poller->viewers->all); v; v = next_viewer) {
		next_viewer = TAILQ_NEXT(v, by_time);
		for (c = TAILQ_FIRST(&v->streams.list); c; c = next) {
			next = TAILQ_NEXT(c, of_member);
			if (c->request.list == LIVE_TIMELINE)
				poller_update_stream(
					poller, c, poller->lists.timeline, v);
		}
	}
}

/* ---- when Redis has answered ------------------------------------------- */

/*
 * Existing viewers come first, so that none of them is one that this poll
 * adds.
 */
static void poller_update_all(struct poller *poller)
{
	struct conn *c, *next;
	struct viewer *v;

	while ((v = TAILQ_FIRST(&poller->viewers->polled))) {
		viewer_end_poll(poller->viewers, v);
		poller_update_viewer(poller, v);
	}
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c; c = next) {
		const struct rt_live_state *state = c->state;

		next = TAILQ_NEXT(c, by_time);
		c->state = NULL;
		if (state)
			poller_update_new(poller, c, state);
	}
	if (poller->timeline_polled)
		poller_update_timeline(poller);
	audience_subscribe(poller->audience);
}

/* Everything that was polled is due again, until a poll succeeds. */
static void poller_fail(struct poller *poller)
{
	struct viewer *v;
	struct conn *c;

	while ((v = TAILQ_FIRST(&poller->viewers->polled))) {
		viewer_end_poll(poller->viewers, v);
		viewer_mark_due(poller->viewers, v);
		for (c = TAILQ_FIRST(&v->streams.list); c;
		     c = TAILQ_NEXT(c, of_member))
			c->state = NULL;
	}
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		c->state = NULL;
	poller->timeline_due |= poller->timeline_polled;
	poller->next = clock_ms() + poller->wait_ms;
	if (poller->wait_ms < WAIT_MAX)
		poller->wait_ms *= 2;
}

static void poller_succeed(struct poller *poller)
{
	poller->wait_ms = WAIT_MIN;
	control_count(poller->control, 1, 0);
	control_log(poller->control, "looked at the lists of who is due");
	poller_update_all(poller);
	poller->next = clock_ms() + (poller_is_needed(poller) ? 0 : PAUSE_MS);
}

static void poller_done(void *who, enum rt_err err)
{
	struct poller *poller = who;

	if (err)
		poller_fail(poller);
	else
		poller_succeed(poller);
	poller->is_running = false;
	arena_reset(&poller->memory);
	poller_schedule(poller);
}

/* ---- what to query ----------------------------------------------------- */

/* New posts are counted from the oldest one that is at the top of a page. */
static void poller_count_from(struct rt_newest *list, const struct conn *c)
{
	if (!c->request.has_since)
		return;
	if (!list->counts || c->request.since < list->since)
		list->since = c->request.since;
	list->counts = true;
}

static void poller_count_viewer(struct rt_newest *list, const struct viewer *v)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member))
		if (c->request.list == LIVE_TIMELINE)
			poller_count_from(list, c);
}

/* The timeline is read once for everybody who has it open. */
static void poller_gather_timeline(struct poller *poller)
{
	const struct viewer *v;
	const struct conn *c;

	for (v = TAILQ_FIRST(&poller->viewers->all); v;
	     v = TAILQ_NEXT(v, by_time))
		poller_count_viewer(&poller->lists.timeline, v);
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]); c;
	     c = TAILQ_NEXT(c, by_time))
		if (c->state && c->request.list == LIVE_TIMELINE)
			poller_count_from(&poller->lists.timeline, c);
}

/*
 * Streams of one browser have the same session, which needs to be queried only
 * once.
 */
static struct rt_live_state *poller_shared_state(const struct viewer *v,
						 const struct conn *c)
{
	const struct conn *other;

	for (other = TAILQ_FIRST(&v->streams.list); other != c;
	     other = TAILQ_NEXT(other, of_member))
		if (other->state &&
		    strcmp(other->request.secret, c->request.secret) == 0)
			return other->state;
	return NULL;
}

/*
 * The secret is copied, since its viewer may be freed before the answer comes.
 * Only a new connection can be in doubt: the session of a stream may have
 * moved to a better cookie since then, in another window.
 */
static struct rt_live_state *poller_query(struct poller *poller,
					  struct rt_live_state *state,
					  const struct conn *c)
{
	*state = (struct rt_live_state){
		.secret = arena_strdup(&poller->memory, c->request.secret),
		.is_doubtful = c->request.is_doubtful && c->phase == WAITING,
	};
	return state;
}

/* A conversation is read once for everybody who has it open. */
static struct rt_live_conversation *poller_conversation(struct poller *poller,
							uint64_t root)
{
	struct rt_live_lists *lists = &poller->lists;
	struct rt_live_conversation *v = lists->conversation;
	size_t n = lists->conversations;

	for (size_t i = 0; i < n; i++)
		if (v[i].root == root)
			return &v[i];
	lists->conversations++;
	v[n] = (struct rt_live_conversation){ .root = root };
	return &v[n];
}

static void poller_assign(struct poller *poller, struct conn *c,
			  struct rt_live_state *state)
{
	struct rt_live_conversation *of;

	c->state = state;
	if (c->request.list == LIVE_HOME) {
		state->asks_home = true;
		poller_count_from(&state->home, c);
	} else if (c->request.list == LIVE_CONVERSATION) {
		c->conversation = of =
			poller_conversation(poller, c->request.root);
		poller_count_from(&of->replies, c);
	}
}

/* Adds all streams of a viewer, at most VIEWER_STREAMS. */
static size_t poller_gather_viewer(struct poller *poller, struct viewer *v,
				   struct rt_live_state *states)
{
	struct conn *c;
	size_t n = 0;

	for (c = TAILQ_FIRST(&v->streams.list); c;
	     c = TAILQ_NEXT(c, of_member)) {
		struct rt_live_state *same = poller_shared_state(v, c);

		poller_assign(poller, c,
			      same ? same
				   : poller_query(poller, &states[n++], c));
	}
	return n;
}

static size_t poller_gather(struct poller *poller,
			    struct rt_live_state *states)
{
	struct viewer *v;
	struct conn *c;
	size_t n = 0;

	while (n < BATCH && poller->lists.conversations < BATCH &&
	       (v = TAILQ_FIRST(&poller->viewers->due))) {
		n += poller_gather_viewer(poller, v, states + n);
		viewer_begin_poll(poller->viewers, v);
	}
	for (c = TAILQ_FIRST(&poller->conns->in[WAITING]);
	     c && n < BATCH && poller->lists.conversations < BATCH;
	     c = TAILQ_NEXT(c, by_time))
		poller_assign(poller, c,
			      poller_query(poller, &states[n++], c));
	poller_gather_timeline(poller);
	return n;
}

static void poller_now(struct poller *poller)
{
	size_t most = BATCH + VIEWER_STREAMS, n;
	struct rt_live_state *states =
		arena_alloc(&poller->memory, most * sizeof *states);

	poller->lists = (struct rt_live_lists){
		.conversation =
			arena_alloc(&poller->memory,
				    most * sizeof *poller->lists.conversation),
	};
	n = poller_gather(poller, states);
	poller->is_running = true;
	poller->timeline_polled = poller->timeline_due;
	poller->timeline_due = false;
	rt_live_state(poller->client, &poller->memory, states, n,
		      &poller->lists, poller_done, poller);
}

/*
 * While the gateway is paused all of them stay due, and resuming polls them.
 */
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
