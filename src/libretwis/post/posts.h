/* Loading posts; private to libretwis. */
#ifndef POSTS_H
#define POSTS_H

#include "libretwis/redis/pipe.h"

enum {
	POST_USER_ID,
	POST_TIME,
	POST_BODY,
	POST_USERNAME,
	POST_MENTIONS,
	POST_REPLY_TO,
	POST_REPLY_NAME,
	POST_REPOST_OF,
	POST_REPOST_NAME,
	POST_REPLIES,
	POST_LIKES,
	POST_REPOSTS,
	POST_FIELDS
};

/*
 * Posts on their way: their ids, what their hashes hold, what the visitor
 * did with them, and the posts that the reposts among them show.
 */
struct post_load {
	uint64_t visitor;
	struct rt_ids ids;
	const char *(*field)[POST_FIELDS];
	const char **liked, **reposted; /* NULL without a visitor */
	struct post_load *originals;    /* NULL: not asked for */
	bool whole;                     /* nothing more is to be asked */
};

/*
 * First: queues one HGETALL a post, and for a visitor who is not 0 two commands
 * more.  Whether that is really the visitor the caller has to know at last.
 */
void posts_ask(struct rt_pipe *p, struct post_load *l, uint64_t visitor,
	       struct rt_ids ids);

/* With it, where it is known already: what reposts among them show. */
void posts_ask_originals(struct rt_pipe *p, struct post_load *l,
			 struct rt_ids ids);

/* How many will not be shown: they are gone, or show what another one does. */
size_t posts_gone(const struct post_load *l);

/*
 * Second: queues what is still missing, the posts that reposts show and the
 * authors of posts by PHP.  For most pages that is nothing, and no round trip.
 */
void posts_ask_rest(struct rt_pipe *p, struct post_load *l);

/*
 * Last: adds posts to `out` in the order of their ids, until there are `max`,
 * without those that are gone and none twice.  Without the second step it
 * ends before the first that needed it.  Returns how many ids that took.
 */
size_t posts_pick(struct arena *a, const struct post_load *l, size_t max,
		  struct rt_posts *out);

/* The same for all of them, into a list of their own. */
void posts_pick_all(struct arena *a, const struct post_load *l,
		    struct rt_posts *out);

/* The second and the last step for all posts: at most one round trip. */
enum rt_err posts_take(struct rt *rt, struct arena *a, struct post_load *l,
		       struct rt_posts *out);

/* All three, for nobody: one or two round trips. */
enum rt_err posts_load(struct rt *rt, struct arena *a, struct rt_ids ids,
		       struct rt_posts *out);

/* The author of each of these posts, in their order; 0: it is gone. */
enum rt_err posts_authors(struct rt *rt, struct arena *a, struct rt_ids ids,
			  uint64_t **author);

#endif
