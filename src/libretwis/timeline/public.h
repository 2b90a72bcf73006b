/*
 * The ids of everybody's newest posts, where very many read them; private to
 * libretwis.
 *
 * Everybody who visits the public timeline reads the same key, on one server.
 * So a process with more than PUBLIC_HOT visits in a second remembers the ids
 * until the end of that second.  It remembers no more than that: each page
 * still reads the posts themselves, so a deletion, a like or a sign-out takes
 * effect at the next request.  Only a new post may appear a second late, as it
 * does for visitors who get a page from nginx's cache.
 */
#ifndef PUBLIC_H
#define PUBLIC_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define PUBLIC_HOT     1000
#define PUBLIC_IDS_MAX 80

/*
 * Counts a visit.  True: these are the ids, in the arena.  Otherwise the
 * caller reads them from Redis and passes them to public_store_ids(), with the
 * clock_ms() of before it sent the command.
 */
bool public_recall_ids(struct arena *a, struct rt_ids *ids);
void public_store_ids(struct rt_ids ids, int64_t asked);

#endif
