/*
 * A connection to Redis in libevent's loop; private to libretwis.
 *
 * Nothing here ever waits: neither for the connection, nor to write, nor for a
 * reply.  hiredis has functions for such programs, too, but ends the program
 * by assert() where a reply is not what it expects.
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
	 * The next reply, of any type.  False, where nothing was asked: after
	 * that all others would be misread, and the connection is given up.
	 */
	bool (*reply)(void *who, const redisReply *reply);
	/* The connection is lost, and the wire is freed already. */
	void (*lost)(void *who);
};

/*
 * Begins to connect, and signs in where the address holds a password.  If it
 * names several servers, the right one is found first (find_master.h), which
 * takes no longer than `timeout_ms`, or little; commands wait until then.
 * Replies live in `into`; nobody resets it within a reply.  NULL where that
 * fails at once.  A line on stderr says why, and never the password.  `events`
 * has to outlive it.
 */
struct async_connection *async_connection_open(
	const char *address, unsigned timeout_ms, struct event_base *base,
	struct arena *into, const struct async_connection_events *events,
	void *who);

/*
 * The same to one of its ends, whatever that is, with its login.  With
 * `is_bare` the login may be refused, since it is meant for another server.
 */
struct async_connection *async_connection_open_end(
	const struct address *a, const struct address_end *end, bool is_bare,
	struct event_base *base, struct arena *into,
	const struct async_connection_events *events, void *who);

/* From now on, replies live there.  Between two replies only. */
void async_connection_into(struct async_connection *w, struct arena *into);

/* Not from within one of the events. */
void async_connection_close(struct async_connection *w);

/*
 * Writes commands, as command.h makes them: in one write with all others of the
 * same turn of the loop, as soon as that is possible.
 */
void async_connection_send(struct async_connection *w, const char *commands,
			   size_t len);

#endif
