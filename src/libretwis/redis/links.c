#include "libretwis/redis/connection.h"

#include <stdlib.h>

#include "libretwis/base/compute.h"
#include "libretwis/base/fiber.h"
#include "libretwis/redis/inquiry.h"
#include "libretwis/redis/pipe.h"

struct rt_links {
	const struct rt_config *conf;
	struct inquiry *data, *bus;
	bool is_foreign; /* the database was, when a request asked last */
};

static void links_done(void *who)
{
	fiber_wake(who);
}

static void links_wait(struct rt_pipe *p)
{
	struct rt_links *l = p->rt->links;
	struct inquiry *q = p->rt->is_bus ? l->bus : l->data;

	if (!p->err && !inquiry_is_same(q, p->rt))
		p->err = RT_DOWN;
	if (p->err)
		return;
	inquiry_send(q, p, links_done, fiber_now());
	fiber_wait(-1);
}

static const struct rt_waits links_waits = { .wait = links_wait,
					     .pause = fiber_pause,
					     .compute = compute };

struct rt *rt_join(struct rt_links *l)
{
	struct rt *rt = rt_open(l->conf);

	rt->in_loop = true;
	rt->links = l;
	rt->waits = &links_waits;
	rt->was_foreign = &l->is_foreign;
	return rt;
}

struct rt_links *rt_links_open(const struct rt_config *conf,
			       struct event_base *base)
{
	struct rt_links *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	l->conf = conf;
	l->data = inquiry_open(conf, conf->redis, base);
	l->bus = inquiry_open(conf, conf->bus, base);
	return l;
}

void rt_links_close(struct rt_links *l)
{
	inquiry_close(l->data);
	inquiry_close(l->bus);
	free(l);
}
