/*
 * The field `seen` of `user:ID`: the newest post that its owner has seen at
 * home; private to libretwis.
 *
 * It shows how many posts have come into the home timeline since the last
 * visit.  It is written only if there is a newer post.  While Redis is full it
 * is left unchanged, and the page is shown all the same.
 */
#ifndef SEEN_H
#define SEEN_H

#include "libretwis/member/session.h"

/*
 * The field as read by session_check() in an earlier pipeline; 0 if its owner
 * has never been at home.
 */
uint64_t seen_newest(const struct session *visitor);

/*
 * Queues a write of the field, for the first entries of the visitor's
 * timeline, newest first.  False if there is nothing to write.
 */
bool seen_note(struct rt_pipe *p, const struct session *visitor,
	       struct rt_ids ids);

#endif
