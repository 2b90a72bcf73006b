/*
 * Links to Redis in libevent's loop, and connections over them for fibers
 * (fiber.h).
 *
 * A program that serves many requests at once runs each in a fiber, and has one
 * link to each Redis which all requests share.  A request gets a `struct rt` of
 * its own from redis_attach() and keeps it until redis_close().  While it waits
 * for a reply, other requests run.  Once a link is lost, every request that has
 * used it gets RT_DOWN from then on.
 *
 * A program that does one thing at a time gets a connection with links of its
 * own from redis_open().  It gets RT_DOWN once for each link that is lost, and
 * reconnects.
 */
#ifndef LINKS_H
#define LINKS_H

#include <stdbool.h>
#include <stdint.h>

struct event_base;
struct async_client;
struct rt;
struct rt_links;
struct rt_pipe;

/*
 * Which Redis a program uses, and how long it waits.  The two addresses are in
 * the form of address.h, and may be the same.
 */
struct rt_servers {
	const char *redis;   /* the data */
	const char *bus;     /* queues and messages */
	unsigned timeout_ms; /* for connecting, and for each reply */
	bool on_replica;     /* see rt_replicas_begin() */
};

struct rt_links *rt_links_open(const struct rt_servers *servers,
			       struct event_base *base);
struct rt *redis_attach(struct rt_links *links);

/* Close all that have joined first. */
void rt_links_close(struct rt_links *links);

/*
 * Opens a connection with its own links, only in a fiber.  This never fails,
 * because it connects when a command is first sent, and reconnects whenever
 * that is necessary.
 */
struct rt *redis_open(const struct rt_servers *servers);
void redis_close(struct rt *rt);

/*
 * Call it between two requests that use the same connection.  If Redis has
 * restarted before the next one, that request reconnects instead of failing.
 */
void redis_next_request(struct rt *rt);

/* How many times its links have connected, including the bus if it was used. */
uint64_t redis_connections(const struct rt *rt);

/* The number of masters, for `master` of connection.h; 1 unless a cluster. */
unsigned redis_masters(const struct rt *rt);

/* The client of the bus, for a subscriber (subscriber.h). */
const struct async_client *redis_bus(const struct rt *rt);

/* For pipe.c: sends what is queued, and waits for all replies or an error. */
void links_wait(struct rt_pipe *p);

/*
 * For wait_replicas.c: gives the request links that no other request uses.
 * Only before it has sent anything.
 */
void links_use_own(struct rt *rt);

#endif
