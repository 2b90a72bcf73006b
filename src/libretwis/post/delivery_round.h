/*
 * A round of deliveries: which posts go to which followers, and bringing them
 * there; for delivery_batch.c.  It pushes to each follower's timeline all that
 * is for it by one command, the oldest post first.
 */
#ifndef DELIVERY_ROUND_H
#define DELIVERY_ROUND_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* A post on its way to a follower. */
struct round_push {
	uint64_t fan, post, author;
};

/* What goes to one follower's timeline, by one command. */
struct round_home {
	const struct round_push *push;
	struct rt_ids posts;
	uint64_t length; /* afterwards; 0: there is no timeline */
};

/* Begins with nothing but the arena, in which all of it lives. */
struct round {
	struct arena *a;
	bool adopted; /* the database: timelines are trimmed, and not begun */
	struct round_push *push;
	size_t pushes, most;
	struct round_home *home;
	size_t homes;
};

/* A post for all of these followers but its author, who has it. */
void round_add(struct round *r, uint64_t post, uint64_t author,
	       struct rt_ids fans);

/* Once all posts are in it: what goes to each follower together. */
void round_plan(struct round *r);

/*
 * Brings them, to a thousand followers in a round trip, and one more where a
 * timeline is too long.  RT_TAKEN: clock_ms() is
 * past `sure_until`, and so others may do the same by now.
 */
enum rt_err round_walk(struct rt *rt, struct round *r, int64_t sure_until);

/* Hints to the followers who have the posts now, a thousand in each. */
void round_notify(struct rt_pipe *bus, const struct round *r);

/* How many posts came into timelines. */
size_t round_served(const struct round *r);

#endif
