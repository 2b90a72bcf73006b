/*
 * What the log says while Redis cannot be reached, does not answer, or refuses
 * to write.  A program tries again many times a second, so each of these lines
 * is logged once a minute at most.
 */
#ifndef OUTAGE_H
#define OUTAGE_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stdint.h>

#include "redis/address.h"

struct rt;

/*
 * Whether a line that may come very often is to be logged now; then not again
 * for a minute.  `quiet_until` is of clock_ms() and starts at 0.
 */
bool outage_may_log(int64_t *quiet_until);

/* ---- Redis is away ------------------------------------------------------- */

/* The name of a server in these lines: a path, or "host:port". */
#define OUTAGE_NAME_MAX (ADDRESS_HOST_MAX + 16)
void outage_name(char name[OUTAGE_NAME_MAX], const struct address_end *end);

/*
 * Logs why the server of that name cannot be used.  "" is for a cluster or a
 * master that was not found, and for the error replies of whatever server.
 */
void outage_begin(const char *name, const char *why);

/*
 * Logs once that a server answers again, if its outage was logged.  It is
 * called at each reply that is no error, so it costs nothing without an outage.
 */
void outage_end(const char *name);

/* ---- Redis refuses to write ---------------------------------------------- */

/* Logs why `rt` was refused a write: memory, disk, a replica. */
void outage_refused(const struct rt *rt, const redisReply *reply);

#endif
