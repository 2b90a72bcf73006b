/*
 * Pipelines in libevent's loop: sent without waiting, and somebody is called
 * when all replies are there.  So whatever Redis does, the loop goes on.
 *
 * Any number may be on their way.  All that is sent in one turn of the loop
 * goes out in one write, and the replies come back in the order of the
 * commands, each into the arena of its own pipeline.  If one of them takes too
 * long, or the connection is lost, all that wait end: a late reply must not be
 * taken for the reply to something else.
 */
#ifndef ASYNC_CLIENT_H
#define ASYNC_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct event_base;
struct async_client;
struct rt_servers;
struct rt_pipe;

/*
 * Asks the Redis at `address`, which, like `servers`, has to outlive it.  It
 * connects once there is something to ask.
 */
struct async_client *async_client_open(const struct rt_servers *servers,
				       const char *address,
				       struct event_base *base);

/* Pipelines that are on their way are forgotten. */
void async_client_close(struct async_client *q);

/* As cluster_refresh() of cluster.h; one Redis needs none. */
void async_client_refresh(const struct async_client *q);

/* As cluster_share() of cluster.h, where both lead to the same address. */
void async_client_share(struct async_client *q, struct async_client *other);

/* For rt_pipe_begin().  Only async_client_send() may end such a pipeline. */
struct rt *async_client_rt(const struct async_client *q);

/*
 * As cluster_place() of cluster.h; false for one Redis.
 */
bool async_client_place(const struct async_client *q, char *place);

/*
 * Makes sure of a connection, and returns its number: with each new one that
 * grows.  0: there is none, and after a time-out, or one that was never
 * answered, none is tried for a moment.
 */
uint64_t async_client_connection(struct async_client *q);

/* How many connections it has had; of a cluster, how many nodes were lost. */
uint64_t async_client_connections(const struct async_client *q);

/* How many masters a cluster has; 1 for one Redis. */
unsigned async_client_masters(const struct async_client *q);

/*
 * For links.c: makes sure of a connection, and tells whether it is the one with
 * which this request began.  A lost one may have carried out its commands or
 * not, and nothing that builds upon them may follow.
 */
bool async_client_is_same(struct async_client *q, struct rt *rt);

/*
 * Sends what is queued, and calls `done` when each command has its reply, or
 * the pipeline its error: RT_DOWN after the time-out at the latest, and at once
 * where there is nothing to ask or no way to ask it.  Then pipe_result() does
 * what is left of rt_pipe_end().  The pipeline has to last until then, as its
 * arena has.
 */
void async_client_send(struct async_client *q, struct rt_pipe *p,
		       void (*done)(void *who), void *who);

#endif
