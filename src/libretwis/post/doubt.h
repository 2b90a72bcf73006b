/*
 * Doubts after a push to home timelines; for deliver.c and round.c.
 *
 * A timeline that is made at that very moment may get the post from its
 * author's list, too.  Its maker scores the owner +inf in `rebuilt` first, and
 * at the end the newest post that the timeline can hold by that.  So a worker
 * reads the scores after its pushes, and doubts where the post is not above.
 * rebuild.c tells why that is enough.
 */
#ifndef DOUBT_H
#define DOUBT_H

#include "libretwis/redis/pipe.h"

struct doubt {
	uint64_t fan, author, post;
	const char *follows;
};

/* Room for some, and how many there are. */
struct doubts {
	struct doubt *v;
	size_t n;
};

/* Queues, behind the pushes, the question for the score of each in `rebuilt`. */
void doubt_ask(struct rt_pipe *p, const char **score, struct rt_ids fans);

/* Adds a doubt, if that score is a reason for one. */
void doubt_add(struct doubts *d, const char *score, struct doubt doubt);

/*
 * Followers keep one copy, the newer one; those who have stopped following keep
 * none.  No round trip without a doubt, else two.
 */
enum rt_err doubt_settle(struct rt *rt, struct arena *a, struct doubts *d);

#endif
