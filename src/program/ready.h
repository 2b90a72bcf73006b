/* Whether a program may begin. */
#ifndef READY_H
#define READY_H

#include "libretwis/retwis.h"

/*
 * For --check: whether the database is ours, as far as anybody can tell.  If
 * not, a line on stderr names whose it is.  While Redis does not answer it may
 * well be ours: to wait for Redis is a running program's business.
 */
bool ready_database(const struct rt_config *conf);

#endif
