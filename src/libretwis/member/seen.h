/*
 * The field `seen` of `user:ID`: the newest post that its owner saw at home;
 * private to libretwis.
 *
 * It tells how many posts have come into the home timeline since the last
 * visit.  It is written only when there is a newer post.  Where Redis is full
 * it stays as it is, and the page is shown all the same.
 */
#ifndef SEEN_H
#define SEEN_H

#include "libretwis/member/session.h"

struct seen {
	uint64_t newest;   /* the field as it was; 0: never here before */
	struct rt_ids own; /* the visitor's own posts, which are not new */
};

/*
 * For the first entries of the visitor's timeline, newest first: queues what
 * writes the field, and what seen_fresh() needs.  Only after a pipeline with
 * session_check(), which has read the field.
 */
void seen_note(struct rt_pipe *p, struct seen *seen,
	       const struct session *visitor, struct rt_ids ids);

/* After that pipeline: how many of these entries are new. */
uint64_t seen_fresh(const struct seen *seen, struct rt_ids ids);

#endif
