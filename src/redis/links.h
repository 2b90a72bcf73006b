/*
 * For a program that serves many requests at once, each in a fiber (fiber.h) of
 * the loop `base`: one link to each Redis, which all requests share.  A request
 * has a `struct rt` of its own by redis_join(), until redis_close().  While it
 * waits for a reply, the others go on.  Once a link has been lost, every request
 * that has used it gets RT_DOWN from then on.
 */
#ifndef LINKS_H
#define LINKS_H

#include "redis/servers.h"

struct event_base;
struct rt;
struct rt_links;

struct rt_links *rt_links_open(const struct rt_servers *servers,
			       struct event_base *base);
struct rt *redis_join(struct rt_links *links);

/* After all that have joined are closed. */
void rt_links_close(struct rt_links *links);

#endif
