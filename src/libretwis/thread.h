/* A post, what it answers, and its replies; private to libretwis. */
#ifndef THREAD_H
#define THREAD_H

#include "libretwis/redis.h"

enum { PARENT_USER_ID, PARENT_USERNAME, PARENT_REPOST_OF, PARENT_FIELDS };

/* The post that a new one answers. */
struct parent {
	uint64_t id; /* 0: none */
	const char *field[PARENT_FIELDS];
	const char *name;
};

/* In the first pipeline, and in the second: where PHP wrote it, its author. */
void parent_look(struct rt_pipe *p, struct parent *parent, uint64_t id);
void parent_check(struct rt_pipe *p, struct parent *parent);

/* Between the two. */
bool parent_is_gone(const struct parent *parent);

/*
 * Adds a reply to a thread, and brings the number that the parent's hash
 * tells up to date.  Nothing for a parent of 0.  Two round trips.
 */
enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply);

#endif
