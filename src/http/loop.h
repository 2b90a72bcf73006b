/*
 * A connection of the web server, which speaks FastCGI: one request after the
 * other comes over it, each in a fiber (base/fiber.h).  Where a request comes
 * in pieces its fiber waits, so that it delays nobody else.
 */
#ifndef LOOP_H
#define LOOP_H

#include <stdbool.h>

#include "libretwis/retwis.h"

struct arena;
struct event_base;
struct fastcgi;
struct fcgi_reader;

struct fastcgi_events {
	/*
	 * A request to answer, by record.h, and memory for it.  In a fiber.
	 * False if the answer is not whole: then the connection is closed at
	 * once, without an end.
	 */
	bool (*serve)(void *who, struct arena *a, struct fcgi_reader *request);
	/* The connection is closed, and freed after this. */
	void (*closed)(void *who, struct fastcgi *f);
};

/*
 * Serves what will come over `fd`, a socket that does not block, and closes it
 * in the end.
 */
struct fastcgi *fastcgi_open(struct event_base *base, int fd,
			     const struct fastcgi_events *events, void *who);

/*
 * Takes no further request.  A connection that waits for its next one is closed
 * at once.  One whose first request has not come yet waits for it a little, and
 * each is answered.
 */
void fastcgi_end(struct fastcgi *f);

/*
 * Within `serve`: the rest may take long, and nobody waits for its end.  So
 * fastcgi_end() cuts it off.
 */
void fastcgi_stream(void);

/*
 * The loop of a page program: it serves many requests at once, as soon as each
 * can go on.
 */

struct fcgi_reader;

/*
 * Answers one request, in a fiber of its own: it may wait for Redis as if it
 * were alone.  `rt` is this request's own, and all that it needs comes from
 * `a`.  False if the answer broke off in the middle.
 */
typedef bool loop_serve_fn(struct rt *rt, const struct rt_config *conf,
			   struct arena *a, struct fcgi_reader *fcgi);

/*
 * Serves what comes to the listening socket on standard input by `serve`, until
 * a signal ends it: SIGTERM, SIGINT or SIGUSR1, or SIGHUP, which asks for the
 * program to begin again.  From then on new connections wait at the socket for
 * the next process.  Requests over the connections that the web server holds
 * are still served until it closes them; after three seconds we do.  Returns
 * the signal, or 0 if there is no such socket.  SIGHUP is blocked then, so that
 * one more does not end what comes next.
 */
int loop_run(const struct rt_config *conf, loop_serve_fn *serve);

#endif
