/*
 * Rewriting the append-only file after deletions; private to libretwis.
 *
 * With an append-only file Redis keeps every command, and so all deleted data,
 * until BGREWRITEAOF writes a new file from the current data.  Redis does that
 * on its own when the file has doubled in size, which may take years.  So a
 * deletion that must leave nothing behind records in `rewrite` that a rewrite
 * is owed, and a worker sees to it:
 *
 *  - One rewrite serves all deletions before it began.  One that is already
 *    running doesn't, since it may have begun too early; the worker waits for
 *    its end.
 *  - It happens at most once an hour, since it takes longer the more data
 *    there are: the first at once, the next when the hour is over.
 *  - The record is deleted when Redis, the same one that began the rewrite,
 *    says that it has succeeded.  So nothing is lost when a worker or Redis
 *    dies.
 *
 * It also empties the log of slow commands, which may quote what was deleted.
 *
 * Behind a proxy, or where data and bus are different servers, nobody can tell
 * how many servers there are; and Redis may forbid these commands.  Then a
 * line on stderr says that the host has to do it, and the record is deleted.
 */
#ifndef AOF_REWRITE_H
#define AOF_REWRITE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Queues that a rewrite is owed for everything deleted so far. */
void aof_rewrite_owe(struct rt_pipe *p);

#endif
