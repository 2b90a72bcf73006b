/*
 * Putting a post into the lists that show it; private to libretwis.
 *
 * Each queues one command, which does nothing where the list has the post
 * already.  push.lua says how.
 */
#ifndef PUSH_H
#define PUSH_H

#include "libretwis/redis/pipe.h"

/* What its author wrote, and everybody's timeline. */
void push_own(struct rt_pipe *p, uint64_t author, uint64_t post);
void push_timeline(struct rt_pipe *p, uint64_t post);

/* In small letters. */
void push_tag(struct rt_pipe *p, const char *tag, uint64_t post);

/*
 * A home timeline: in an adopted database only one that is there, since it is
 * a cache, and only its owner's look makes it.  An older post may come last.
 */
void push_home(struct rt_pipe *p, uint64_t owner, uint64_t post, bool adopted);

#endif
