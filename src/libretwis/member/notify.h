/*
 * Publish and subscribe: telling those who have a page open that something is
 * new; private to libretwis.
 *
 * A message is a hint and no more: the listener looks at the data.  So if one
 * is lost, nothing is lost, and failing to send one is no error.  Send it after
 * the data are written, or the listener looks too early.
 */
#ifndef NOTIFY_H
#define NOTIFY_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Each queues a command on a pipeline of the bus; nothing for member 0. */
void notify_member(struct rt_pipe *bus, uint64_t member);
void notify_timeline(struct rt_pipe *bus);

/* The same for up to a thousand members at once. */
void notify_members(struct rt_pipe *bus, struct rt_ids members);

/* Tells one member.  One round trip on the bus. */
void notify_member_now(struct rt *rt, struct arena *a, uint64_t member);

#endif
