#include "redis/cluster_loop.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/clock.h"

struct cluster_loop {
	struct cluster *cluster;
	struct event_base *base;
	struct event *timer;
};

/* Of one link. */
struct loop_events {
	struct event *read, *write;
	struct event *flush; /* once the loop has come round */
};

static void loop_on_read(evutil_socket_t fd, short events, void *arg)
{
	(void)fd;
	(void)events;
	node_read(arg);
}

static void loop_on_write(evutil_socket_t fd, short events, void *arg)
{
	struct node *n = arg;
	struct loop_events *e;

	(void)fd;
	(void)events;
	node_write(n);
	e = n->watched;
	if (n->link && n->wants)
		event_add(e->write, NULL);
}

static void loop_begin(struct node *n)
{
	const struct cluster_loop *l = n->use->base;
	struct loop_events *e = calloc(1, sizeof *e);

	if (!e)
		abort();
	e->read = event_new(l->base, n->link->fd, EV_READ | EV_PERSIST,
			    loop_on_read, n);
	e->write = event_new(l->base, n->link->fd, EV_WRITE, loop_on_write, n);
	e->flush = event_new(l->base, -1, 0, loop_on_write, n);
	if (!e->read || !e->write || !e->flush)
		abort();
	event_add(e->read, NULL);
	event_add(e->write, NULL);
	n->watched = e;
}

static void loop_want(struct node *n)
{
	struct loop_events *e = n->watched;

	event_active(e->flush, EV_WRITE, 1);
}

static void loop_end(struct node *n)
{
	struct loop_events *e = n->watched;

	event_free(e->read);
	event_free(e->write);
	event_free(e->flush);
	free(e);
	n->watched = NULL;
}

static const struct node_watch loop_watch = { .begin = loop_begin,
					      .want = loop_want,
					      .end = loop_end };

static void loop_arm(void *base, int64_t at)
{
	struct cluster_loop *l = base;
	int64_t now = clock_ms(), ms = at > now ? at - now : 0;
	struct timeval when = { .tv_sec = ms / 1000,
				.tv_usec = ms % 1000 * 1000 };

	if (at == INT64_MAX)
		return;
	event_add(l->timer, &when);
}

static void loop_on_timer(evutil_socket_t fd, short events, void *arg)
{
	const struct cluster_loop *l = arg;

	(void)fd;
	(void)events;
	cluster_tick(l->cluster);
}

struct cluster_loop *cluster_loop_open(const char *address,
				       unsigned timeout_ms,
				       struct event_base *base)
{
	struct cluster_loop *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	l->base = base;
	l->timer = evtimer_new(base, loop_on_timer, l);
	if (!l->timer)
		abort();
	l->cluster =
		cluster_open(address, timeout_ms, &loop_watch, l, loop_arm);
	return l;
}

void cluster_loop_close(struct cluster_loop *l)
{
	cluster_close(l->cluster);
	event_free(l->timer);
	free(l);
}

struct cluster *cluster_loop_of(const struct cluster_loop *l)
{
	return l->cluster;
}
