/*
 * Pages of lists of posts, newest first, that stay put; private to libretwis.
 *
 * While somebody reads a page the list grows at its head.  A page is asked
 * for by its place, and by the post that the page before ended with: the new
 * page begins behind it, or, where it is gone, with what is older than it.
 */
#ifndef LIST_H
#define LIST_H

#include "libretwis/redis/pipe.h"

struct list_page {
	struct rt_place here;
	struct rt_ids ids;
};

/* How many posts the page shows. */
size_t list_size(const struct list_page *page);

/* Queues a read of `n` entries. */
void list_ask(struct rt_pipe *p, struct list_page *page, const char *key,
	      size_t n);

/* After that pipeline: `here.start` is where the page really begins. */
void list_take(struct list_page *page);

/* The page behind the first `n` entries of this one. */
struct rt_place list_behind(const struct list_page *page, size_t n);

/*
 * After a read of one entry more than list_size(): cuts that one off.  The next
 * page, or RT_NO_PLACE if this is the last.
 */
struct rt_place list_cut(struct list_page *page);

#endif
