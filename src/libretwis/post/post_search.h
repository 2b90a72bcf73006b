/*
 * Finding posts by their words; private to libretwis.
 *
 * Each word has a sorted set of the posts that it is in (word_index.h), of
 * which the newest thousand are read.  The word whose thousand reach back
 * furthest names the posts that may be meant, and for those the other words
 * are asked only where their own thousand do not reach.  Then the newest of
 * the posts that are left are loaded, and those shown that really have the
 * words.  So a page costs the same however many posts there are, and where it
 * finds few, the next one goes on from where it has looked.
 *
 * A word that is in too many posts has no set.  The posts that the other words
 * name must have it, too.
 */
#ifndef POST_SEARCH_H
#define POST_SEARCH_H

#include "libretwis/post/posts.h"
#include "libretwis/retwis.h"
#include "libretwis/text/words.h"

/* What a post must have: a word in one of its spellings, or an author. */
struct sought {
	const char *digest[WORD_SPELLINGS];
	const char *shown;
	bool is_author, is_common;
	size_t keys;
	const char *stopped[WORD_SPELLINGS];  /* it is too common */
	struct rt_ids newest[WORD_SPELLINGS]; /* of each set */
	struct rt_ids all;                    /* of both, newest first */
	uint64_t floor; /* older ones may be missing there; 0: none */
	size_t from;    /* the first of the ids that are asked for */
	const char **score[WORD_SPELLINGS]; /* of these */
};

struct post_search {
	struct words words;
	const char *author; /* folded; or NULL */
	uint64_t after;
	struct sought v[RT_SEARCH_WORDS + 1];
	size_t n;
	const struct sought *base; /* names the posts; NULL: none does */
	struct rt_ids ids;         /* of these */
	struct post_load load;     /* the newest of them */
	bool is_loaded;
};

/*
 * Reads what is asked for, and sets the fields of `r` that say so.  The search
 * begins after the post `after`; 0: with the newest.
 */
void post_search_read(struct rt *rt, struct arena *a, const char *q,
		      uint64_t after, struct post_search *s,
		      struct rt_search *r);

/* Queue what each of three pipelines reads, and use the one before it. */
void post_search_queue(struct rt_pipe *p, struct post_search *s);
void post_search_queue_scores(struct rt_pipe *p, struct post_search *s,
			      struct rt_search *r);
void post_search_queue_posts(struct rt_pipe *p, struct post_search *s,
			     uint64_t visitor, struct member_names *names);

/* After the second was queued: whether one of the words is in any post. */
bool post_search_is_worth(const struct post_search *s);

/*
 * After them: stores the posts in `r`.  One round trip more at most, for the
 * names of authors.
 */
enum rt_err post_search_parse(struct rt *rt, struct arena *a,
			      struct post_search *s, struct rt_search *r);

#endif
