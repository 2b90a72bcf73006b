/* Making a home timeline; private to libretwis. */
#ifndef REBUILD_H
#define REBUILD_H

#include "libretwis/redis/pipe.h"

/*
 * Makes a timeline that is not there, and tells its ids, newest first.
 * RT_TAKEN: somebody else has just made it.  Where Redis is full it is told
 * and not kept.  Nobody follows more than REBUILD_SOURCES members here; of who
 * does the latest count.
 */
#define REBUILD_SOURCES 10000

enum rt_err rebuild(struct rt *rt, struct arena *a, uint64_t owner,
		    struct rt_ids *ids);

#endif
