/* Statistics of a site, for monitoring. */
#include <string.h>

#include "base/prefix.h"
#include "libretwis/retwis.h"
#include "patterns/queue.h"
#include "redis/server.h"
#include "redis/links.h"
#include "redis/pipe.h"
#include "schema/key.h"

static bool stats_is_ok(const char *info, const char *name)
{
	const char *value = info_field(info, name);

	return value && text_after(value, "ok");
}

/* Redis 7.0 is the first that replies to INFO with two sections at once. */
static struct rt_server stats_server(const char *info)
{
	if (!info)
		return (struct rt_server){ 0 };
	return (struct rt_server){
		.known = true,
		.used = info_number(info, "used_memory"),
		.max = info_number(info, "maxmemory"),
		.machine = info_number(info, "total_system_memory"),
		.appends = info_number(info, "aof_enabled"),
		.is_append_good = stats_is_ok(info, "aof_last_write_status"),
		.is_rewrite_good =
			stats_is_ok(info, "aof_last_bgrewrite_status"),
	};
}

/* Of several servers, one bad disk counts for all. */
static void stats_add(struct rt_server *sum, const struct rt_server *one,
		      bool is_first)
{
	if (is_first) {
		*sum = *one;
		return;
	}
	sum->known &= one->known;
	sum->used += one->used;
	sum->max += one->max;
	sum->machine += one->machine;
	sum->appends &= one->appends;
	sum->is_append_good &= one->is_append_good;
	sum->is_rewrite_good &= one->is_rewrite_good;
}

static bool stats_have_one_server(const struct rt *rt)
{
	return strcmp(rt->servers->redis, rt->servers->bus) == 0;
}

/*
 * Adds up all masters of a cluster.  An error here is not an error of the
 * site.
 */
static bool stats_read(struct rt *link, struct arena *a, struct rt_server *sum)
{
	enum rt_err err = RT_OK;

	for (unsigned i = 0; !err && i < redis_masters(link); i++) {
		struct rt_server one = { 0 };
		const char *info = NULL;

		link->master = i + 1;
		err = rt_read_str(link, a, &info, "INFO memory persistence");
		link->master = 0;
		if (!err)
			one = stats_server(info);
		stats_add(sum, &one, i == 0);
	}
	return !err;
}

/*
 * A proxy in front of the data may close the connection at INFO.  So this is
 * read last, and from the bus where that is the same server.
 */
static void stats_read_servers(struct rt *rt, struct arena *a,
			       struct rt_stats *n)
{
	struct rt_server bus = { 0 }, data = { 0 };

	if (stats_read(rt_bus(rt), a, &bus))
		n->bus = bus;
	if (stats_have_one_server(rt)) {
		n->data = n->bus;
		n->bus = (struct rt_server){ 0 };
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
	n.writable = rt_writable(rt, a);
	stats_read_servers(rt, a, &n);
	*numbers = n;
	return RT_OK;
}
