/*
 * Members who stop following an author while a post is on its way; for deliver.c
 * and delivery_batch.c.
 *
 * A delivery reads who follows, and then pushes.  Who unfollows in between has a
 * new home timeline by then, without this author, and gets the post all the
 * same.  So after its pushes a delivery asks once more who follows, and drops
 * the timelines of those who no longer do: their next look makes them again.
 *
 * Nobody is overlooked.  rt_unfollow() first takes the member out of
 * `followers:`, and after that drops the timeline.  So whoever we still find
 * there unfollows after our push, and what we have pushed to is dropped then.
 *
 * Only for an adopted database: elsewhere a timeline is no cache, and keeps what
 * it has.
 */
#ifndef UNFOLLOWED_H
#define UNFOLLOWED_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* A part of an author's followers. */
struct unfollowed {
	uint64_t author;
	struct rt_ids fans;  /* we have pushed to; as `followers:` has them */
	struct rt_ids still; /* followers now */
};

/*
 * Once the pushes have been answered: queues the question who of those with a
 * score from `from` to `to` is still a follower.
 */
void unfollowed_ask(struct rt_pipe *p, struct unfollowed *u, const char *from,
		    const char *to);

/*
 * After that pipeline: drops the timelines of those who are not.  No round trip
 * if all are, else two.
 */
enum rt_err unfollowed_drop(struct rt *rt, struct arena *a,
			    const struct unfollowed *u, size_t n);

#endif
