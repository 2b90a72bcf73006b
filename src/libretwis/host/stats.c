/* Statistics of a site, for monitoring. */
#include <string.h>

#include "libretwis/retwis.h"
#include "patterns/queue.h"
#include "redis/server.h"
#include "redis/links.h"
#include "redis/pipe.h"
#include "schema/key.h"

static struct rt_memory stats_memory(const char *info)
{
	return (struct rt_memory){
		.known = info,
		.used = info ? info_number(info, "used_memory") : 0,
		.max = info ? info_number(info, "maxmemory") : 0,
	};
}

static bool stats_have_one_server(const struct rt *rt)
{
	return strcmp(rt->servers->redis, rt->servers->bus) == 0;
}

/*
 * Adds up all masters of a cluster.  An error here is not an error of the
 * site.
 */
static bool stats_read(struct rt *link, struct arena *a, struct rt_memory *sum)
{
	enum rt_err err = RT_OK;

	for (unsigned i = 0; !err && i < redis_masters(link); i++) {
		struct rt_memory one = { 0 };
		const char *info = NULL;

		link->master = i + 1;
		err = rt_read_str(link, a, &info, "INFO memory");
		link->master = 0;
		if (!err)
			one = stats_memory(info);
		sum->known = one.known;
		sum->used += one.used;
		sum->max += one.max;
	}
	return !err;
}

/*
 * A proxy in front of the data may close the connection at INFO.  So this is
 * read last, and from the bus where that is the same server.
 */
static void stats_read_memory(struct rt *rt, struct arena *a,
			      struct rt_stats *n)
{
	struct rt_memory bus = { 0 }, data = { 0 };

	if (stats_read(rt_bus(rt), a, &bus))
		n->bus = bus;
	if (stats_have_one_server(rt)) {
		n->data = n->bus;
		n->bus = (struct rt_memory){ 0 };
	} else if (stats_read(rt, a, &data)) {
		n->data = data;
	}
}

enum rt_err rt_stats(struct rt *rt, struct arena *a, struct rt_stats *numbers)
{
	struct rt_stats n = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &n.members, "HLEN " KEY_USERS);
	rt_pipe_u64(&p, &n.posts, "GET " KEY_NEXT_POST);
	rt_pipe_u64(&p, &n.pictures, "HGET " KEY_PICTURES_COUNT " count");
	rt_pipe_u64(&p, &n.picture_bytes, "HGET " KEY_PICTURES_COUNT " bytes");
	rt_pipe_u64(&p, &n.pictures_refused,
		    "HGET " KEY_PICTURES_COUNT " refused");
	if ((err = rt_pipe_end(&p)))
		return err;
	if ((err = rt_read_u64(rt_bus(rt), a, &n.scheduled, "ZCARD " KEY_DUE,
			       SCHEDULE_QUEUE)) ||
	    (err = rt_backlog(rt, a, &n.backlog)))
		return err;
	stats_read_memory(rt, a, &n);
	*numbers = n;
	return RT_OK;
}
