/*
 * Live updates by publish and subscribe: tells open pages that something is
 * new; private to libretwis.
 *
 * A message says only that there is something to read, and whoever receives it
 * reads the data.  So a lost message loses no data, and failing to send one is
 * not an error.  Send it after the data are written, or they may be read too
 * early.
 */
#ifndef NOTIFY_H
#define NOTIFY_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Each queues a message in a pipeline on the bus; nothing for member 0. */
void notify_member(struct rt_pipe *bus, uint64_t member);
void notify_timeline(struct rt_pipe *bus);

/* The same for up to a thousand members in one message. */
void notify_members(struct rt_pipe *bus, struct rt_ids members);

/* Sends a message about one member.  One round trip on the bus. */
void notify_member_now(struct rt *rt, struct arena *a, uint64_t member);

#endif
