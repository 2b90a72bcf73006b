/*
 * Sends pipelines from libevent's loop without blocking it, and calls back when
 * all replies of a pipeline have arrived.
 *
 * Any number of pipelines may be under way.  Everything that is sent in one
 * turn of the loop goes out in one write.  The replies arrive in the order of
 * the commands, each in the arena of its own pipeline.  If one of them takes
 * too long, or the connection is lost, all pipelines that wait fail: otherwise
 * a late reply would be taken for the reply to something else.
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
 * A client of the Redis at `address`.  It connects once there is something to
 * send.  Both `address` and `servers` have to outlive it.
 */
struct async_client *async_client_open(const struct rt_servers *servers,
				       const char *address,
				       struct event_base *base);

/* Drops all pipelines that are under way without calling back. */
void async_client_close(struct async_client *client);

/* cluster_refresh() of cluster.h; does nothing for a single Redis. */
void async_client_refresh(const struct async_client *client);

/* cluster_share() of cluster.h, if both have the same address. */
void async_client_share(struct async_client *client,
			struct async_client *other);

/* For rt_pipe_begin().  End such a pipeline only by async_client_send(). */
struct rt *async_client_rt(const struct async_client *client);

/* cluster_node_address() of cluster.h; false for a single Redis. */
bool async_client_node_address(const struct async_client *client,
			       char *address);

/*
 * Connects if necessary and returns the number of the connection, which grows
 * with each new one.  Returns 0 if there is none.  After a time-out, and after
 * a connection that never answered, it does not try again for a moment.
 */
uint64_t async_client_connection(struct async_client *client);

/* Connections that there have been; for a cluster, nodes that were lost. */
uint64_t async_client_connections(const struct async_client *client);

/* The number of masters of a cluster; 1 for a single Redis. */
unsigned async_client_masters(const struct async_client *client);

/*
 * Connects if necessary, and returns whether this is still the connection with
 * which the request began.  Nobody knows which commands a lost connection has
 * carried out, so nothing that builds on them may follow.
 */
bool async_client_is_same(struct async_client *client, struct rt *rt);

/*
 * Sends what is queued, and calls `done` when every command has its reply or
 * the pipeline has an error.  That is RT_DOWN after the time-out at the latest.
 * It calls `done` before it returns if nothing is queued or if there is no
 * connection.  After that, pipe_result() does the rest of rt_pipe_end().  The
 * pipeline and its arena have to exist until then.
 */
void async_client_send(struct async_client *client, struct rt_pipe *p,
		       void (*done)(void *who), void *who);

#endif
