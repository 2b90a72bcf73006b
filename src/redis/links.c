#include "redis/links.h"

#include <stdlib.h>

#include "base/fiber.h"
#include "redis/async_client.h"
#include "redis/connection.h"
#include "redis/pipe.h"

/* Links for single requests; when more are returned, they are closed. */
#define SPARE_MAX 8

struct rt_links {
	const struct rt_servers *servers;
	struct event_base *base;
	struct rt_links *shared; /* that these are spares of; or NULL */
	struct rt_links *spare;  /* first of those that are not in use */
	struct rt_links *next;   /* in that list */
	size_t spares_n;
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

static struct rt_links *links_spare(struct rt_links *shared)
{
	struct rt_links *l = shared->spare;

	if (!l) {
		l = links_open(shared->servers, shared->base);
		async_client_share(l->data, shared->data);
		async_client_share(l->bus, shared->bus);
		l->shared = shared;
		return l;
	}
	shared->spare = l->next;
	shared->spares_n--;
	return l;
}

void links_use_own(struct rt *rt)
{
	if (!rt->owns_links && !rt->links->shared && !rt->bus &&
	    !rt->connection)
		rt->links = links_spare(rt->links);
}

static void links_return(struct rt_links *l)
{
	struct rt_links *shared = l->shared;

	if (!shared)
		return;
	if (shared->spares_n == SPARE_MAX) {
		rt_links_close(l);
		return;
	}
	l->next = shared->spare;
	shared->spare = l;
	shared->spares_n++;
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

/* ---- connections over them ------------------------------------------ */

struct rt *redis_attach(struct rt_links *l)
{
	struct rt *rt = rt_new(l->servers, l->servers->redis);

	rt->links = l;
	rt->quiet_until = &l->quiet_until;
	return rt;
}

struct rt *redis_open(const struct rt_servers *servers)
{
	struct rt *rt =
		redis_attach(links_open(servers, fiber_base(fiber_now())));

	rt->owns_links = true;
	return rt;
}

void redis_close(struct rt *rt)
{
	if (rt->owns_links)
		rt_links_close(rt->links);
	else
		links_return(rt->links);
	if (rt->bus)
		rt_free(rt->bus);
	rt_free(rt);
}

void redis_next_request(struct rt *rt)
{
	rt_restart(rt);
	if (rt->bus)
		rt_restart(rt->bus);
}

static struct async_client *links_client(const struct rt *rt)
{
	return rt->is_bus ? rt->links->bus : rt->links->data;
}

uint64_t redis_connections(const struct rt *rt)
{
	uint64_t n = async_client_connections(links_client(rt));

	return n + (rt->bus ? redis_connections(rt->bus) : 0);
}

unsigned redis_masters(const struct rt *rt)
{
	return async_client_masters(links_client(rt));
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
 * A link of our own may have been lost while the loop did not run, so give it
 * one turn to notice.  For shared links the loop runs all the time.
 */
static void links_poll_loop(const struct rt *rt)
{
	if (rt->owns_links && !rt->connection)
		fiber_pause(0);
}

static void links_send(struct rt_pipe *p, struct async_client *client)
{
	links_poll_loop(p->rt);
	if (!async_client_is_same(client, p->rt)) {
		p->err = RT_DOWN;
		return;
	}
	async_client_send(client, p, links_done, fiber_now());
	fiber_wait(-1);
}

void links_wait(struct rt_pipe *p)
{
	struct rt *rt = p->rt;

	if (!p->err)
		links_send(p, links_client(rt));
	if (p->err == RT_DOWN && rt->owns_links)
		rt_restart(rt);
}
