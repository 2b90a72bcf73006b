/*
 * Putting a post into the lists that show it; private to libretwis.
 *
 * push_post() queues three commands and each other function one.  A push
 * changes nothing if its list has the post already; push.lua says how.
 */
#ifndef PUSH_H
#define PUSH_H

#include "libretwis/redis/pipe.h"

/* Into what its author wrote, and into everybody's timeline. */
void push_own(struct rt_pipe *p, uint64_t author, uint64_t post);
void push_timeline(struct rt_pipe *p, uint64_t post);

/* Into the list of a tag, which is in small letters. */
void push_tag(struct rt_pipe *p, const char *tag, uint64_t post);

/*
 * Into a home timeline.  An `adopted` database has it as a cache, which its
 * owner's next look makes: there a timeline that does not exist is left alone.
 * The post may be older than others in the list.
 */
void push_home(struct rt_pipe *p, uint64_t owner, uint64_t post, bool adopted);

/*
 * Queues that a home timeline of that length is trimmed, once it is so much too
 * long that this is worth a command: most deliveries trim nothing.
 */
void push_trim(struct rt_pipe *p, uint64_t owner, uint64_t length);

/*
 * Into the lists that every post is in: the author's own two, and everybody's.
 */
void push_post(struct rt_pipe *p, uint64_t author, uint64_t post,
	       bool adopted);

#endif
