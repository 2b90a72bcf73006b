#include "redis/connection.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "redis/cluster.h"
#include "redis/cluster_poll.h"
#include "redis/connect.h"
#include "redis/reply.h"

bool rt_is_cluster(const char *address)
{
	return text_after(address, "cluster://");
}

struct rt *rt_new(const struct rt_servers *servers, const char *address)
{
	struct rt *rt = calloc(1, sizeof *rt);

	if (!rt)
		abort();
	rt->servers = servers;
	rt->is_proxied = text_after(address, "tcp+proxy://");
	rt->is_many = rt->is_proxied || rt_is_cluster(address);
	rt->quiet_until = &rt->has_told;
	return rt;
}

bool rt_single_server(const struct rt *rt)
{
	return !rt->is_many &&
	       strcmp(rt->servers->redis, rt->servers->bus) == 0;
}

void rt_hang_up(struct rt *rt)
{
	if (rt->link)
		redisFree(rt->link);
	rt->link = NULL;
	rt->greeted = false;
	rt->refused = RT_OK;
}

/* After any failure a context is dead: we would misread its late replies. */
enum rt_err rt_lost(struct rt *rt)
{
	rt_hang_up(rt);
	rt->down_until = clock_ms() + FAIL_FAST_MS;
	return RT_DOWN;
}

void redis_rest(struct rt *rt)
{
	rt->rested = true;
	rt->greeted = false;
	if (rt->bus)
		redis_rest(rt->bus);
}

void rt_pause(struct rt *rt, unsigned ms)
{
	if (rt->waits)
		rt->waits->pause(ms);
	else
		usleep((useconds_t)ms * 1000);
}

void rt_compute(struct rt *rt, void (*work)(void *arg), void *arg)
{
	if (rt->waits)
		rt->waits->compute(work, arg);
	else
		work(arg);
}

/* We asked nothing, so anything to read is the end, or nobody's reply. */
static bool rt_is_stale(struct rt *rt)
{
	struct pollfd p = { .fd = rt->link->fd, .events = POLLIN };
	bool rested = rt->rested;

	rt->rested = false;
	return rested && poll(&p, 1, 0) != 0;
}

enum rt_err rt_connect(struct rt *rt)
{
	if (rt->in_loop)
		return RT_OK;
	if (rt->link && rt_is_stale(rt))
		rt_hang_up(rt);
	if (rt->link)
		return RT_OK;
	if (clock_ms() < rt->down_until)
		return RT_DOWN;
	rt->link = dial(rt->is_bus ? rt->servers->bus : rt->servers->redis,
			rt->servers->timeout_ms);
	if (!rt->link)
		return rt_lost(rt);
	reply_setup(rt->link);
	rt->links_made++;
	return RT_OK;
}

/* ---- both links -------------------------------------------------------- */

struct rt *redis_open(const struct rt_servers *servers)
{
	struct rt *rt = rt_new(servers, servers->redis);

	if (rt_is_cluster(servers->redis))
		cluster_poll_begin(rt, servers->redis);
	return rt;
}

struct rt *rt_bus(struct rt *rt)
{
	const char *address = rt->servers->bus;

	if (rt->bus)
		return rt->bus;
	rt->bus = rt_new(rt->servers, address);
	rt->bus->is_bus = true;
	rt->bus->quiet_until = rt->quiet_until;
	rt->bus->context = rt->context;
	if (rt->links) {
		rt->bus->in_loop = true;
		rt->bus->links = rt->links;
		rt->bus->waits = rt->waits;
	} else if (rt_is_cluster(address)) {
		cluster_poll_begin(rt->bus, address);
		if (rt->cluster && strcmp(address, rt->servers->redis) == 0)
			cluster_share(rt->bus->cluster, rt->cluster);
	}
	return rt->bus;
}

void redis_close(struct rt *rt)
{
	if (rt->bus)
		redis_close(rt->bus);
	rt_hang_up(rt);
	if (rt->waits && rt->waits->close)
		rt->waits->close(rt);
	command_free(&rt->command);
	free(rt);
}
