/* Making a home timeline; private to libretwis. */
#ifndef REBUILD_H
#define REBUILD_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Makes a home timeline that is not there, stores it, and returns its ids,
 * newest first, in `a`.  If Redis is full, or somebody else holds the lock and
 * makes no end, you get the ids all the same, and nothing is stored.  RT_TAKEN:
 * somebody else has just made it, so read theirs.
 *
 * Eight round trips, and one more for each further hundred whom the owner
 * follows, twice; six more for each follow of just that moment.
 */
enum rt_err rebuild_home(struct rt *rt, struct arena *a, uint64_t owner,
			 struct rt_ids *ids);

#endif
