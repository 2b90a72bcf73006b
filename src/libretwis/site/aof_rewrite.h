/*
 * Making Redis forget what was deleted; private to libretwis.
 *
 * With an append-only file Redis keeps each command, and with it all that it
 * has ever been told, until BGREWRITEAOF makes a new file from the data as they
 * are.  Redis does so by itself when the file has doubled, which may take
 * years.  So a deletion that must leave nothing notes in `rewrite` that this is
 * owed, and a worker sees to it:
 *
 *  - One new file does for all who were deleted before it was begun.  One that
 *    runs already does not: it may have been begun too soon.  So the worker waits
 *    for its end.
 *  - There is one an hour at most, since it takes as long as the data are big:
 *    the first at once, and the next when the hour is over.
 *  - The note goes when Redis says that the new file is there, the Redis that has
 *    begun with it.  So nothing is lost when a worker or Redis dies.
 *
 * It also empties the log of slow commands, which may hold words of the
 * deleted.
 *
 * Behind a proxy, and where data and bus are not one server, nobody knows how
 * many servers there are; and Redis may forbid these commands.  Then a line on
 * stderr says that the host has to do it, and the note goes.
 */
#ifndef AOF_REWRITE_H
#define AOF_REWRITE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Queues that what was deleted up to here is to be forgotten. */
void aof_rewrite_owe(struct rt_pipe *p);

#endif
