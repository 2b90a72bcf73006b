/* Filling the list of a member's own posts; private to libretwis. */
#ifndef ADOPT_OWN_H
#define ADOPT_OWN_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Finds the posts of this member that posts:ID has and own:ID lacks, puts each
 * in its place in own:ID, and adds their number to `posts`.  Two round trips
 * for a thousand entries of posts:ID, one for a thousand of own:ID.
 */
enum rt_err adopt_own(struct rt *rt, uint64_t id, uint64_t *posts);

#endif
