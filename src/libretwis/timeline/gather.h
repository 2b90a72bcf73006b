/*
 * Finding the posts of a home timeline: in the own: lists of all whom its
 * owner follows; for rebuild.c.
 *
 * We read the newest 50 posts of each.  The thousandth newest of all these
 * says how far back the timeline goes.  Only a member who wrote 50 posts since
 * then can have more in it, and there are at most twenty of these.  So for an
 * owner who follows a thousand members we read 70,000 ids, not a million.
 */
#ifndef GATHER_H
#define GATHER_H

#include "libretwis/retwis.h"
#include "redis/ids.h"
#include "schema/key.h"

/* Of the members whom its owner follows, the latest so many count. */
#define GATHER_SOURCES 10000

struct gather {
	uint64_t owner;
	struct arena *a;       /* for all that is read */
	struct rt_ids sources; /* whom the owner follows, and the owner */
	struct id_list ids;    /* the newest first, TIMELINE_CAP at most */
};

/* Asks whom the owner follows.  One round trip. */
enum rt_err gather_sources(struct rt *rt, struct gather *g);

/*
 * Reads the ids.  One round trip for each hundred sources, and one more where
 * somebody wrote all of the newest.
 */
enum rt_err gather_read(struct rt *rt, struct gather *g);

/*
 * Reads the newest posts of all once more, and adds those that have come since
 * to `ids`; `missed` are these alone.  RT_NOT_FOUND: the owner follows others
 * now.  They are the sources from then on, and the ids are good for nothing.
 * One round trip for each hundred sources.
 */
enum rt_err gather_again(struct rt *rt, struct gather *g,
			 struct id_list *missed);

#endif
