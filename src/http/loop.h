/*
 * The loop of a page program: it serves many requests at once, as soon as each
 * can go on.
 */
#ifndef LOOP_H
#define LOOP_H

#include "libretwis/retwis.h"

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
