/* Whether a program may begin. */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include "libretwis/retwis.h"

/*
 * For --check: the status to exit with, 0 if the database is ours, as far as
 * anybody can tell.  If not, a line on stderr names whose it is.  While Redis
 * does not answer it may well be ours: to wait for Redis is a running program's
 * business.
 *
 * 65 for a database of a later Retwis, and 1 for all others.  Programs that run
 * leave such a database alone, and pages say 503 at once: so systemd may start
 * them, where it would leave visitors waiting at the socket.
 */
int preflight_database(const struct rt_config *conf);

/*
 * For a program that begins: whether its key is that of the database, as far as
 * anybody can tell in half a second; if not, a line on stderr says so.  The
 * first program that begins tells the database of its key.  A single request as
 * plain CGI does not ask, which would cost it a round trip: --check, and the
 * worker, speak for it.
 */
bool preflight_key(const struct rt_config *conf);

#endif
