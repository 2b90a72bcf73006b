/*
 * Home timelines; private to libretwis.
 *
 * In an adopted database posts:ID is a cache.  It expires 30 days after its
 * owner's last visit, and workers deliver only to timelines that exist.  A
 * page that finds none rebuilds it from the own: lists of its owner and of
 * everybody the owner follows (rebuild.c).  In a classic database none of this
 * happens, because there only posts:ID says who wrote what.
 *
 * Workers push without reading the timeline.  So a post may come after newer
 * ones, or a second time to a timeline that was rebuilt with it.  Then some
 * entry is not greater than the one below it, and a page that reads the two
 * sorts the timeline.  So no reader ever sees posts out of order or twice.
 */
#ifndef HOME_LIST_H
#define HOME_LIST_H

#include "libretwis/post/page_fill.h"

/* A page of a home timeline that is being read. */
struct home_list {
	struct page_fill fill;
	uint64_t owner;
	const char *layout;
};

/* Queues the read.  The caller has set fill.page.here and fill.size. */
void home_list_request(struct rt_pipe *p, struct home_list *l, uint64_t owner);

/*
 * After that pipeline: does what list_parse() does, sorts the timeline if the
 * page is not sorted, and rebuilds it if there is none.  No round trip if the
 * entries are there and sorted, one if they are not sorted, otherwise those of
 * rebuild_home().
 *
 * In an adopted database, the page will remove entries of deleted posts from a
 * timeline that was there (fill.drop): nobody else removes them, and skipping
 * them on each visit would cost more.
 */
enum rt_err home_list_parse(struct rt *rt, struct arena *a,
			    struct home_list *l);

/*
 * Queues the removal of the timeline, because its owner follows or unfollows
 * somebody; but only in an adopted database.  `dropped` is 1 if there was one.
 */
void home_list_drop(struct rt_pipe *p, uint64_t owner, const char *layout,
		    uint64_t *dropped);

/*
 * After that pipeline, if there was one: rebuilds it at once.  If we left that
 * to the owner's next visit, posts in the meantime would not be delivered to
 * it, and an open page, which shows how many new posts there are, would count
 * wrong.  One round trip more than rebuild_home().  If it fails, the next
 * visit rebuilds it.
 *
 * An owner who follows more than HOME_LIST_AT_ONCE members, `follows` in all,
 * has to wait for that visit: two commands for each of them would be too much
 * for one press of a button, and whoever follows a hundred more in a row needs
 * the timeline only once.
 */
#define HOME_LIST_AT_ONCE 500
void home_list_rebuild(struct rt *rt, struct arena *a, uint64_t owner,
		       uint64_t follows);

#endif
