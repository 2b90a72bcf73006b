/* Looking at the data for all who are due, and telling what is new. */
#include <stdio.h>
#include <stdlib.h>

#include "libretwis/base/clock.h"
#include "live/live.h"

#define BATCH    100 /* sessions in one pipeline */
#define PAUSE_MS 200 /* in which hints are gathered */
#define WAIT_MIN 250
#define WAIT_MAX 4000

/* Members first, so that nobody among them has come with this batch. */
struct batch {
	struct rt_live_state news[BATCH];
	struct member *member[BATCH];
	struct conn *conn[BATCH];
	size_t members, n;
	struct rt_newest timeline;
};

/* ---- when -------------------------------------------------------------- */

void look_soon(struct live *live)
{
	int64_t wait = live->next_look - clock_ms();
	int64_t throttled = control_wait_ms(&live->control);
	struct timeval when = { 0 };

	if (evtimer_pending(live->look, NULL))
		return;
	if (wait < throttled)
		wait = throttled;
	if (wait > 0)
		when = (struct timeval){ .tv_sec = wait / 1000,
					 .tv_usec = wait % 1000 * 1000 };
	event_add(live->look, &when);
}

void look_at(struct live *live, struct member *m)
{
	if (!m || m->due || !m->n)
		return;
	m->due = true;
	TAILQ_INSERT_TAIL(&live->due, m, by_due);
	look_soon(live);
}

void look_at_timeline(struct live *live)
{
	live->timeline_due = true;
	look_soon(live);
}

/* ---- telling ----------------------------------------------------------- */

static void write_event(struct conn *c)
{
	char text[160];
	int len = snprintf(
		text, sizeof text,
		"id: %llu.%llu\ndata: {\"posts\":%llu,\"unread\":%llu}\n\n",
		(unsigned long long)c->head, (unsigned long long)c->unread,
		(unsigned long long)c->posts, (unsigned long long)c->unread);

	control_count(&c->live->control, 0, 1);
	conn_write(c, text, (size_t)len);
}

/*
 * How its list stands.  A home timeline that is not there is about to be made
 * anew: that tells nothing, and takes nothing back.
 */
static void count_posts(struct conn *c, struct rt_newest list)
{
	struct ask *ask = &c->ask;

	if (!list.n && ask->list == ASK_HOME)
		return;
	c->head = list.n ? list.id[0] : 0;
	if (!ask->has_since)
		ask->since = c->head;
	ask->has_since = true;
	c->posts = rt_newer(list, ask->since);
}

/* What a stream has to know; nothing, if that is what it was told last. */
static void tell(struct conn *c, struct rt_newest list, uint64_t unread)
{
	uint64_t head = c->head, posts = c->posts, old_unread = c->unread;
	const struct ask *ask = &c->ask;
	bool is_known;

	count_posts(c, list);
	c->unread = unread;
	if (c->told)
		is_known = c->head == head && c->posts == posts &&
			   unread == old_unread;
	else
		is_known = ask->has_last && ask->last_head == c->head &&
			   ask->last_unread == unread;
	c->told = true;
	if (!is_known)
		write_event(c);
}

static void tell_conn(struct conn *c, const struct batch *b,
		      struct rt_newest home)
{
	static const struct rt_newest none;

	if (c->ask.list == ASK_HOME)
		tell(c, home, c->member->unread);
	else if (c->ask.list == ASK_TIMELINE)
		tell(c, b->timeline, c->member->unread);
	else
		tell(c, none, c->member->unread);
}

/* A stream that is written to may have to go. */
static void tell_member(const struct batch *b, struct member *m,
			const struct rt_live_state *news)
{
	struct conn *c = TAILQ_FIRST(&m->conns), *next;

	m->unread = news->unread;
	for (; c; c = next) {
		next = TAILQ_NEXT(c, of_member);
		if (news->id)
			tell_conn(c, b, news->home);
		else
			conn_end(c);
	}
}

static void tell_new(const struct batch *b, struct conn *c,
		     const struct rt_live_state *news)
{
	if (!news->id) {
		conn_end(c);
		return;
	}
	if (!member_add(c, news->id, news->secret)) {
		conn_refuse(c, 429);
		return;
	}
	c->member->unread = news->unread;
	if (conn_stream(c))
		tell_conn(c, b, news->home);
}

/* Those at home hear of it when it is delivered to them. */
static void tell_timeline(struct live *live, const struct batch *b)
{
	struct member *m, *next_member;
	struct conn *c, *next;

	for (m = TAILQ_FIRST(&live->members); m; m = next_member) {
		next_member = TAILQ_NEXT(m, by_time);
		for (c = TAILQ_FIRST(&m->conns); c; c = next) {
			next = TAILQ_NEXT(c, of_member);
			if (c->ask.list == ASK_TIMELINE)
				tell(c, b->timeline, m->unread);
		}
	}
}

/* ---- reading ----------------------------------------------------------- */

static bool is_at_home(const struct member *m)
{
	const struct conn *c;

	for (c = TAILQ_FIRST(&m->conns); c; c = TAILQ_NEXT(c, of_member))
		if (c->ask.list == ASK_HOME)
			return true;
	return false;
}

static void gather(struct live *live, struct batch *b)
{
	struct member *m;
	struct conn *c;

	for (m = TAILQ_FIRST(&live->due); m && b->n < BATCH;
	     m = TAILQ_NEXT(m, by_due)) {
		b->news[b->n] = (struct rt_live_state){ .secret = m->secret,
						  .asks_home = is_at_home(m) };
		b->member[b->n++] = m;
	}
	b->members = b->n;
	for (c = TAILQ_FIRST(&live->conns[WAITING]); c && b->n < BATCH;
	     c = TAILQ_NEXT(c, by_time)) {
		b->news[b->n] = (struct rt_live_state){
			.secret = c->ask.secret,
			.asks_home = c->ask.list == ASK_HOME,
		};
		b->conn[b->n++] = c;
	}
}

static void tell_all(struct live *live, const struct batch *b)
{
	for (size_t i = 0; i < b->members; i++) {
		struct member *m = b->member[i];

		TAILQ_REMOVE(&live->due, m, by_due);
		m->due = false;
		tell_member(b, m, &b->news[i]);
	}
	for (size_t i = b->members; i < b->n; i++)
		tell_new(b, b->conn[i], &b->news[i]);
	if (live->timeline_due)
		tell_timeline(live, b);
	live->timeline_due = false;
}

static bool is_anything_left(const struct live *live)
{
	return !TAILQ_EMPTY(&live->due) ||
	       !TAILQ_EMPTY(&live->conns[WAITING]) || live->timeline_due;
}

void look_anew(struct live *live)
{
	evtimer_del(live->look);
	if (is_anything_left(live))
		look_soon(live);
}

/* Who is due stays so until that has worked. */
static void fail(struct live *live)
{
	live->next_look = clock_ms() + live->wait_ms;
	if (live->wait_ms < WAIT_MAX)
		live->wait_ms *= 2;
}

static void look(struct live *live)
{
	static struct batch b;

	b.n = 0;
	gather(live, &b);
	rt_rest(live->rt);
	if (rt_live_state(live->rt, &live->memory, b.news, b.n, &b.timeline)) {
		fail(live);
	} else {
		live->wait_ms = WAIT_MIN;
		control_count(&live->control, 1, 0);
		tell_all(live, &b);
		live->next_look =
			clock_ms() + (is_anything_left(live) ? 0 : PAUSE_MS);
	}
	arena_reset(&live->memory);
	if (is_anything_left(live))
		look_soon(live);
}

/* Who is due while it is paused stays so, and resuming looks at them. */
static void on_look(evutil_socket_t fd, short events, void *arg)
{
	struct live *live = arg;

	(void)fd;
	(void)events;
	if (!live->control.paused)
		look(live);
}

void look_open(struct live *live)
{
	TAILQ_INIT(&live->due);
	live->wait_ms = WAIT_MIN;
	live->look = evtimer_new(live->base, on_look, live);
	if (!live->look)
		abort();
}

void look_close(struct live *live)
{
	event_free(live->look);
}
