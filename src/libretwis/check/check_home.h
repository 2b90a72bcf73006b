/* One home timeline under check; private to check_home.c, check_lacks.c */
#ifndef CHECK_HOME_H
#define CHECK_HOME_H

#include "libretwis/check/check.h"

struct home_look {
	struct subject of;
	const char *name, *key;
	uint64_t ttl;
	struct rt_ids ids, followed; /* with the times, in turn */
	struct rt_ids sorted;        /* the ids, smallest first */
	uint64_t oldest;             /* nothing before it can be lacking */
	const char **post;           /* user_id and username of each */
	const char **stays; /* in followers: of its author, the owner */
};

/* One without an end was begun before they were made anew when wrong. */
bool home_is_kept(const struct home_look *l);

/* Looks for what it lacks of those who are followed, and of its owner. */
enum rt_err home_lacks(struct check *c, struct home_look *l);

#endif
