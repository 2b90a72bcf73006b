/* Filling the list of a member's own posts; private to libretwis. */
#ifndef ADOPT_OWN_H
#define ADOPT_OWN_H

#include "libretwis/redis/pipe.h"

/*
 * Puts into own:ID, each in its place, the posts of this member that only
 * posts:ID knows, and adds their number to `posts`.  Two round trips for a
 * thousand entries of posts:ID, one for a thousand of own:ID.
 */
enum rt_err own_fill(struct rt *rt, uint64_t id, uint64_t *posts);

#endif
