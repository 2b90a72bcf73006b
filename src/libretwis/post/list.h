/*
 * Pages of lists of posts, newest first, that stay put; private to libretwis.
 *
 * While you read a page the list grows at its head, so that the next page by
 * number would begin with posts that you have just seen.  So we ask for a page
 * by its place and by the post that the page before ended with: the new page
 * begins behind that post, or, if it was deleted, with the next older one.
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

/* The place of the page behind the first `n` entries of this one. */
struct rt_place list_behind(const struct list_page *page, size_t n);

/*
 * After a read of one entry more than list_size(): does list_take(), and cuts
 * the last entry off, which only tells that there is more.  Returns the place
 * of the next page, or RT_NO_PLACE if this is the last one.
 */
struct rt_place list_cut(struct list_page *page);

#endif
