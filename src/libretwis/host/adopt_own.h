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

/*
 * Deletes the copies of the display name, which an earlier Retwis wrote, from
 * the posts in own:ID, and adds their number to `copies`.  Two round trips for
 * a thousand.
 */
enum rt_err adopt_drop_copies(struct rt *rt, uint64_t id, uint64_t *copies);

/*
 * Puts the posts that own:ID has into the lists of those whom they mention.
 * Four round trips for a hundred.  A post that is deleted at that moment may
 * stay in a list, where pages pass over it.
 */
enum rt_err adopt_mentions(struct rt *rt, uint64_t id);

#endif
