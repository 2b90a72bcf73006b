/* The posts of a tag; private to libretwis. */
#ifndef TAG_H
#define TAG_H

#include "libretwis/post/trend.h"

/* Of the tags of a body the first ones are stored. */
#define TAGS_MAX 20

/* Puts a post into the lists of its tags, which then are in use. */
void tags_push(struct rt_pipe *p, const char *body, struct trend_post post);

/* The tags that a post leaves, and how many posts each still has. */
struct tags {
	const char *tag[TAGS_MAX];
	uint64_t left[TAGS_MAX];
	size_t n;
};

/*
 * Takes a post out of the lists of its tags.  In the next pipeline those that
 * are empty go out of use, and in a third one, which is seldom needed, come
 * back into use those that somebody used at that moment: a list is filled
 * before its tag comes into use, so that whoever looks last sees it.
 */
void tags_drop(struct rt_pipe *p, struct tags *t, const char *body,
	       struct trend_post post);
void tags_disuse(struct rt_pipe *p, struct tags *t);
void tags_reuse(struct rt_pipe *p, const struct tags *t);

#endif
