#include "libretwis/site/context.h"

#include <stdlib.h>

#include "libretwis/site/layout.h"
#include "libretwis/site/site_snapshot.h"
#include "redis/pipe.h"

struct rt *context_attach(struct rt *rt, const struct rt_config *conf)
{
	rt->context = calloc(1, sizeof *rt->context);
	if (!rt->context)
		abort();
	rt->context->conf = rt->context->site.loaded = conf;
	rt->greeting = &layout_greeting;
	return rt;
}

void context_detach(struct rt *rt)
{
	if (rt->context)
		site_snapshot_unpin(rt);
	free(rt->context);
	rt->context = NULL;
	rt->greeting = NULL;
}

struct rt *rt_open(const struct rt_config *conf)
{
	return context_attach(redis_open(&conf->servers), conf);
}

struct rt *rt_attach(struct rt_links *links, const struct rt_config *conf)
{
	return context_attach(redis_attach(links), conf);
}

void rt_close(struct rt *rt)
{
	context_detach(rt);
	redis_close(rt);
}

void rt_end_request(struct rt *rt)
{
	struct rt_context *c = rt->context;

	c->visitor = c->browser = c->device = c->challenge = NULL;
	c->way = 0;
	redis_next_request(rt);
}

uint64_t rt_connections(const struct rt *rt)
{
	return redis_connections(rt);
}

enum rt_err rt_ping(struct rt *rt, struct arena *a)
{
	return rt_do(rt, a, "PING");
}
