#include "libretwis/redis.h"

#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "libretwis/address.h"
#include "libretwis/reply.h"

/* After a time-out nobody else waits for Redis for this long. */
#define FAIL_FAST_MS 250

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct rt *rt_open(const struct rt_config *conf)
{
	struct rt *rt = calloc(1, sizeof *rt);

	if (!rt)
		abort();
	rt->conf = conf;
	return rt;
}

static void hang_up(struct rt *rt)
{
	if (rt->link)
		redisFree(rt->link);
	rt->link = NULL;
}

void rt_close(struct rt *rt)
{
	hang_up(rt);
	command_free(&rt->command);
	free(rt);
}

/* A context is dead after any failure: its late replies would be misread. */
enum rt_err rt_lost(struct rt *rt)
{
	hang_up(rt);
	rt->down_until = now_ms() + FAIL_FAST_MS;
	return RT_DOWN;
}

void rt_rest(struct rt *rt)
{
	rt->rested = true;
}

/* Nothing was asked, so whatever can be read is the end, or nobody's reply. */
static bool is_stale(struct rt *rt)
{
	struct pollfd p = { .fd = rt->link->fd, .events = POLLIN };
	bool rested = rt->rested;

	rt->rested = false;
	return rested && poll(&p, 1, 0) != 0;
}

enum rt_err rt_connect(struct rt *rt)
{
	if (rt->link && is_stale(rt))
		hang_up(rt);
	if (rt->link)
		return RT_OK;
	if (now_ms() < rt->down_until)
		return RT_DOWN;
	rt->link = rt_address_connect(rt->conf->redis, rt->conf->timeout_ms);
	if (!rt->link)
		return rt_lost(rt);
	reply_setup(rt->link);
	return RT_OK;
}
