/*
 * The event loop of a page program.  It accepts the web server's connections
 * and serves many requests at once: each runs in a fiber (base/fiber.h), and
 * while one waits for Redis or for its client, the others go on.
 */
#ifndef LOOP_H
#define LOOP_H

#include "libretwis/retwis.h"

struct fcgi_reader;

/*
 * Answers one request.  It may wait for Redis as if it were the only one.
 * `rt` belongs to this request alone, and all of its memory comes from `a`.
 * Returns false if the answer broke off in the middle.
 */
typedef bool loop_serve_fn(struct rt *rt, struct arena *a,
			   struct fcgi_reader *fcgi);

/*
 * Accepts connections on standard input, which must be a listening socket, and
 * answers their requests with `serve` until it receives SIGTERM, SIGINT or
 * SIGUSR1, or SIGHUP, which asks the program to restart.  From then on, new
 * connections wait at the socket for the next process.  Connections that are
 * already open are still served until the web server closes them, or until we
 * do after three seconds.
 *
 * Returns the signal, or 0 if the loop could not start.  The signals are
 * blocked when it returns, so that another SIGHUP can't kill the process while
 * it restarts.
 */
int loop_run(const struct rt_config *conf, loop_serve_fn *serve);

/*
 * Called while a request is served: the rest of its answer is a stream, which
 * may take long.  When the process stops, it doesn't wait for a stream to end
 * but cuts it off.
 */
void fastcgi_begin_stream(void);

#endif
