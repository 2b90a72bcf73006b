/*
 * How many processes a page program has.
 *
 * One is enough for most: it serves many requests at once.  A machine with many
 * processors and visitors can have more of them, which share the socket.
 */
#ifndef CREW_H
#define CREW_H

#include "libretwis/retwis.h"

/*
 * Serves by loop_run() in as many processes as the settings say.  With more
 * than one, this process only looks after the others: it starts again what
 * dies, and hands on the signals that end them.  Returns as loop_run() does.
 */
int crew_run(const struct rt_config *conf);

#endif
