/*
 * Home timelines; private to libretwis.
 *
 * In an adopted database posts:ID is a cache.  It expires 30 days after its
 * owner last looked, and workers deliver only to timelines that exist.  A page
 * that finds none makes it from the own: lists of its owner and of everybody
 * the owner follows: see rebuild.c.  In a classic database nothing of this
 * happens, for there posts:ID is all that tells who wrote what.
 *
 * Workers push without looking.  So a post may come after newer ones, or a second
 * time to a timeline that was made with it.  Wherever that is so, an entry is not
 * greater than the one below it, and a page that reads the two puts the timeline
 * in order: so no reader ever sees that.
 */
#ifndef HOME_LIST_H
#define HOME_LIST_H

#include "libretwis/post/page_fill.h"

/* A home timeline on its way. */
struct home_list {
	struct page_fill fill;
	uint64_t owner;
	const char *layout;
};

/* Queues the read.  The caller has set fill.page.here, and fill.size. */
void home_list_request(struct rt_pipe *p, struct home_list *l, uint64_t owner);

/*
 * After that pipeline: does what list_parse() does, puts the timeline in order if
 * the page sees that it is not, and makes it if there is none.  No round trip if
 * there are entries, and in order; one if they are not; else those of
 * rebuild_home().
 *
 * In an adopted database, entries of posts that are gone will leave a timeline
 * that was there: nobody else takes them out, and to pass them at each look
 * would cost more.
 */
enum rt_err home_list_parse(struct rt *rt, struct arena *a,
			    struct home_list *l);

/*
 * Queues, where the owner follows somebody or stops, that the timeline goes;
 * but only in an adopted database.  `dropped`: how many went, 0 or 1.
 */
void home_list_drop(struct rt_pipe *p, uint64_t owner, const char *layout,
		    uint64_t *dropped);

/*
 * After that pipeline, if one was dropped: makes it at once.  If we left that
 * to the owner's next look, posts in between would not be delivered to it, and
 * an open page, which says how many came, would count wrong.  It takes one
 * round trip more than rebuild_home().  If it fails, the next look makes it.
 */
void home_list_renew(struct rt *rt, struct arena *a, uint64_t owner);

#endif
