/*
 * Publish and subscribe: telling those who have a page open that something is
 * new for them; private to libretwis, and to the programs that deliver.
 *
 * What is said is a hint, no more: who hears it looks at the data.  So nothing
 * is lost that cannot be told, and failing to tell is nobody's error.  Tell
 * after the data are written, or who hears it looks too early.
 */
#ifndef HINT_H
#define HINT_H

#include "libretwis/redis/pipe.h"

/* Queue one command on a pipeline of the bus; nothing for a member of 0. */
void hint_member(struct rt_pipe *bus, uint64_t member);
void hint_timeline(struct rt_pipe *bus);

/* One member: one round trip on the bus. */
void hint_member_now(struct rt *rt, struct arena *a, uint64_t member);

/* A thousand, or some: one command in one round trip on the bus. */
void hint_members(struct rt *rt, struct arena *a, struct rt_ids members);

#endif
