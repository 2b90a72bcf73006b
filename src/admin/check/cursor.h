/* What a walk goes over, stretch by stretch; private to libretwis. */
#ifndef CURSOR_H
#define CURSOR_H

#include "libretwis/retwis.h"
#include "admin/check/checking.h"
#include "redis/keyspace.h"

enum over {
	MEMBERS,
	POSTS,
	HASH,
	SORTED,
	/* What follows is short. */
	QUEUES,
	HOSTS,
	HOURS,
	KEYS,
	ONCE
};

/* Where a walk is, and the next subjects; none at the end. */
struct cursor {
	enum over over;
	size_t chunk;    /* so many at a time */
	const char *key; /* of the hash or set */
	uint64_t done;
	struct scan hash;
	struct scan_keys keys;
	struct subject *v;
	size_t n;
};

/* The subjects live in `c->chunk`.  In the second look, those of its faults. */
enum rt_err cursor_next(struct check *c, struct cursor *at);

#endif
