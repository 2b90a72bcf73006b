/*
 * The list of everybody's newest posts, where very many look at it; private to
 * libretwis.
 *
 * All who look at the timeline read the same key, on one server.  So a process
 * that is asked more than RECENT_HOT times in a second remembers the ids until
 * that second ends.  It remembers no more than that: each page goes on to ask
 * for the posts themselves, and so a deletion, a like or a sign-out counts at
 * the next request.  Only a new post may come a second late, as it does to a
 * visitor whose page nginx has kept.
 */
#ifndef RECENT_H
#define RECENT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define RECENT_HOT  1000
#define RECENT_MOST 80 /* ids */

/*
 * Counts a look.  True: these are the ids, in the arena.  Otherwise the caller
 * asks Redis, and hands what it got to recent_store(), with the clock_ms() of
 * before it asked.
 */
bool recent_recall(struct arena *a, struct rt_ids *ids);
void recent_store(struct rt_ids ids, int64_t asked);

#endif
