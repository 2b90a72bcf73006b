/*
 * What is done later: scheduled posts, and on which day members were here; a
 * part of retwis.h, which includes it.
 */
#ifndef LATER_H
#define LATER_H

#include "libretwis/retwis.h"

/* ---- last seen ---------------------------------------------------------- */

/*
 * Whether a member's profile says when the member was here, which nobody
 * notes otherwise.  Takes back what was noted.  One round trip.
 */
enum rt_err rt_set_last_seen(struct rt *rt, struct arena *a, uint64_t id,
			     bool shown);

/* ---- for a worker, once a second ---------------------------------------- */

/*
 * Writes the days on which members were here, of a hundred members at a time.
 * Two round trips.
 */
enum rt_err rt_seen_run(struct rt *rt, struct arena *a);

#endif
