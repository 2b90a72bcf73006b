/* The replies to a post; private to libretwis. */
#ifndef THREAD_H
#define THREAD_H

#include "libretwis/post/push.h"

/*
 * Adds a reply to its parent's list, and copies the new number of replies into
 * the parent's hash.  Does nothing for a parent of 0, or one that is gone.
 * Two round trips, three if the parent is deleted at this very moment.
 */
enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply);

/*
 * The same in two steps.  The first one queues what adds the reply, and what
 * asks for the number, in a pipeline of the caller; the second one copies it.
 */
void thread_push(struct rt_pipe *p, uint64_t parent, uint64_t reply,
		 enum push_look look, uint64_t *replies);
enum rt_err thread_count(struct rt *rt, struct arena *a, uint64_t parent,
			 uint64_t reply, uint64_t replies);

#endif
