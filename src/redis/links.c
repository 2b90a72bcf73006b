#include "redis/links.h"

#include <stdlib.h>

#include "base/compute.h"
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

static void links_done(void *who)
{
	fiber_wake(who);
}

static void links_wait(struct rt_pipe *p)
{
	struct rt_links *l = p->rt->links;
	struct async_client *q = p->rt->is_bus ? l->bus : l->data;

	if (!p->err && !async_client_is_same(q, p->rt))
		p->err = RT_DOWN;
	if (p->err)
		return;
	async_client_send(q, p, links_done, fiber_now());
	fiber_wait(-1);
}

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

/* Only one that has asked nothing yet. */
static void links_apart(struct rt *rt)
{
	if (!rt->links->home && !rt->bus && !rt->connection)
		rt->links = links_spare(rt->links);
}

static void links_give_back(struct rt *rt)
{
	struct rt_links *l = rt->links, *home = l->home;

	if (!home || rt->is_bus)
		return;
	if (home->spares == SPARE_MAX) {
		rt_links_close(l);
		return;
	}
	l->next = home->spare;
	home->spare = l;
	home->spares++;
}

static const struct rt_waits links_waits = { .wait = links_wait,
					     .apart = links_apart,
					     .close = links_give_back,
					     .pause = fiber_pause,
					     .compute = compute };

struct rt *redis_join(struct rt_links *l)
{
	struct rt *rt = rt_new(l->servers, l->servers->redis);

	rt->in_loop = true;
	rt->links = l;
	rt->waits = &links_waits;
	rt->quiet_until = &l->quiet_until;
	return rt;
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
