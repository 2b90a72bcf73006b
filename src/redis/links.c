#include "redis/links.h"

#include <stdlib.h>

#include "base/fiber.h"
#include "redis/async_client.h"
#include "redis/connection.h"
#include "redis/pipe.h"

/* Links that a request may have for itself; with more, they are closed. */
#define SPARE_MAX 8

struct rt_links {
	const struct rt_servers *servers;
	struct event_base *base;
	struct rt_links *home;  /* for which these are spare; or NULL */
	struct rt_links *spare; /* those that nobody has at the moment */
	struct rt_links *next;  /* of these */
	size_t spares;
	struct async_client *data, *bus;
	int64_t quiet_until; /* see access_denied.h */
};

static struct rt_links *links_open(const struct rt_servers *servers,
				   struct event_base *base)
{
	struct rt_links *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	l->servers = servers;
	l->base = base;
	l->data = async_client_open(servers, servers->redis, base);
	l->bus = async_client_open(servers, servers->bus, base);
	async_client_share(l->bus, l->data);
	return l;
}

static struct rt_links *links_spare(struct rt_links *home)
{
	struct rt_links *l = home->spare;

	if (!l) {
		l = links_open(home->servers, home->base);
		async_client_share(l->data, home->data);
		async_client_share(l->bus, home->bus);
		l->home = home;
		return l;
	}
	home->spare = l->next;
	home->spares--;
	return l;
}

void links_set_apart(struct rt *rt)
{
	if (!rt->has_links && !rt->links->home && !rt->bus && !rt->connection)
		rt->links = links_spare(rt->links);
}

static void links_give_back(struct rt_links *l)
{
	struct rt_links *home = l->home;

	if (!home)
		return;
	if (home->spares == SPARE_MAX) {
		rt_links_close(l);
		return;
	}
	l->next = home->spare;
	home->spare = l;
	home->spares++;
}

struct rt_links *rt_links_open(const struct rt_servers *servers,
			       struct event_base *base)
{
	struct rt_links *l = links_open(servers, base);

	async_client_refresh(l->data);
	async_client_refresh(l->bus);
	return l;
}

void rt_links_close(struct rt_links *l)
{
	while (l->spare)
		rt_links_close(links_spare(l));
	async_client_close(l->data);
	async_client_close(l->bus);
	free(l);
}

/* ---- ways over them ---------------------------------------------------- */

struct rt *redis_join(struct rt_links *l)
{
	struct rt *rt = rt_new(l->servers, l->servers->redis);

	rt->links = l;
	rt->quiet_until = &l->quiet_until;
	return rt;
}

struct rt *redis_open(const struct rt_servers *servers)
{
	struct rt *rt =
		redis_join(links_open(servers, fiber_base(fiber_now())));

	rt->has_links = true;
	return rt;
}

void redis_close(struct rt *rt)
{
	if (rt->has_links)
		rt_links_close(rt->links);
	else
		links_give_back(rt->links);
	if (rt->bus)
		rt_free(rt->bus);
	rt_free(rt);
}

void redis_rest(struct rt *rt)
{
	rt_begin_anew(rt);
	if (rt->bus)
		rt_begin_anew(rt->bus);
}

static struct async_client *links_inquiry(const struct rt *rt)
{
	return rt->is_bus ? rt->links->bus : rt->links->data;
}

uint64_t redis_connections(const struct rt *rt)
{
	uint64_t n = async_client_connections(links_inquiry(rt));

	return n + (rt->bus ? redis_connections(rt->bus) : 0);
}

unsigned redis_masters(const struct rt *rt)
{
	return async_client_masters(links_inquiry(rt));
}

const struct async_client *redis_bus(const struct rt *rt)
{
	return rt->links->bus;
}

/* ---- waiting ----------------------------------------------------------- */

static void links_done(void *who)
{
	fiber_wake(who);
}

/*
 * A link that rests may have been lost without our notice.  One that others
 * use, too, is noticed while the loop turns for them.
 */
static void links_look(const struct rt *rt)
{
	if (rt->has_links && !rt->connection)
		fiber_pause(0);
}

static void links_ask(struct rt_pipe *p, struct async_client *q)
{
	links_look(p->rt);
	if (!async_client_is_same(q, p->rt)) {
		p->err = RT_DOWN;
		return;
	}
	async_client_send(q, p, links_done, fiber_now());
	fiber_wait(-1);
}

void links_wait(struct rt_pipe *p)
{
	struct rt *rt = p->rt;

	if (!p->err)
		links_ask(p, links_inquiry(rt));
	if (p->err == RT_DOWN && rt->has_links)
		rt_begin_anew(rt);
}
