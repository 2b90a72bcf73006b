/*
 * A way to Redis: that of a program, or of one request of a program that serves
 * many.  It has two links, one for the data and one for the bus; links.h opens
 * it.
 */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <hiredis/hiredis.h>

#include "base/arena.h"
#include "base/error.h"
#include "redis/command.h"
#include "redis/node_set.h"
#include "redis/servers.h"

/* After a time-out nobody waits for Redis again for this long. */
#define FAIL_FAST_MS 250

struct rt;
struct rt_context;
struct rt_links;
struct rt_pipe;

/*
 * A command that goes before all others in the first pipeline after
 * redis_rest(), for a library that has to know whose database it is.
 */
struct rt_greeting {
	void (*ask)(struct rt_pipe *p); /* queues that command */
	/* Its reply is there: what all pipelines return from now on, or RT_OK. */
	enum rt_err (*answer)(struct rt *rt);
};

struct rt {
	const struct rt_servers *servers;
	struct rt_links
		*links; /* NULL: only async_client_send() sends for it */
	bool has_links; /* they are its own */
	struct command command;
	struct rt *bus;        /* the second link, once it was needed */
	bool is_bus;           /* this is the second link */
	bool is_many;          /* servers: nothing orders a pipeline */
	bool is_proxied;       /* by Twemproxy, which has errors of its own */
	uint64_t connection;   /* with which it began; 0: none so far */
	struct node_set nodes; /* of a cluster, which have answered it */
	unsigned master;       /* where what has no key goes; 0: anywhere */
	int64_t has_told;      /* until when nothing is told again ... */
	int64_t *
		quiet_until; /* ... of what Redis denies, on shared links, too */

	/* For the library that uses it; both may be NULL. */
	struct rt_context *context;
	const struct rt_greeting *greeting;
	bool greeted;        /* since the last rest, or a new connection */
	enum rt_err refused; /* what the greeting's answer was */
};

/*
 * The link for queues and messages, to a server of its own where RETWIS_BUS
 * names one.  It is a connection of its own even on the same server: a proxy
 * before the first one hangs up at commands that belong here, and a command
 * that waits must not keep a page's data waiting.  It connects when it is first
 * needed, and rests and closes with `rt`.  All that works on `rt` works on it.
 */
struct rt *rt_bus(struct rt *rt);

/* A link without a connection, to this one of the two addresses. */
struct rt *rt_new(const struct rt_servers *servers, const char *address);
void rt_free(struct rt *rt);

/* From its next pipeline on it is as if it had asked nothing yet. */
void rt_begin_anew(struct rt *rt);

/* Whether it leads to a Redis Cluster. */
bool rt_is_cluster(const char *address);

/*
 * Whether data and bus are one server, a real one: then a pipeline of the data
 * may carry commands of the bus, too, and Redis carries out all of them in
 * their order.  A proxy must never see those, and it has only the first link:
 * so a host who has a proxy must set RETWIS_BUS to something else, and where
 * both settings are the same there is none.  A cluster may be both, and is
 * many.
 */
bool rt_single_server(const struct rt *rt);

#endif
