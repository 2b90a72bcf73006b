/*
 * Connections of pages to the gateway.
 *
 * A connection is READING until its request has arrived, then WAITING until
 * the database has said whose session it is, and then STREAMING.  CLOSING
 * gives it time to send what was written last.
 *
 * Nothing here ever waits for a client.  Text is written into a small buffer;
 * a client that lets it fill up is disconnected, connects again, and gets the
 * present state.
 */
#ifndef CONN_H
#define CONN_H

#include <event2/event.h>
#include <sys/queue.h>

#include "live/live_request.h"

#define QUIET_MS                                                              \
	25000 /* after this time without an event, a stream gets a comment */

struct bufferevent;
struct evconnlistener;

enum phase { READING, WAITING, STREAMING, CLOSING, PHASES };

TAILQ_HEAD(conn_list, conn);

/* All connections. */
struct conns {
	struct event_base *base;
	struct arena memory;         /* for the head of one request */
	struct conn_list in[PHASES]; /* the one silent for longest is first */
	size_t open[LIVE_LISTS];     /* streams that show this list */
	size_t n, max;
	const char *proxies; /* see RETWIS_TRUSTED_PROXIES */
	struct evconnlistener *listener;
	bool stopping;
	int64_t end; /* when we stop, whether all have closed or not */

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
	int64_t time; /* when its phase began, or it was last written to */
	struct live_request request;
	struct rt_live_state
		*state; /* in a running poll, its result; or NULL */
	/* And that of the conversation on its page, as long as `state` is. */
	const struct rt_live_conversation *conversation;

	struct streams *streams; /* that it belongs to, or NULL */
	TAILQ_ENTRY(conn) of_member;

	/* The last event that it was sent; for poller.c. */
	bool was_updated;
	uint64_t head, posts, unread;
};

/*
 * Starts to accept connections on the listening socket `fd`.  The caller sets
 * `base`, `max`, `proxies`, `on_waiting` and `who` before.  Returns false if
 * `fd` isn't such a socket.
 */
bool conns_open(struct conns *all, int fd);
void conns_close(struct conns *all);

/* Once a second: writes comments, and drops connections that are silent. */
void conns_tick(struct conns *all, int64_t now);

/*
 * Accepts no more connections, and lets all clients connect again elsewhere.
 * Ends the loop once they have gone, or after a second.
 */
void conns_stop(struct conns *all);

/* Adds a connection to its member's streams, until it ends. */
void conn_join(struct conn *c, struct streams *streams);

/*
 * Answers a WAITING connection: makes it a stream, or answers with an HTTP
 * status and closes it.  Returns false if the connection was dropped because
 * it accepts nothing.
 */
bool conn_stream(struct conn *c);
void conn_refuse(struct conn *c, int status);

/* Returns false, too, if the connection was dropped. */
bool conn_write(struct conn *c, const char *text, size_t len);

/*
 * Says that there is no session, or not any more, and closes the connection.
 * It is an event, because no HTTP status keeps a page from connecting again.
 */
void conn_end(struct conn *c);

#endif
