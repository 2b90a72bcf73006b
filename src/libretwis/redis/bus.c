#include "libretwis/redis/bus.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/redis/cluster.h"
#include "libretwis/redis/cluster_poll.h"

struct rt *rt_open(const struct rt_config *conf)
{
	struct rt *rt = rt_new(conf, conf->redis);

	if (rt_is_cluster(conf->redis))
		cluster_poll_begin(rt, conf->redis);
	return rt;
}

struct rt *rt_bus(struct rt *rt)
{
	const char *address = rt->conf->bus;

	if (rt->bus)
		return rt->bus;
	rt->bus = rt_new(rt->conf, address);
	rt->bus->is_bus = true;
	rt->bus->quiet_until = rt->quiet_until;
	if (rt->links) {
		rt->bus->in_loop = true;
		rt->bus->links = rt->links;
		rt->bus->waits = rt->waits;
	} else if (rt_is_cluster(address)) {
		cluster_poll_begin(rt->bus, address);
		if (rt->cluster && strcmp(address, rt->conf->redis) == 0)
			cluster_tell(rt->bus->cluster, rt->cluster);
	}
	return rt->bus;
}

void rt_close(struct rt *rt)
{
	if (rt->bus)
		rt_close(rt->bus);
	rt_hang_up(rt);
	if (rt->waits && rt->waits->close)
		rt->waits->close(rt);
	command_free(&rt->command);
	free(rt);
}
