/* Checks before a program starts to work. */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include "libretwis/retwis.h"

/*
 * For --check: returns the exit status, 0 if the database is ours as far as
 * can be told.  If not, a line on stderr names its owner.  If Redis doesn't
 * answer, that is no failure: a running program waits for Redis.
 *
 * The status is 65 for a database of a later Retwis, and 1 for all others.  A
 * running program leaves a later database alone, and pages answer 503 at once;
 * so systemd may start them, and visitors get that answer instead of waiting
 * at the socket.
 */
int preflight_database(const struct rt_config *conf);

/*
 * For a program that starts: whether its key is that of the database, as far
 * as can be told in half a second; if not, a line on stderr says so.  The
 * first program that starts records its key in the database.  A single request
 * as plain CGI skips this, since it would cost a round trip; --check and the
 * worker do it instead.
 */
bool preflight_key(const struct rt_config *conf);

/*
 * For --check: whether pictures can be deleted and, for a program that takes
 * them in, converted and stored.  If not, a line on stderr says why.  That is
 * no reason to exit: everything else works without pictures.
 */
bool preflight_pictures(const struct rt_config *conf, bool takes_in);

#endif
