/*
 * What follows from the text of a post, once its author has corrected it;
 * private to libretwis.
 *
 * A correction (edit.c) changes only `post:ID`, and what everybody reads is the
 * new text from that moment on.  The lists of its tags, the trends, the lists
 * of those whom it mentions and their notices follow a moment later, when a
 * worker has settled the post.  Until then its field `before` has the texts
 * that it had, so whoever deletes it meanwhile takes it out of the lists of all
 * of them.
 */
#ifndef SETTLE_H
#define SETTLE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* What settle_check() finds. */
enum settled {
	SETTLED_GONE,    /* the post is being deleted, or gone */
	SETTLED,         /* the text is the present one */
	SETTLED_NOT_YET, /* it was corrected; the text is in `before` now */
};

/*
 * For whoever has just added a post to the lists that follow from `body`, which
 * mentions these `names`: queues the question whether the post still has that
 * text.  If not, those lists are taken back when the post is settled, so it
 * needs a note for that.
 */
void settle_check(struct rt_pipe *p, uint64_t id, const char *body,
		  const char *names, uint64_t *found);

/*
 * For a worker: brings all of these up to date, and orders the rewrite of the
 * append-only file, which has the earlier texts.  Does nothing for a post
 * without `before`.  It may die after any command and be called again, also by
 * two workers at once.  `again`: the post was corrected meanwhile, and has to
 * be settled once more.  Six round trips, one of them on the bus; instead of
 * the last two, five for a post that was deleted meanwhile.
 */
enum rt_err settle_post(struct rt *rt, struct arena *a, uint64_t id,
			bool *again);

#endif
