#include "libretwis/redis/connection.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/prefix.h"
#include "libretwis/redis/dial.h"
#include "libretwis/redis/key.h"
#include "libretwis/redis/reply.h"

bool rt_is_cluster(const char *address)
{
	return text_after(address, "cluster://");
}

struct rt *rt_new(const struct rt_config *conf, const char *address)
{
	struct rt *rt = calloc(1, sizeof *rt);

	if (!rt)
		abort();
	rt->conf = conf;
	rt->is_proxied = text_after(address, "tcp+proxy://");
	rt->is_many = rt->is_proxied || rt_is_cluster(address);
	rt->was_foreign = &rt->has_said;
	rt->quiet_until = &rt->has_told;
	return rt;
}

bool rt_is_one(const struct rt *rt)
{
	return !rt->is_many && strcmp(rt->conf->redis, rt->conf->bus) == 0;
}

void rt_hang_up(struct rt *rt)
{
	if (rt->link)
		redisFree(rt->link);
	rt->link = NULL;
	rt->adopted = rt->asked = rt->foreign = false;
}

/* After any failure a context is dead: we would misread its late replies. */
enum rt_err rt_lost(struct rt *rt)
{
	rt_hang_up(rt);
	rt->down_until = clock_ms() + FAIL_FAST_MS;
	return RT_DOWN;
}

void rt_rest(struct rt *rt)
{
	rt->visitor = rt->browser = rt->device = NULL;
	rt->way = 0;
	rt->rested = true;
	rt->asked = false;
	if (rt->bus)
		rt_rest(rt->bus);
}

uint64_t rt_connections(const struct rt *rt)
{
	return rt->links_made + (rt->bus ? rt_connections(rt->bus) : 0);
}

void rt_take_layout(struct rt *rt, const char *layout)
{
	rt->foreign = layout && strcmp(layout, LAYOUT_OURS) != 0;
	rt->adopted = layout && !rt->foreign;
	if (rt->foreign && !*rt->was_foreign)
		fprintf(stderr,
			"retwis: the database has another layout than " LAYOUT_OURS
			": it needs a later Retwis\n");
	*rt->was_foreign = rt->foreign;
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
	rt->link = dial(rt->is_bus ? rt->conf->bus : rt->conf->redis,
			rt->conf->timeout_ms);
	if (!rt->link)
		return rt_lost(rt);
	reply_setup(rt->link);
	rt->links_made++;
	return RT_OK;
}
