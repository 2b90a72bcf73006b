/* Whether an address leads to what its form says; for --check. */
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/host.h"
#include "libretwis/redis/address.h"
#include "libretwis/redis/dial.h"

struct reach {
	struct arena *a;
	const char *setting;
	unsigned timeout_ms;
	struct address at;
};

/* "127.0.0.1:6379", for a sentence; the brackets of IPv6 are missing. */
static const char *reach_end(const struct reach *r,
			     const struct address_end *e)
{
	return arena_printf(r->a, "%s:%d", e->host, e->port);
}

/*
 * Twemproxy hangs up at what it does not know, and Redis never does.  NULL where
 * nobody answers at all: that is another matter.
 */
static const char *reach_redis(const struct reach *r, redisContext *link)
{
	redisReply *ping = redisCommand(link, "PING"), *slots = NULL;

	if (ping)
		slots = redisCommand(link, "CLUSTER SLOTS");
	freeReplyObject(ping);
	freeReplyObject(slots);
	if (!ping || slots || link->err != REDIS_ERR_EOF)
		return NULL;
	return arena_printf(r->a,
			    "%s leads to a proxy, such as Twemproxy: its "
			    "address begins with tcp+proxy://",
			    r->setting);
}

static const char *reach_cluster(const struct reach *r, redisContext *link,
				 const struct address_end *e)
{
	redisReply *slots = redisCommand(link, "CLUSTER SLOTS");
	bool is_none = slots && slots->type == REDIS_REPLY_ERROR &&
		       strstr(slots->str, "cluster support disabled");

	freeReplyObject(slots);
	return is_none ? arena_printf(
				 r->a,
				 "%s: the server at %s is no node of a "
				 "cluster: its address begins with tcp://",
				 r->setting, reach_end(r, e))
		       : NULL;
}

static const char *reach_sentinel(const struct reach *r, redisContext *link,
				  const struct address_end *e)
{
	redisReply *m = redisCommand(
		link, "SENTINEL GET-MASTER-ADDR-BY-NAME %s", r->at.name);
	const char *why = NULL;

	if (m && m->type == REDIS_REPLY_NIL)
		why = arena_printf(r->a,
				   "%s: the Sentinel at %s knows no master "
				   "\"%s\"",
				   r->setting, reach_end(r, e), r->at.name);
	else if (m && m->type == REDIS_REPLY_ERROR &&
		 text_after(m->str, "ERR unknown command"))
		why = arena_printf(r->a, "%s: the server at %s is no Sentinel",
				   r->setting, reach_end(r, e));
	freeReplyObject(m);
	return why;
}

static const char *reach_look(const struct reach *r, redisContext *link,
			      const struct address_end *e)
{
	switch (r->at.kind) {
	case ADDRESS_REDIS:
		return reach_redis(r, link);
	case ADDRESS_CLUSTER:
		return reach_cluster(r, link, e);
	case ADDRESS_SENTINEL:
		return reach_sentinel(r, link, e);
	default:
		return NULL;
	}
}

/* One that is away, or wants another password, says nothing of its kind. */
static const char *reach_setting(struct reach *r, const char *text)
{
	const char *why = NULL;

	if (address_parse(&r->at, text))
		return NULL;
	for (size_t i = 0; i < r->at.n && !why; i++) {
		const struct address_end *e = &r->at.end[i];
		redisContext *link = NULL;

		if (dial_end_answers(e, r->timeout_ms))
			link = dial_bare(&r->at, e, r->timeout_ms);
		if (link)
			why = reach_look(r, link, e);
		if (link)
			redisFree(link);
	}
	return why;
}

const char *rt_reach(const struct rt_config *conf, struct arena *a)
{
	struct reach *r = arena_alloc(a, sizeof *r);
	const char *why;

	*r = (struct reach){ .a = a,
			     .setting = "RETWIS_REDIS",
			     .timeout_ms = conf->timeout_ms };
	why = reach_setting(r, conf->redis);
	if (why || strcmp(conf->redis, conf->bus) == 0)
		return why;
	r->setting = "RETWIS_BUS";
	return reach_setting(r, conf->bus);
}
