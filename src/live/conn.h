/*
 * The connection of a page to the gateway.
 *
 * It is READING until its request is there, then WAITING until the
 * database says whose session it is, then STREAMING.  LEAVING gives it time to
 * send what was written last.
 *
 * Nothing here ever waits for a client.  Text goes into a small buffer; a
 * client that lets it run full is sent away, comes back, and is told how things
 * stand.
 */
#ifndef CONN_H
#define CONN_H

#include <event2/event.h>
#include <sys/queue.h>

#include "live/live_request.h"

#define QUIET_MS 25000 /* after that a stream gets a comment */

struct bufferevent;
struct evconnlistener;

enum phase { READING, WAITING, STREAMING, CLOSING, PHASES };

TAILQ_HEAD(conn_list, conn);

/* All of them; conns.h. */
struct conns {
	struct event_base *base;
	struct arena memory;         /* of one request's head */
	struct conn_list in[PHASES]; /* each with the longest silent first */
	size_t open[LIVE_LISTS];     /* streams with this wish */
	size_t n, max;
	const char *proxies; /* see RETWIS_TRUSTED_PROXIES */
	struct evconnlistener *listener;
	bool stopping;
	int64_t end; /* of waiting for the last ones */

	void (*on_waiting)(void *who); /* one more is WAITING */
	void *who;
};

/* The streams of one member. */
struct streams {
	struct conn_list list;
	unsigned n;
};

struct conn {
	struct conns *all;
	struct bufferevent *io;
	enum phase phase;
	TAILQ_ENTRY(conn) by_time;
	int64_t time; /* when it came to its phase, or was written to */
	struct live_request request;
	struct rt_live_state *state; /* poller.c asks for it; or NULL */

	struct streams *streams; /* that it is one of; NULL: of none */
	TAILQ_ENTRY(conn) of_member;

	/* What it was told last; for poller.c. */
	bool was_updated;
	uint64_t head, posts, unread;
};

/* A new one, of a client at this socket. */
void conn_new(struct conns *all, int fd);

/* Ends it at once. */
void conn_drop(struct conn *c);

/* It has been silent for too long in its phase. */
void conn_expire(struct conn *c);

/* Asks the page to come again, and hangs up. */
void conn_dismiss(struct conn *c);

/* Adds a connection to its member's streams, until it ends. */
void conn_join(struct conn *c, struct streams *streams);

/*
 * Answers a WAITING connection: as a stream, or with an HTTP status and the
 * end.  False if the connection had to go, since it takes nothing.
 */
bool conn_stream(struct conn *c);
void conn_refuse(struct conn *c, int status);

/* False, as above, if the connection had to go. */
bool conn_write(struct conn *c, const char *text, size_t len);

/*
 * Says that there is no session, or none any more, and hangs up.  As an event,
 * since no HTTP status tells a page that it need not come again.
 */
void conn_end(struct conn *c);

/* All connections: how they come in, grow old, and are sent away. */

/*
 * From now on, on the listening socket `fd`.  `base`, `max`, `asked` and `who`
 * are set before.  False if that is no such socket.
 */
bool conns_open(struct conns *all, int fd);
void conns_close(struct conns *all);

/* Once a second: writes comments, and drops the silent. */
void conns_tick(struct conns *all, int64_t now);

/*
 * Accepts no more connections, and asks all to come again.  Ends the loop once
 * they are gone, or after a second.
 */
void conns_stop(struct conns *all);

#endif
