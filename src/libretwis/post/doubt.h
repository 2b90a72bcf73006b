/*
 * Doubts after a push to home timelines; for deliver.c and delivery_round.c.
 *
 * A timeline that is made at that very moment may get the post from its
 * author's list, too.  Its maker scores the owner +inf in `rebuilt:` first, and
 * at the end the newest post that the timeline can hold by that.  So a worker
 * reads these marks after its pushes (marks.h), and doubts where the post is
 * not above.  rebuild.c tells why that is enough.
 */
#ifndef DOUBT_H
#define DOUBT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

struct doubt {
	uint64_t fan, author, post;
	const char *follows;
};

/* Room for some, and how many there are. */
struct doubts {
	struct doubt *v;
	size_t n;
};

/* Adds a doubt, if the fan's mark is a reason for one; NULL: no mark. */
void doubt_add(struct doubts *d, const char *score, struct doubt doubt);

/*
 * Followers keep one copy, the newer one; those who have stopped following keep
 * none.  No round trip without a doubt, else two.
 */
enum rt_err doubt_settle(struct rt *rt, struct arena *a, struct doubts *d);

#endif
