#include "redis/connection.h"

#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"

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
	rt->quiet_until = &rt->own_quiet_until;
	return rt;
}

void rt_free(struct rt *rt)
{
	command_free(&rt->command);
	free(rt);
}

void rt_restart(struct rt *rt)
{
	rt->connection = 0;
	rt->nodes = (struct node_set){ 0 };
	rt->greeted = false;
	rt->refused = RT_OK;
}

bool rt_single_server(const struct rt *rt)
{
	return !rt->is_many &&
	       strcmp(rt->servers->redis, rt->servers->bus) == 0;
}

struct rt *rt_bus(struct rt *rt)
{
	if (rt->bus)
		return rt->bus;
	rt->bus = rt_new(rt->servers, rt->servers->bus);
	rt->bus->is_bus = true;
	rt->bus->links = rt->links;
	rt->bus->owns_links = rt->owns_links;
	rt->bus->quiet_until = rt->quiet_until;
	rt->bus->context = rt->context;
	return rt->bus;
}
