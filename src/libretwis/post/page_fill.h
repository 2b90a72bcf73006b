/*
 * Pages of lists of posts; private to libretwis.
 *
 * While you read a page its list grows at the head, so the next page by number
 * would begin with posts that you have just seen.  So a page is named by its
 * place and by the last post of the page before: it begins after that post, or
 * with the next older one if that post has been deleted.  Likes and saved posts
 * have pages by number alone if that post is no longer among them.
 *
 * Not every entry of a list shows a post: some posts are gone, the reader does
 * not see those of everybody (member_names_hides()), and a repost of a post
 * that is shown further up adds nothing.  So a page reads on until it is full
 * or the list ends:
 *
 *  - more of the entries that were read with the page, if some are known to be
 *    hidden (posts_reach());
 *  - FILL_SPARE entries, which were read with the page, and whose posts are
 *    loaded in the round trip that loads the originals of reposts;
 *  - if that is not enough, 100 further entries, and at last 1000 more.
 *
 * A page of fifty reads on only if it would show fewer than ten.  On a busy
 * site many reposts repeat what is shown further up, and a page that is a
 * little shorter is better than one that is always slower.
 *
 * Home timelines, the public timeline and the lists of tags have no more than
 * 1000 entries, so their pages are always full while there are posts.  A page
 * of a member's posts or likes may be short where more than 1100 entries in a
 * row show nothing; its "Older" link continues after them.
 *
 * If nothing is missing this takes one round trip, or two with reposts, or
 * with authors whom this process does not know yet.  Spare entries cost one
 * more, and each of the two further steps costs three: eight more at most,
 * however long the list is.
 */
#ifndef PAGE_FILL_H
#define PAGE_FILL_H

#include "libretwis/post/posts.h"
#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* ---- a page of a list ----------------------------------------------- */

enum list_kind {
	LIST_NEWEST,     /* a list, newest first */
	LIST_BY_SCORE,   /* a sorted set, highest first */
	LIST_FROM_SCORE, /* the same, lowest first, from a score on */
	LIST_ANNOUNCED /* a sorted set of entries "ID TIME", by number alone */
};

struct list_page {
	struct rt_place here;
	enum list_kind kind;
	int64_t from; /* that score */
	struct rt_ids ids;

	/* The arguments of list_queue(). */
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
 * After that pipeline: sets `here.start` to where the page really begins, and
 * removes an entry 0 at the end, which is not a post.
 */
void list_parse(struct list_page *page);

/*
 * How many of the ids a page may use.  If as many as requested are there, the
 * last one only shows that the list continues.
 */
size_t list_usable(const struct list_page *page);

/* The place of the page after the first `n` entries of this one. */
struct rt_place list_after_first(const struct list_page *page, size_t n);

/*
 * The same for a page that has used its first `n` entries; RT_NO_PLACE if the
 * list ends there.
 */
struct rt_place list_next(const struct list_page *page, size_t n);

/* ---- filling a page with posts -------------------------------------- */

#define FILL_SPARE 20

/* The page's own entries, the spare ones, and two further steps. */
#define FILL_LOADS 4

/* The caller sets `page`, `size`, `names` and, if needed, the flags. */
struct page_fill {
	struct list_page page;      /* from page_fill_queue_list() */
	size_t size;                /* how many posts the page should have */
	struct member_names *names; /* of all members on the page */
	bool drop;                  /* remove entries of deleted posts */
	bool all;                   /* load the spare entries in any case */
	bool shows_announced;       /* see struct post_load */

	uint64_t visitor;
	struct post_load load[FILL_LOADS]; /* everything that was read */
	size_t loads;
	size_t used; /* of the entries in page.ids */

	struct rt_posts posts;
	struct rt_place next; /* the page after this one, or RT_NO_PLACE */
};

/* How many entries are read for a page of `size` posts. */
size_t page_fill_width(size_t size);

/* Queues the read; list_parse() is left to the caller. */
void page_fill_queue_list(struct rt_pipe *p, struct page_fill *f,
			  const char *key);

/* The same for a caller who knows the ids, and has set page.ids. */
void page_fill_set_list(struct page_fill *f, const char *key);

/* After that: queues the posts of the page, as posts_queue() does. */
void page_fill_queue(struct rt_pipe *p, struct page_fill *f, uint64_t visitor);

/* In a later pipeline: queues what these posts refer to. */
void page_fill_queue_rest(struct rt_pipe *p, struct page_fill *f);

/* After that pipeline: reads on if posts are missing. */
enum rt_err page_fill_end(struct rt *rt, struct arena *a, struct page_fill *f);

/* page_fill_queue_rest() and page_fill_end() in one. */
enum rt_err page_fill_parse(struct rt *rt, struct arena *a,
			    struct page_fill *f);

#endif
