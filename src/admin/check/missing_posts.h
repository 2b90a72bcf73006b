/* What should be in a home timeline, and is not; private to libretwis. */
#ifndef MISSING_POSTS_H
#define MISSING_POSTS_H

#include "admin/check/passes.h"

/* One home timeline, and what was asked about it. */
struct home_check {
	struct pass_subject is; /* its owner */
	const char *key;
	uint64_t ttl;
	struct rt_ids ids, followed; /* with the times, in turn */
	struct rt_ids sorted;        /* the ids, smallest first */
	uint64_t oldest;             /* nothing before it can be lacking */
	struct post_hash *post;
	const char **stays; /* in followers: of its author, the owner */
};

/* It expires, so it was thrown away whenever it was wrong. */
bool home_is_kept(const struct home_check *l);

/* Looks for lacking posts of the owner, and of the members who are followed. */
enum rt_err home_misses(struct check *c, struct home_check *l);

#endif
