/*
 * Whether the server at an address is of the kind that the address says; for
 * --check.
 */
#include <string.h>

#include "base/prefix.h"
#include "libretwis/host.h"
#include "redis/address.h"
#include "redis/server.h"
#include "redis/connect.h"

struct probe {
	struct arena *a;
	const char *setting;
	const char *doubt; /* a problem with which programs run all the same */
	unsigned timeout_ms;
	struct address at;
	const redisReply
		*slots; /* the reply of the first node that has slots */
	const struct address_end *slots_end; /* that node */
};

/* "127.0.0.1:6379", for a sentence; IPv6 is without its brackets. */
static const char *probe_end(const struct probe *r,
			     const struct address_end *e)
{
	return arena_printf(r->a, "%s:%d", e->host, e->port);
}

/*
 * Twemproxy closes the connection at commands that it doesn't know, and Redis
 * never does.  NULL if nobody answers at all, which is reported elsewhere.
 */
static const char *probe_redis(const struct probe *r, struct server *s)
{
	if (!server_query(s, "PING") || server_query(s, "CLUSTER SLOTS") ||
	    !server_has_hung_up(s))
		return NULL;
	return arena_printf(r->a,
			    "%s points to a proxy, such as Twemproxy: its "
			    "address must start with tcp+proxy://",
			    r->setting);
}

/*
 * The id of a node in a range of slots: the master is at 2, followed by the
 * replicas.
 */
static const char *probe_id(const redisReply *range, size_t i)
{
	const redisReply *node = NULL;

	if (range->type == REDIS_REPLY_ARRAY && i < range->elements)
		node = range->element[i];
	if (!node || node->type != REDIS_REPLY_ARRAY || node->elements < 3)
		return NULL;
	return node->element[2]->str;
}

static bool probe_has(const redisReply *slots, const char *id)
{
	const char *known;

	for (size_t i = 0; i < slots->elements; i++)
		for (size_t k = 2; (known = probe_id(slots->element[i], k));
		     k++)
			if (strcmp(known, id) == 0)
				return true;
	return false;
}

/*
 * During a failover, nodes of one cluster may disagree about some masters, but
 * not about all of them.
 */
static bool probe_is_other(const redisReply *slots, const redisReply *other)
{
	const char *id = NULL;

	for (size_t i = 0; i < other->elements; i++) {
		id = probe_id(other->element[i], 2);
		if (!id || probe_has(slots, id))
			return false;
	}
	return id != NULL;
}

/* Compares the reply with the first that had any slots. */
static void probe_compare(struct probe *r, const redisReply *slots,
			  const struct address_end *e)
{
	bool has_slots =
		slots && slots->type == REDIS_REPLY_ARRAY && slots->elements;

	if (has_slots && !r->slots) {
		r->slots = slots;
		r->slots_end = e;
		return;
	}
	if (has_slots && !r->doubt && probe_is_other(r->slots, slots))
		r->doubt = arena_printf(r->a,
					"%s: the servers at %s and %s "
					"belong to different clusters: "
					"name nodes of only one",
					r->setting, probe_end(r, r->slots_end),
					probe_end(r, e));
}

static const char *probe_cluster(struct probe *r, struct server *s,
				 const struct address_end *e)
{
	const redisReply *slots = server_query(s, "CLUSTER SLOTS");
	bool is_none = slots && slots->type == REDIS_REPLY_ERROR &&
		       strstr(slots->str, "cluster support disabled");

	if (!is_none) {
		probe_compare(r, slots, e);
		return NULL;
	}
	return arena_printf(r->a,
			    "%s: the server at %s is not a cluster node: its "
			    "address must start with tcp://",
			    r->setting, probe_end(r, e));
}

static const char *probe_sentinel(const struct probe *r, struct server *s,
				  const struct address_end *e)
{
	const redisReply *m = server_query(
		s, "SENTINEL GET-MASTER-ADDR-BY-NAME %s", r->at.name);
	const char *why = NULL;

	if (m && m->type == REDIS_REPLY_NIL)
		why = arena_printf(r->a,
				   "%s: the Sentinel at %s knows no master "
				   "\"%s\"",
				   r->setting, probe_end(r, e), r->at.name);
	else if (m && m->type == REDIS_REPLY_ERROR &&
		 text_after(m->str, "ERR unknown command"))
		why = arena_printf(r->a,
				   "%s: the server at %s is not a Sentinel",
				   r->setting, probe_end(r, e));
	return why;
}

static const char *probe_read(struct probe *r, struct server *s,
			      const struct address_end *e)
{
	switch (r->at.kind) {
	case ADDRESS_REDIS:
		return probe_redis(r, s);
	case ADDRESS_CLUSTER:
		return probe_cluster(r, s, e);
	case ADDRESS_SENTINEL:
		return probe_sentinel(r, s, e);
	default:
		return NULL;
	}
}

/*
 * A server that is down, or wants another password, doesn't reveal its kind,
 * and is skipped.
 */
static const char *probe_setting(struct probe *r, const char *text)
{
	const char *why = NULL;

	if (address_parse(&r->at, text))
		return NULL;
	for (size_t i = 0; i < r->at.n && !why; i++) {
		const struct address_end *e = &r->at.end[i];
		struct server *s = NULL;

		if (connect_end_answers(e, r->timeout_ms))
			s = server_open(&r->at, e, r->timeout_ms, r->a);
		if (!s)
			continue;
		why = probe_read(r, s, e);
		server_close(s);
	}
	r->slots = NULL;
	return why;
}

const char *rt_probe(const struct rt_config *conf, struct arena *a,
		     bool *is_wrong)
{
	struct probe *r = arena_alloc(a, sizeof *r);
	const char *why;

	*r = (struct probe){ .a = a,
			     .setting = "RETWIS_REDIS",
			     .timeout_ms = conf->servers.timeout_ms };
	why = probe_setting(r, conf->servers.redis);
	if (!why && strcmp(conf->servers.redis, conf->servers.bus) != 0) {
		r->setting = "RETWIS_BUS";
		why = probe_setting(r, conf->servers.bus);
	}
	*is_wrong = why;
	return why ? why : r->doubt;
}
