/*
 * Publish and subscribe: telling those who have a page open that something is
 * new for them; private to libretwis, and to the programs that deliver.
 *
 * What is said is a hint, no more: who hears it looks at the data.  So nothing
 * is lost that cannot be told, and failing to tell is nobody's error.  Tell
 * after the data are written, or who hears it looks too early.
 */
#ifndef LIVE_H
#define LIVE_H

#include "libretwis/post/mention.h"

/* Queue one command on a pipeline of the bus; nothing for a member of 0. */
void hint_member(struct rt_pipe *bus, uint64_t member);
void hint_timeline(struct rt_pipe *bus);

/* Tells those of whom told_notice() told, and the readers of the timeline. */
void told_hint(struct rt_pipe *bus, const struct mentions *m,
		    uint64_t answered);

/* One member: one round trip on the bus. */
void hint_member_now(struct rt *rt, struct arena *a, uint64_t member);

/* A thousand, or some: one command in one round trip on the bus. */
void hint_members(struct rt *rt, struct arena *a, struct rt_ids members);

#endif
