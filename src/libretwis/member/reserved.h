/*
 * The names of members who have left; private to libretwis.
 *
 * Nobody else may become @anna after she has left, since others still mention
 * her.  But her name must not remain in the database either.  So the set
 * `reserved` has an HMAC of the name in lower case under the site's key
 * (site_hmac.h), and nobody can try out names on a copy of the database.
 */
#ifndef RESERVED_H
#define RESERVED_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Queues a read of whether the name is reserved. */
void reserved_queue(struct rt_pipe *p, const char *name,
		    uint64_t *is_reserved);

/* Queues that the name is reserved from now on, also while Redis is full. */
void reserved_add(struct rt_pipe *p, const char *name);

#endif
