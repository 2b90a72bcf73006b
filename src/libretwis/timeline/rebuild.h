/* Making a home timeline; private to libretwis. */
#ifndef REBUILD_H
#define REBUILD_H

#include "libretwis/redis/pipe.h"

/* Of the members whom its owner follows, the latest so many count. */
#define REBUILD_SOURCES 10000

/*
 * Makes a home timeline that is not there, stores it, and returns its ids,
 * newest first, in `a`.  If Redis is full you get the ids all the same, and
 * nothing is stored.  RT_TAKEN: somebody else has just made it, so read
 * theirs.  Nine round trips, and four more for each follow of just that
 * moment.
 */
enum rt_err rebuild_home(struct rt *rt, struct arena *a, uint64_t owner,
			 struct rt_ids *ids);

#endif
