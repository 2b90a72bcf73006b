/*
 * Loading posts, many at once; private to libretwis.
 *
 * That takes four steps: posts_queue() queues in one pipeline of the caller,
 * posts_queue_rest() in a later one, posts_queue_names() in one after that, and
 * posts_pick() makes the posts of what has come.  The second step is for what
 * the first one could not know: the posts that reposts show, and the authors
 * whose display names are to be asked for.
 *
 * But a post never changes its author.  So a process remembers who wrote the
 * last few thousand posts that it has loaded, and asks for these authors along
 * with the posts (member_names.h).  That is only a guess: the post says who
 * wrote it, and the name of that member is shown.  So on most pages the second
 * step has nothing to ask, and then costs no round trip.
 *
 * A repost has the id of the original's author, which is asked for along with
 * the original.  The third step is for reposts by an earlier Retwis, which lack
 * that, where the process does not know that author, either.
 */
#ifndef POSTS_H
#define POSTS_H

#include "libretwis/member/member_names.h"
#include "libretwis/post/post_fields.h"

/*
 * Posts on their way: their ids, what their hashes hold, what their authors are
 * called, what the visitor did with them, and the posts that the reposts among
 * them show.
 */
struct post_load {
	uint64_t visitor;
	struct member_names *names; /* of the page */
	bool is_plain;              /* nobody shows display names */
	struct rt_ids ids;
	union post_fields *fields;
	const char **liked, **reposted; /* NULL without a visitor */
	struct post_load *originals;    /* NULL: not asked for */
};

/*
 * First step: queues one HGETALL for each post, one command for each author who
 * is known and was not asked for in the last ten seconds, and two commands more
 * for a visitor who is not 0.  The caller may take the visitor's word for who
 * that is, if it checks the session before it shows anything.  `names` is NULL
 * where nobody shows display names; then authors are asked for only where PHP
 * wrote the post, which has no name in it.
 */
void posts_queue(struct rt_pipe *p, struct post_load *l, uint64_t visitor,
		 struct member_names *names, struct rt_ids ids);

/*
 * Beside it, if the caller knows already which posts the reposts show: saves
 * the second step.
 */
void posts_queue_originals(struct rt_pipe *p, struct post_load *l,
			   struct rt_ids ids);

/*
 * After the first step: how many will be shown, since they are there, and no
 * entry before them shows the same post.
 */
size_t posts_shown_in_all(struct arena *a, const struct post_load *l);

/*
 * Second and third step: queue what is still missing, if anything is; the third
 * one only names.
 */
void posts_queue_rest(struct rt_pipe *p, struct post_load *l);
void posts_queue_names(struct rt_pipe *p, const struct post_load *l);

/*
 * Queues, beside that, that entries whose posts are gone leave this list; all
 * but the last, behind which somebody may go on.  If Redis takes no writes they
 * stay, and nothing else fails.
 */
void posts_drop_gone(struct rt_pipe *p, const struct post_load *l,
		     const char *list);

/*
 * Last step: adds posts of the first `n` ids to `out`, in their order, until
 * there are `max`.  Leaves out those that are gone, and never adds a post
 * twice.  Returns how many ids it went through.
 */
size_t posts_pick(struct arena *a, const struct post_load *l, size_t n,
		  size_t max, struct rt_posts *out);

/*
 * After the second step: how many of these are newer than that post, will be
 * shown, and are by somebody else than `me`.
 */
uint64_t posts_newer(const struct post_load *l, uint64_t than, uint64_t me);

/* All steps but the first for all posts: mostly at most one round trip. */
enum rt_err posts_parse(struct rt *rt, struct arena *a, struct post_load *l,
			struct rt_posts *out);

/*
 * The author of each of these posts, in the order of `ids`; 0 if it is gone.
 * One round trip, or only what queues it.
 */
void posts_queue_authors(struct rt_pipe *p, struct rt_ids ids,
			 uint64_t *author);
enum rt_err posts_authors(struct rt *rt, struct arena *a, struct rt_ids ids,
			  uint64_t **author);

#endif
