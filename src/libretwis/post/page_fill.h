/*
 * Filling a page of a list with posts; private to libretwis.
 *
 * Not each entry of a list shows a post: some posts are gone, and a repost of
 * a post that stands above it shows nothing new.  So the page reads on until
 * it has as many posts as it should, or until the list ends:
 *
 *  - FILL_SPARE entries, which were read with the page, and are loaded in the
 *    round trip that fetches what reposts show;
 *  - if that is not enough, 100 entries, and at last 1000 more.
 *
 * A page of fifty reads on only if it would show fewer than ten.  On a lively
 * site many reposts repeat what stands above them, and a page that is a little
 * shorter is better than one that is always slower.
 *
 * Home timelines, the public timeline and the lists of tags have no more than
 * 1000 entries, so a page of these is always full while there are posts.  A
 * page of what a member wrote, or likes, or of replies may be short where more
 * than 1100 entries in a row show nothing; its Older link leads on behind them.
 *
 * If nothing is missing this takes one round trip; two with reposts, or with
 * authors whom this process does not know yet.  It is one more for entries to
 * spare, and three for each of the two further steps: eight more at most,
 * however long the list is.
 */
#ifndef PAGE_FILL_H
#define PAGE_FILL_H

#include "libretwis/post/list.h"
#include "libretwis/post/posts.h"

#define FILL_SPARE 20

/* The page's own entries, those to spare, and two further steps. */
#define FILL_LOADS 4

/* The caller sets `page`, `size`, `names` and, if it likes, the next two. */
struct page_fill {
	struct list_page
		page; /* behind the pipeline with page_fill_queue_list() */
	size_t size;  /* how many posts the page should have */
	struct member_names *names; /* of all members on the page */
	bool drop;                  /* take what is gone out of the list */
	bool all;                   /* load what is to spare in any case */

	uint64_t visitor;
	struct post_load load[FILL_LOADS]; /* all that was looked at */
	size_t loads;
	size_t used; /* of the entries in page.ids */

	struct rt_posts posts;
	struct rt_place next; /* the page behind this one, or RT_NO_PLACE */
};

/* How many entries a page of so many posts reads. */
size_t page_fill_width(size_t size);

/* Queues the read; list_parse() is for the caller. */
void page_fill_queue_list(struct rt_pipe *p, struct page_fill *f,
			  const char *key);

/* The same where the caller knows the ids, and has put them into the page. */
void page_fill_set_list(struct page_fill *f, const char *key);

/* Then: queues the posts of the page, as posts_queue() does. */
void page_fill_queue(struct rt_pipe *p, struct page_fill *f, uint64_t visitor);

/* In a later pipeline: queues what these posts do not tell themselves. */
void page_fill_queue_rest(struct rt_pipe *p, struct page_fill *f);

/* After that pipeline: reads on where posts are missing. */
enum rt_err page_fill_end(struct rt *rt, struct arena *a, struct page_fill *f);

/* page_fill_queue_rest(), and page_fill_end(). */
enum rt_err page_fill_parse(struct rt *rt, struct arena *a,
			    struct page_fill *f);

#endif
