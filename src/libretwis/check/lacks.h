/* What should be in a home timeline, and is not; private to libretwis. */
#ifndef LACKS_H
#define LACKS_H

#include "libretwis/check/looking.h"

/* One home timeline, and what was asked about it. */
struct home_look {
	struct looked is; /* its owner */
	const char *key;
	uint64_t ttl;
	struct rt_ids ids, followed; /* with the times, in turn */
	struct rt_ids sorted;        /* the ids, smallest first */
	uint64_t oldest;             /* nothing before it can be lacking */
	struct post_hash *post;
	const char **stays; /* in followers: of its author, the owner */
};

/* It expires, so it was thrown away whenever it was wrong. */
bool home_is_kept(const struct home_look *l);

/* Looks for lacking posts of the owner, and of the members who are followed. */
enum rt_err home_lacks(struct check *c, struct home_look *l);

#endif
