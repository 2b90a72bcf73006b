/* The replies to a post; private to libretwis. */
#ifndef THREAD_H
#define THREAD_H

#include "libretwis/redis/pipe.h"

/*
 * Adds a reply to a thread, and brings the number that the parent's hash
 * tells up to date.  Nothing for a parent of 0.  Two round trips.
 */
enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply);

#endif
