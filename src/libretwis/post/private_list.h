/*
 * Lists of posts that members keep for themselves: those that they like, and
 * those that they have saved; private to libretwis.
 */
#ifndef PRIVATE_LIST_H
#define PRIVATE_LIST_H

#include "libretwis/retwis.h"

struct private_list {
	const char *key; /* a format from FORMAT_BY_ID(): a set by time */
	struct rt_place place;
	bool drop; /* remove entries whose posts are gone */
};

/* A page of the list, with as many round trips as rt_likes() has. */
enum rt_err private_list_read(struct rt *rt, struct arena *a,
			      const char *secret,
			      const struct private_list *what,
			      struct rt_private_list *out);

#endif
