/*
 * Which of several servers is asked for the way, and what; private to
 * libretwis.  Nothing here connects: async_connection.c does.
 *
 * Each Sentinel of an address is asked in turn for its master, and the master
 * itself has to say that it is: the word of a Sentinel may be a moment old.  In
 * a cluster each node is asked whether it is well.  A place that does not
 * answer is passed over.  So each new connection finds its way by itself, and
 * nothing is remembered that could be wrong after a failover.
 */
#ifndef FIND_MASTER_H
#define FIND_MASTER_H

#include <hiredis/hiredis.h>

#include "redis/address.h"

struct find_master {
	const struct address *a;
	size_t asked;          /* how many of its ends */
	struct address_end at; /* where to connect to now */
	bool is_named;         /* a Sentinel has just named it */
	bool is_master;        /* it was named, and is asked itself now */
	bool is_unknown;       /* one did not know the name */
};

void find_master_begin(struct find_master *s, const struct address *a);

/* Whether a connection leads to the right server at once. */
bool find_master_is_short(const struct address *a);

/* The next place to try, in `at`; false: there is none left. */
bool find_master_next(struct find_master *s);

/* How long each may take, of this time for all. */
unsigned find_master_share_ms(const struct find_master *s,
			      unsigned timeout_ms);

/* Queues the question for this place, behind what signs in there. */
void find_master_ask(const struct find_master *s, redisContext *link);

/* Whether it may refuse the password: a Sentinel seldom has any. */
bool find_master_may_refuse(const struct find_master *s);

/* Takes the answer.  True: this connection is the one. */
bool find_master_receive(struct find_master *s, const redisReply *r);

/* A line on stderr, where nothing was found. */
void find_master_complain(const struct find_master *s);

#endif
