/*
 * What a member has goes, chunk by chunk, when the member is removed; private
 * to libretwis.
 */
#ifndef DROP_MEMBER_H
#define DROP_MEMBER_H

#include "libretwis/redis/pipe.h"

struct sweep {
	uint64_t id; /* of the member */
	uint64_t done, total;
	void (*tell)(uint64_t done, uint64_t total);
	struct arena chunk;
};

#define SWEEP_CHUNK 1000

/*
 * Asks for the first thousand entries and drops them until there is none, so
 * that what is added meanwhile goes, too; cut off anywhere, the same again
 * finishes it.  What is dropped has to leave the list that it was found in.
 */
enum rt_err sweep(struct rt *rt, struct sweep *s,
		  void (*ask)(struct rt_pipe *p, uint64_t id,
			      const char **entry),
		  enum rt_err (*drop)(struct rt *rt, struct sweep *s,
				      const char **entry, size_t n));

/* So many more are done. */
void sweep_told(struct sweep *s, size_t n);

/*
 * Each post is told how many like it now; its author finds no notification of
 * this one any more.
 */
enum rt_err sweep_likes(struct rt *rt, struct sweep *s);

/*
 * Reposts are among the posts.  What is left is the claim of one that was cut
 * off before it came into own:, and whatever it had written.
 */
enum rt_err sweep_reposts(struct rt *rt, struct sweep *s);

/*
 * What is there of somebody who was removed before, but for posts: an id that
 * nobody has (remove.c).
 */
enum rt_err sweep_remains(struct rt *rt, uint64_t id);

#endif
