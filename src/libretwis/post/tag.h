/* The posts of a tag; private to libretwis. */
#ifndef TAG_H
#define TAG_H

#include "libretwis/post/push.h"
#include "libretwis/post/trend.h"

/* Only the first tags of a body count. */
#define TAGS_MAX 20

/* Puts a post into the lists of its tags, and the tags among those in use. */
void tags_push(struct rt_pipe *p, const char *body, struct trend_post post,
	       enum push_look look);

/*
 * Counts its tags in the hour of `time`, where tags_push() has counted them in
 * that of `post.time`.
 */
void tags_redate(struct rt_pipe *p, const char *body, struct trend_post post,
		 uint64_t time);

/*
 * The tags of a post that is being deleted, and how many posts each has left.
 */
struct tags {
	const char *tag[TAGS_MAX];
	uint64_t left[TAGS_MAX];
	size_t n;
};

/*
 * Take a post out of the lists of its tags, in three pipelines:
 *
 *  - tags_drop() takes the post out.
 *  - tags_disuse() takes the tags whose lists are empty now out of use, and
 *    behind rt_pipe_then() tags_queue() asks how many posts they have.
 *  - tags_reuse() brings back those to which somebody added a post at that
 *    very moment.  It hardly ever has something to do.
 *
 * tags_push() fills a list before it brings the tag into use.  So, of two who
 * meet here, the one who looks last sees what the other one did.  On many
 * servers the two may be done the other way round, and a tag with posts may
 * remain out of use: then the search does not know it until somebody uses it
 * again, or a host mends it.  To wait would cost each post with a tag a round
 * trip.
 */
void tags_drop(struct rt_pipe *p, struct tags *t, const char *body,
	       struct trend_post post);
void tags_disuse(struct rt_pipe *p, struct tags *t);
void tags_queue(struct rt_pipe *p, struct tags *t);
void tags_reuse(struct rt_pipe *p, const struct tags *t);

#endif
