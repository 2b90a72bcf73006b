/*
 * Pages of lists of posts that stay put; private to libretwis.
 *
 * While you read a page the list grows at its head, so that the next page by
 * number would begin with posts that you have just seen.  So we ask for a page
 * by its place and by the post that the page before ended with: the new page
 * begins behind that post, or, if it was deleted, with the next older one.
 *
 * Replies and likes have pages by number alone.
 */
#ifndef LIST_H
#define LIST_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

enum list_kind {
	LIST_NEWEST,  /* a list, newest first */
	LIST_THREAD,  /* a list, oldest first: the place is a number */
	LIST_BY_SCORE /* a sorted set, highest first: the same */
};

struct list_page {
	struct rt_place here;
	enum list_kind kind;
	struct rt_ids ids;

	/* What list_queue() was asked for. */
	const char *key;
	size_t asked;
};

/* How many posts the page shows. */
size_t list_size(const struct list_page *page);

/*
 * Queues a read of `n` entries.  Whatever place and post a visitor names, it
 * takes Redis two milliseconds at most.
 */
void list_queue(struct rt_pipe *p, struct list_page *page, const char *key,
		size_t n);

/*
 * After that pipeline: `here.start` is where the page really begins, and an
 * entry 0 at the end, which is no post, has gone.
 */
void list_parse(struct list_page *page);

/*
 * How many of the ids a page may use.  If all that we asked for is there, the
 * last one only tells that the list goes on.
 */
size_t list_usable(const struct list_page *page);

/* The place of the page behind the first `n` entries of this one. */
struct rt_place list_behind(const struct list_page *page, size_t n);

/*
 * The same when a page has used its first `n` entries; RT_NO_PLACE if the list
 * ends there.
 */
struct rt_place list_next(const struct list_page *page, size_t n);

#endif
