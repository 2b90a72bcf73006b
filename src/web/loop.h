/*
 * The loop of a page program: it serves many requests at once, as soon as each
 * can go on.
 */
#ifndef LOOP_H
#define LOOP_H

#include "libretwis/retwis.h"

/*
 * Serves what comes to the listening socket on standard input, until a signal
 * ends it: SIGTERM, SIGINT or SIGUSR1, or SIGHUP, which asks for the program to
 * begin again.  From then on new connections wait at the socket for the next
 * process.  Requests over the connections that the web server holds are still
 * served until it closes them; after three seconds we do.  Returns the signal,
 * or 0 if there is no such socket.  SIGHUP is blocked then, so that one more
 * does not end what comes next.
 */
int loop_run(const struct rt_config *conf);

#endif
