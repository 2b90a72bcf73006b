#include "live/update.h"

#include <stdio.h>

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
