#include "live/conns.h"

#include <event2/listener.h>

#include "base/clock.h"

#define STOP_MS 1000

/* How long a connection may be in its phase without a sign of life. */
static const int64_t patience[PHASES] = {
	[READING] = 10000,
	[WAITING] = 5000,
	[STREAMING] = QUIET_MS,
	[LEAVING] = 5000,
};

/* ---- the door ---------------------------------------------------------- */

static void conns_on_accept(struct evconnlistener *door, evutil_socket_t fd,
			    struct sockaddr *from, int len, void *arg)
{
	(void)door;
	(void)from;
	(void)len;
	conn_new(arg, fd);
}

/* This process may open no more files: the door is shut until the next tick. */
static void conns_on_error(struct evconnlistener *door, void *arg)
{
	(void)arg;
	evconnlistener_disable(door);
}

bool conns_open(struct conns *all, int fd)
{
	for (int i = 0; i < PHASES; i++)
		TAILQ_INIT(&all->in[i]);
	evutil_make_socket_nonblocking(fd);
	all->door = evconnlistener_new(all->base, conns_on_accept, all,
				       LEV_OPT_CLOSE_ON_EXEC, 0, fd);
	if (!all->door)
		return false;
	evconnlistener_set_error_cb(all->door, conns_on_error);
	return true;
}

/* Does it with all that are in a phase; a connection may end by that. */
static void conns_each(struct conns *all, enum phase phase,
		       void (*act)(struct conn *c))
{
	struct conn *c, *next;

	for (c = TAILQ_FIRST(&all->in[phase]); c; c = next) {
		next = TAILQ_NEXT(c, by_time);
		act(c);
	}
}

void conns_close(struct conns *all)
{
	for (int i = 0; i < PHASES; i++)
		conns_each(all, i, conn_drop);
	if (all->door)
		evconnlistener_free(all->door);
	arena_free(&all->memory);
}

void conns_stop(struct conns *all)
{
	all->stopping = true;
	all->end = clock_ms() + STOP_MS;
	evconnlistener_disable(all->door);
	conns_each(all, STREAMING, conn_dismiss);
	conns_each(all, WAITING, conn_dismiss);
	if (all->n == 0)
		event_base_loopbreak(all->base);
}

/* ---- time -------------------------------------------------------------- */

void conns_tick(struct conns *all, int64_t now)
{
	struct conn *c, *next;

	for (int i = 0; i < PHASES; i++)
		for (c = TAILQ_FIRST(&all->in[i]);
		     c && now - c->time >= patience[i]; c = next) {
			next = TAILQ_NEXT(c, by_time);
			conn_expire(c);
		}
	if (!all->stopping)
		evconnlistener_enable(all->door);
	else if (now >= all->end)
		event_base_loopbreak(all->base);
}
