/*
 * Loading posts, many at once; private to libretwis.
 *
 * This takes four steps: posts_queue() queues commands in one pipeline of the
 * caller, posts_queue_rest() in a later one, posts_queue_names() in one after
 * that, and posts_pick() builds the posts from the replies.  The second step
 * is for what the first cannot know: which posts the reposts show, and which
 * authors' display names are needed.
 *
 * But a post never changes its author.  So a process remembers who wrote the
 * last few thousand posts that it has loaded, and reads the names of these
 * authors along with the posts (member_names.h).  Nothing depends on it: the
 * post itself says who wrote it, and the name of that member is shown.  So on
 * most pages the second step has nothing to read, and costs no round trip.  The
 * same is true of the conversation that a post belongs to.
 *
 * A repost has the id of the original's author, whose name is read along with
 * the original.  The third step is for reposts by an earlier Retwis, which
 * lack that id, if the process does not remember the author either.
 */
#ifndef POSTS_H
#define POSTS_H

#include "libretwis/member/member_names.h"
#include "libretwis/post/post_fields.h"

/*
 * Posts that are being loaded: their ids, the fields of their hashes, the
 * names of their authors, whether the visitor has liked or reposted them, and
 * the originals of the reposts among them.
 */
struct post_load {
	uint64_t visitor;
	struct member_names *names; /* of the page */
	bool is_plain;              /* no display names are needed */
	bool hides_nobody;          /* may be set after the first step */
	bool shows_announced; /* also of members whom the reader has muted */
	struct rt_ids ids;
	union post_fields *fields;
	const char **liked, **reposted; /* NULL without a visitor */
	struct post_load *originals;    /* NULL: not queued */
};

/*
 * First step: queues one HGETALL for each post, one command for each
 * remembered author whose name is older than ten seconds, and two more
 * commands for a visitor who is not 0.  The visitor's session need not be
 * checked yet, as long as the caller checks it before it shows anything.
 * `names` is NULL if no display names are needed; then a name is read only for
 * a post by PHP Retwis, which stores none in it.
 */
void posts_queue(struct rt_pipe *p, struct post_load *l, uint64_t visitor,
		 struct member_names *names, struct rt_ids ids);

/*
 * The same for a page about one post, and before it the visitor's session.
 * Whoever opens it sees the post, also if they have muted its author.
 */
void posts_queue_visited(struct rt_pipe *p, struct post_load *l,
			 struct session *visitor, struct member_names *names,
			 const char *secret, struct rt_ids id);

/*
 * In the same pipeline, if the caller knows already which posts the reposts
 * show: saves the second step.
 */
void posts_queue_originals(struct rt_pipe *p, struct post_load *l,
			   struct rt_ids ids);

/*
 * How many of the ids, from the first one on, to load if the reader is to see
 * `n` posts.  Those of authors who are hidden from the reader do not count, if
 * this process remembers who wrote them.  If it does so of some, but not of
 * all, others may be hidden, too, and these are all the ids.
 */
size_t posts_reach(const struct member_names *names, struct rt_ids ids,
		   size_t n);

/*
 * After the first step: how many different posts will be shown, without those
 * that are gone or hidden.
 */
size_t posts_shown_in_all(struct arena *a, const struct post_load *l);

/*
 * Second and third step: queue what is still missing, if anything is.  The
 * third reads only names.
 */
void posts_queue_rest(struct rt_pipe *p, struct post_load *l);
void posts_queue_names(struct rt_pipe *p, const struct post_load *l);

/*
 * In the same pipeline: queues the removal of entries whose posts are gone from
 * this list, or set; but not of those that a moderator may restore, and not of
 * the last one, because the next page may begin after it.  If Redis accepts no
 * writes, they are not removed, and nothing else fails.
 */
void posts_drop_gone(struct rt_pipe *p, const struct post_load *l,
		     const char *key, bool is_set);

/*
 * Last step: adds the posts of the first `n` ids to `out`, in their order,
 * until there are `max`.  Leaves out those that are gone, those that the reader
 * does not see, and all reposts of these, and never adds a post twice.  Returns
 * how many ids it has used.
 */
size_t posts_pick(struct arena *a, const struct post_load *l, size_t n,
		  size_t max, struct rt_posts *out);

/*
 * The same for the only post, of a load that hides nobody: its id is 0 if it is
 * gone, or if its author is suspended and the visitor does not see that.
 */
struct rt_post posts_pick_one(struct arena *a, const struct post_load *l);

/* After the first step: the fields of a post; NULL if it is not in `ids`. */
const union post_fields *posts_fields(const struct post_load *l, uint64_t id);

/*
 * After the second step: whether this post is there, and is only hidden from
 * the reader.
 */
bool posts_hide(const struct post_load *l, uint64_t id);

/*
 * After the second step: how many of the posts that will be shown are newer
 * than `than`, and not by `me`.
 */
uint64_t posts_newer(const struct post_load *l, uint64_t than, uint64_t me);

/* All steps but the first, for all posts: usually one round trip at most. */
enum rt_err posts_parse(struct rt *rt, struct arena *a, struct post_load *l,
			struct rt_posts *out);

/* The conversation of a post, as it was last loaded; 0: not known. */
uint64_t posts_recall_root(uint64_t post);

/*
 * Reads the author of each of these posts, in the order of `ids`; 0 if it is
 * gone.  One round trip.
 */
enum rt_err posts_authors(struct rt *rt, struct arena *a, struct rt_ids ids,
			  uint64_t **author);

#endif
