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

/*
 * The field as session_check() has read it, in a pipeline before; 0 if its
 * owner was never here.
 */
uint64_t seen_newest(const struct session *visitor);

/*
 * For the first entries of the visitor's timeline, newest first: queues what
 * writes the field.  False if there was nothing to write.
 */
bool seen_note(struct rt_pipe *p, const struct session *visitor,
	       struct rt_ids ids);

#endif
