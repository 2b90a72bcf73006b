/*
 * A connection to Redis in libevent's loop.
 *
 * Nothing here ever blocks: neither connecting, nor writing, nor reading a
 * reply.  hiredis has an asynchronous interface as well, but that one ends the
 * program by assert() when a reply is not what it expects.
 */
#ifndef ASYNC_CONNECTION_H
#define ASYNC_CONNECTION_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

#include "base/arena.h"

struct address;
struct address_end;
struct event_base;
struct async_connection;

struct async_connection_events {
	/*
	 * Called with the next reply, of any type.  Returns false if no command
	 * was waiting for one: then all later replies would be misread, and the
	 * connection is closed.
	 */
	bool (*on_reply)(void *who, const redisReply *reply);
	/* Called when the connection is lost, after it has been freed. */
	void (*on_lost)(void *who);
	/*
	 * Called in place of that if the server was never reached, so that no
	 * command was sent.  NULL: on_lost() is called then, too.
	 */
	void (*on_unreached)(void *who);
};

/*
 * Starts to connect, and authenticates if the address has credentials.  If the
 * address lists several servers, it first looks for the right one
 * (find_master.h), for not much longer than `timeout_ms`, and holds back the
 * commands until then.
 *
 * Replies are built in `into`, so do not reset that arena while one is being
 * handled.  Returns NULL if connecting fails at once.  A line on stderr gives
 * the reason, and never the password.  `events` has to outlive the connection.
 */
struct async_connection *async_connection_open(
	const char *address, unsigned timeout_ms, struct event_base *base,
	struct arena *into, const struct async_connection_events *events,
	void *who);

/*
 * The same for one endpoint of an address, whatever runs there.  With
 * `may_fail_auth` the server may reject the credentials, since they may be
 * meant for another one.
 */
struct async_connection *async_connection_open_end(
	const struct address *a, const struct address_end *end,
	bool may_fail_auth, struct event_base *base, struct arena *into,
	const struct async_connection_events *events, void *who);

/* Builds later replies in another arena.  Call it only between two replies. */
void async_connection_set_arena(struct async_connection *c,
				struct arena *into);

/* Do not call it from within one of the events. */
void async_connection_close(struct async_connection *c);

/*
 * Sends commands in the form of command.h, as soon as the socket is writable:
 * in one write with all others of the same turn of the loop.
 */
void async_connection_send(struct async_connection *c, const char *commands,
			   size_t len);

/* Logs why the server of this connection cannot be used: see outage.h. */
void async_connection_log(const struct async_connection *c, const char *why);

/* Its reason if a reply has taken too long. */
#define REPLY_LATE "no reply in time"

#endif
