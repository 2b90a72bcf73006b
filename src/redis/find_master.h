/*
 * How a new connection finds the right server when the address lists several.
 * This decides which endpoint to try next and what to send there;
 * async_connection.c connects.
 *
 * Each Sentinel of an address is asked in turn for its master.  The master has
 * to confirm its role itself, because the Sentinel may be a moment out of date.
 * In a cluster, a node only has to answer PING.  Endpoints that do not answer
 * are skipped.  Every new connection searches again, so nothing is remembered
 * that could be wrong after a failover.
 */
#ifndef FIND_MASTER_H
#define FIND_MASTER_H

#include <hiredis/hiredis.h>

#include "redis/address.h"

struct find_master {
	const struct address *a;
	size_t tried;          /* number of the ends of `a` */
	struct address_end at; /* where to connect now */
	bool is_named;         /* a Sentinel has just named `at` */
	bool is_master;        /* `at` was named, and has to confirm it */
	bool is_unknown;       /* a Sentinel did not know the master's name */
};

void find_master_begin(struct find_master *s, const struct address *a);

/* Whether no search is needed, because the address lists a single server. */
bool find_master_is_direct(const struct address *a);

/* Puts the next endpoint to try into `at`.  Returns false if none is left. */
bool find_master_next(struct find_master *s);

/* The time that each endpoint may take, out of `timeout_ms` for all of them. */
unsigned find_master_time_ms(const struct find_master *s, unsigned timeout_ms);

/* Appends the query for this endpoint, after the AUTH if there is one. */
void find_master_append_command(const struct find_master *s,
				redisContext *context);

/* Whether AUTH may fail here: a Sentinel seldom has a password. */
bool find_master_may_fail_auth(const struct find_master *s);

/* Reads the reply to the query.  Returns true if this is the right server. */
bool find_master_read_reply(struct find_master *s, const redisReply *r);

/* Logs on stderr that no server was found. */
void find_master_log_failure(const struct find_master *s);

#endif
