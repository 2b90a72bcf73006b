/* The connection to Redis; private to libretwis. */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <hiredis/hiredis.h>

#include "libretwis/redis/bus.h"
#include "libretwis/redis/command.h"
#include "libretwis/redis/node_set.h"
#include "libretwis/retwis.h"

/* After a time-out nobody waits for Redis again for this long. */
#define FAIL_FAST_MS 250

struct rt_pipe;
struct rt_links;

/* How a program waits that must never stand still; see links.c. */
struct rt_waits {
	void (*wait)(struct rt_pipe *p); /* for the replies; sets its error */
	void (*close)(struct rt *rt);    /* NULL: nothing is its own */
	void (*pause)(unsigned ms);
	void (*compute)(void (*work)(void *arg), void *arg);
	void (*apart)(struct rt *rt); /* gives it links of its own, or NULL */
};

struct rt {
	const struct rt_config *conf;
	redisContext *link;      /* NULL: not connected */
	struct cluster *cluster; /* in its place; NULL: one server */
	uint64_t links_made;
	struct command command;
	bool rested;            /* ask the link whether it still stands */
	int64_t down_until;     /* monotonic milliseconds; fail fast before */
	struct rt *bus;         /* the second link, once it was needed */
	bool is_bus;            /* this is the second link */
	bool is_many;           /* servers: nothing orders a pipeline */
	bool is_proxied;        /* by Twemproxy, which has errors of its own */
	bool in_loop;           /* inquiry.c or a cluster is its link */
	struct rt_links *links; /* that it shares with other requests */
	uint64_t connection;   /* of these, which one it began with; 0: none */
	struct node_set nodes; /* of a cluster, which have answered it */
	unsigned master;       /* where what has no key goes; 0: anywhere */
	const struct rt_waits *waits; /* NULL: it stands still */
	const char *visitor; /* the client's address; NULL: no limits */
	const char *browser; /* its cookie, or NULL */
	const char *device;  /* what it is, or NULL */
	int way;             /* an enum rt_way: how its session came */
	uint64_t wait;       /* seconds, after RT_LIMITED */
	int64_t hash_soon, hash_end; /* of rt_hash_by(); 0: at any time */
	bool adopted;         /* the database, as far as we know; layout.h */
	bool asked;           /* for the layout, since the last rest */
	bool foreign;         /* the answer was a layout that is not ours */
	bool has_said;        /* a line on stderr has said so ... */
	bool *was_foreign;    /* ... or that of all who share the links */
	int64_t has_told;     /* until when nothing is told again ... */
	int64_t *quiet_until; /* ... of what Redis denies; as above */
};

/* A link without a connection, to this one of the two addresses. */
struct rt *rt_new(const struct rt_config *conf, const char *address);

/* Whether it leads to a Redis Cluster. */
bool rt_is_cluster(const char *address);

/*
 * Whether data and bus are one server, a real one: then a pipeline of the data
 * may carry commands of the bus, too, and Redis carries out all of them in
 * their order.  A proxy must never see those, and it has only the first link:
 * so a host who has a proxy must set RETWIS_BUS to something else, and where
 * both settings are the same there is none.  A cluster may be both, and is many.
 */
bool rt_is_one(const struct rt *rt);

/*
 * Waits for some milliseconds; and for the end of `work(arg)`, which in a
 * program with a loop runs in a thread: see compute.h.
 */
void rt_pause(struct rt *rt, unsigned ms);
void rt_compute(struct rt *rt, void (*work)(void *arg), void *arg);

/* For pipe.c: makes sure of a connection; gives up a lost one, RT_DOWN. */
enum rt_err rt_connect(struct rt *rt);
enum rt_err rt_lost(struct rt *rt);

/*
 * For pipe.c, where a server answers that is no master any more: the next
 * pipeline connects again, since the address may lead to another one by now.
 */
void rt_hang_up(struct rt *rt);

/*
 * For pipe.c, too: what `layout` holds, NULL for nothing.  If a later Retwis
 * wrote it the database is `foreign`, and a line on stderr says so, once.
 */
void rt_take_layout(struct rt *rt, const char *layout);

#endif
