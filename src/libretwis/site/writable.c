/* Whether the database saves what is written. */
#include <string.h>

#include "libretwis/site/context.h"
#include "redis/pipe.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/*
 * So many keys reach all of up to twelve servers with the same number of slots
 * each.
 */
#define WRITABLE_KEYS 32

static enum rt_err writable_try(struct rt *link, struct arena *a)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, link, a);
	for (uint64_t i = 0; i < (link->is_many ? WRITABLE_KEYS : 1); i++)
		rt_pipe(&p, "SET " KEY_WRITABLE " 1 EX %d", i,
			WRITABLE_SECONDS);
	return rt_pipe_end(&p);
}

/* Nothing is written before it is clear whose database it is. */
enum rt_err rt_writable(struct rt *rt, struct arena *a)
{
	const struct rt_servers *s = rt->servers;
	enum rt_err err;

	rt_replicas_begin(rt);
	if ((err = rt_ping(rt, a)) || (err = writable_try(rt, a)))
		return err;
	if (strcmp(s->redis, s->bus) != 0 &&
	    (err = writable_try(rt_bus(rt), a)))
		return err;
	return rt_replicas_wait(rt, a);
}
