/* Adopting what a member wrote; private to libretwis. */
#ifndef ADOPT_OWN_H
#define ADOPT_OWN_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Finds the member's posts that posts:ID has and own:ID lacks, inserts each at
 * its place in own:ID, and adds their number to `posts`.  Two round trips for
 * a thousand entries of posts:ID, one for a thousand of own:ID.
 */
enum rt_err adopt_own(struct rt *rt, uint64_t id, uint64_t *posts);

#endif
