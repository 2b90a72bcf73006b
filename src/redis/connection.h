/*
 * A connection to Redis as a request or a sequential program uses it.  It has
 * two links, one for the data and one for the bus.  links.h opens it.
 */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "redis/command.h"
#include "redis/links.h"

/* After a time-out, everything fails at once for so many milliseconds. */
#define FAIL_FAST_MS 250

/* ---- sets of nodes ------------------------------------------------------- */

#define NODES_MAX 256

/* Some nodes of a cluster, by their numbers. */
struct node_set {
	uint64_t bits[NODES_MAX / 64];
};

static inline void node_set_add(struct node_set *set, unsigned number)
{
	set->bits[number / 64] |= UINT64_C(1) << number % 64;
}

static inline bool node_set_have(const struct node_set *set, unsigned number)
{
	return set->bits[number / 64] >> number % 64 & 1;
}

static inline size_t node_set_count(const struct node_set *set)
{
	size_t n = 0;

	for (unsigned i = 0; i < NODES_MAX; i++)
		n += node_set_have(set, i);
	return n;
}

/* The number of the `i`-th node; there must be so many. */
static inline unsigned node_set_nth(const struct node_set *set, size_t i)
{
	unsigned number = 0;

	while (!node_set_have(set, number) || i-- > 0)
		number++;
	return number;
}

/* ---- connections --------------------------------------------------------- */

struct rt;
struct rt_context;
struct rt_links;
struct rt_pipe;

/*
 * Commands that precede all others in the first pipeline after
 * redis_next_request().  The library uses them to check whose database this
 * is, and for the settings of the site.
 */
struct rt_greeting {
	void (*ask)(struct rt_pipe *p); /* queues these commands */
	/*
	 * Called when their replies have arrived, and maybe a second time with
	 * the same replies.  All later pipelines return this error unless it
	 * is RT_OK.
	 */
	enum rt_err (*answer)(struct rt *rt);
};

struct rt {
	const struct rt_servers *servers;
	/* NULL if only async_client_send() sends for it. */
	struct rt_links *links;
	bool owns_links; /* nobody else uses them */
	struct command command;
	struct rt *bus;        /* the second link, once it was needed */
	bool is_bus;           /* this is the second link */
	bool is_many;          /* several servers, with no order among them */
	bool is_proxied;       /* by Twemproxy, which has its own errors */
	uint64_t connection;   /* number it began with; 0: none so far */
	struct node_set nodes; /* of a cluster, that have answered it */
	unsigned master;       /* for keyless commands, from 1; 0: any */
	/*
	 * Refused commands are not logged before this clock_ms().  It points to
	 * `own_quiet_until`, or to a value that all users of a link share.
	 */
	int64_t *quiet_until;
	int64_t own_quiet_until;

	/* For the library above; both may be NULL. */
	struct rt_context *context;
	const struct rt_greeting *greeting;
	bool greeted;        /* since the last rest or a new connection */
	enum rt_err refused; /* what the greeting's `answer` returned */
};

/*
 * The link for queues and messages, which are on a server of their own if
 * RETWIS_BUS names one.
 *
 * It is a separate connection even to the same server: a proxy in front of the
 * data closes the connection when it sees commands that belong here, and a
 * blocking command must not hold up a page's data.  It connects when it is
 * first needed, and rests and closes together with `rt`.  Every function that
 * accepts `rt` accepts the bus, too.
 */
struct rt *rt_bus(struct rt *rt);

/* Creates a link to one of the two addresses, without connecting. */
struct rt *rt_new(const struct rt_servers *servers, const char *address);
void rt_free(struct rt *rt);

/* The next pipeline begins as if nothing had been sent before. */
void rt_restart(struct rt *rt);

/* Whether the address is that of a Redis Cluster. */
bool rt_is_cluster(const char *address);

/*
 * Whether data and bus are on one real server.  Then a pipeline of the data may
 * contain commands of the bus as well, and Redis executes all of them in order.
 *
 * A proxy must never see commands of the bus, so a host with a proxy has to set
 * RETWIS_BUS to something else.  A cluster may hold both, but consists of
 * several servers.
 */
bool rt_single_server(const struct rt *rt);

#endif
