/*
 * The names of members who have left; private to libretwis.
 *
 * Nobody else may become @anna when she has left: others go on mentioning her.
 * But her name must not stay in the database either.  So the set `reserved` has
 * an HMAC of it, in small letters, under the key of the site (site_hmac.h):
 * nobody can try out names on a copy of the database.
 */
#ifndef RESERVED_H
#define RESERVED_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Queues the question whether the name is one of these. */
void reserved_queue(struct rt_pipe *p, const char *name,
		    uint64_t *is_reserved);

/* Queues that it is from now on, also while Redis is full. */
void reserved_add(struct rt_pipe *p, const char *name);

#endif
