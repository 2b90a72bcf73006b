/* Rebuilding a home timeline; private to libretwis. */
#ifndef REBUILD_H
#define REBUILD_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Builds a home timeline that does not exist, stores it, and returns its ids,
 * newest first, in `a`.  If Redis is full, or if somebody else holds the lock
 * for too long, the ids are returned all the same, and nothing is stored.
 * RT_TAKEN: somebody else has just built it, so read that.
 *
 * Eight round trips; two more for each further hundred members whom the owner
 * follows, and six more each time that the owner follows somebody meanwhile.
 */
enum rt_err rebuild_home(struct rt *rt, struct arena *a, uint64_t owner,
			 struct rt_ids *ids);

#endif
