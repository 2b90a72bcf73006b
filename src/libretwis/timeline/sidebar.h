/*
 * What stands beside home: new members to follow, and tags of the day; private
 * to libretwis.
 *
 * That is nearly the same for everybody, and may be some seconds old.  So a
 * process remembers for ten seconds who they are and which tags these were.
 * After that a page reads it again, in the round trips that it makes anyway,
 * for those after it.  What the members are called each page asks for itself
 * (member_names.h).
 *
 * Only where nothing is remembered yet does it show that itself, and members
 * without a button, since it has no round trip left for what they need.
 */
#ifndef SIDEBAR_H
#define SIDEBAR_H

#include "libretwis/member/newest.h"
#include "libretwis/post/trend.h"

#define BESIDE_LOOKED 4 /* new members: Redis pays for each on each page */

struct sidebar {
	struct member_names *names; /* of the page */
	struct rt_ids known;        /* who was remembered */
	struct newest read;
	const char *followed[BESIDE_LOOKED]; /* of the known ones */
	bool reads, has_read;
	struct trend trend;
};

/*
 * In the first and in the second pipeline of a page.  A page that has nothing
 * else to ask in the second one leaves that to the next page.
 */
void sidebar_queue(struct rt_pipe *p, struct sidebar *b,
		   struct member_names *names, uint64_t me);
void sidebar_request(struct rt_pipe *p, struct sidebar *b);

/* After them. */
void sidebar_parse(struct arena *a, struct sidebar *b, uint64_t me,
		   struct rt_sidebar *out);

#endif
