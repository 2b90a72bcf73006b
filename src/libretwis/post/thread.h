/* The replies to a post; private to libretwis. */
#ifndef THREAD_H
#define THREAD_H

#include "libretwis/redis/pipe.h"

/*
 * Adds a reply to its parent's list, and copies the new number of replies into
 * the parent's hash.  Does nothing for a parent of 0, or one that is gone.
 * Two round trips, three if the parent is deleted at this very moment.
 */
enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply);

#endif
