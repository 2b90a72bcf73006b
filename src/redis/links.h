/*
 * Links to Redis in libevent's loop, and ways over them for fibers (fiber.h).
 *
 * A program that serves many requests at once, each in a fiber, has one link to
 * each Redis, which all requests share.  A request has a `struct rt` of its own
 * by redis_join(), until redis_close().  While it waits for a reply, the others
 * go on.  Once a link has been lost, every request that has used it gets
 * RT_DOWN from then on.
 *
 * A program that does one thing after the other has a way with links of its own
 * by redis_open().  It gets RT_DOWN once for each link that is lost, and
 * connects again.
 */
#ifndef LINKS_H
#define LINKS_H

#include <stdint.h>

#include "redis/servers.h"

struct event_base;
struct async_client;
struct rt;
struct rt_links;
struct rt_pipe;

struct rt_links *rt_links_open(const struct rt_servers *servers,
			       struct event_base *base);
struct rt *redis_join(struct rt_links *links);

/* After all that have joined are closed. */
void rt_links_close(struct rt_links *links);

/*
 * Only in a fiber.  Connects when first needed, and again whenever needed;
 * never fails.
 */
struct rt *redis_open(const struct rt_servers *servers);
void redis_close(struct rt *rt);

/*
 * Call it between two requests of one way.  If Redis restarts before the next
 * one, that request notices it and connects again, instead of failing.
 */
void redis_rest(struct rt *rt);

/* How many connections its links have had, those of the bus if it was needed. */
uint64_t redis_connections(const struct rt *rt);

/* How many masters a cluster has, for `master` of connection.h; else 1. */
unsigned redis_masters(const struct rt *rt);

/* What asks the bus for it, for a subscriber (subscriber.h). */
const struct async_client *redis_bus(const struct rt *rt);

/* For pipe.c: sends what is queued, and waits for all replies or an error. */
void links_wait(struct rt_pipe *p);

/*
 * For wait_replicas.c: from now on it has links that no other request uses.
 * Only for a way that has asked nothing yet.
 */
void links_set_apart(struct rt *rt);

#endif
