#include "redis/wait_replicas.h"

#include <stdio.h>

#include "redis/links.h"
#include "redis/pipe.h"

/* Half of the time that the link waits for a reply. */
static int wait_replicas_ms(const struct rt *rt)
{
	return (int)(rt->servers->timeout_ms / 2) + 1;
}

/*
 * These outlive a request, so that the log says it once, and not for each form
 * that is refused: of the data, and of the bus.
 */
static bool lacks_replica[2];

static void wait_replicas_log(const struct rt *rt, bool lacks)
{
	bool *is_logged = &lacks_replica[rt->is_bus];

	if (lacks && !*is_logged)
		fprintf(stderr,
			"retwis: Redis: RETWIS_SAFE is replica, but the %s "
			"has no replica that answers: every form is refused\n",
			rt->is_bus ? "bus" : "data");
	*is_logged = lacks;
}

/*
 * Each server that this link has used waits for one replica.  WAIT covers all
 * writes before the last command of this connection, no matter who made them.
 * So when a form is sent twice, the second request, which finds everything
 * written, makes sure of it as well.
 */
static enum rt_err wait_replicas_link(struct rt *rt, struct arena *a)
{
	size_t n = rt_is_cluster(rt->is_bus ? rt->servers->bus
					    : rt->servers->redis)
			   ? node_set_count(&rt->nodes)
			   : 1;
	uint64_t *replicas = arena_alloc(a, n * sizeof *replicas);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	p.to_each_node = true;
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &replicas[i], "WAIT 1 %d",
			    wait_replicas_ms(rt));
	err = rt_pipe_end(&p);
	if (!err) {
		for (size_t i = 0; i < n && !err; i++)
			err = replicas[i] ? RT_OK : RT_FULL;
		wait_replicas_log(rt, err);
	}
	/*
	 * What is on a replica does not depend on these nodes any more.  If it
	 * is not, the job is repeated, perhaps without a node that has died
	 * since.
	 */
	rt->nodes = (struct node_set){ 0 };
	return err;
}

void rt_replicas_begin(struct rt *rt)
{
	if (rt->servers->on_replica)
		links_use_own(rt);
}

enum rt_err rt_replicas_wait(struct rt *rt, struct arena *a)
{
	enum rt_err err = RT_OK;

	if (!rt->servers->on_replica)
		return RT_OK;
	if (rt->connection)
		err = wait_replicas_link(rt, a);
	if (!err && rt->bus && rt->bus->connection)
		err = wait_replicas_link(rt->bus, a);
	return err;
}

enum rt_err wait_replicas_data(struct rt *rt, struct arena *a)
{
	return rt->servers->on_replica && !rt_single_server(rt)
		       ? wait_replicas_link(rt, a)
		       : RT_OK;
}

void wait_replicas_then(struct rt_pipe *p)
{
	rt_pipe_then(p);
	if (!p->err && p->rt->is_many)
		p->err = wait_replicas_data(p->rt, p->a);
}
