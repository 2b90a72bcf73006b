/*
 * What a member liked and reposted goes, chunk by chunk, when the member is
 * removed; private to libretwis.
 *
 * Each takes the first thousand until there is none, so that what is added
 * meanwhile goes, too; cut off anywhere, the same again finishes it.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "libretwis/redis.h"

struct sweep {
	uint64_t id; /* of the member */
	uint64_t done, total;
	void (*tell)(uint64_t done, uint64_t total);
	struct arena chunk;
};

/* So many more are done. */
void sweep_told(struct sweep *s, size_t n);

/* Each post is told how many like it now, and its author hears of it no more. */
enum rt_err sweep_likes(struct rt *rt, struct sweep *s);

/*
 * Reposts are among the posts.  What is left is the claim of one that was cut
 * off before it came into own:, and whatever it had written.
 */
enum rt_err sweep_reposts(struct rt *rt, struct sweep *s);

#endif
