/*
 * Putting a post into the lists that show it; private to libretwis.
 *
 * push_post() queues three commands, and each other function one.  A push
 * changes nothing if its list has the post already; push.lua says how.
 */
#ifndef PUSH_H
#define PUSH_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * How many of the newest entries may hide a copy of the post.  PUSH_NEAR is for
 * a request that got a new id a few seconds ago: to search a full timeline to
 * its end takes Redis 30 microseconds.  All others look far: a program that
 * finishes what another has begun, and a delivery, which may come after newer
 * posts.
 */
enum push_look { PUSH_NEAR = 64, PUSH_FAR = 1000 };

/*
 * How far a request looks now: `is_first` if it got the id of its post before
 * all others who send the same; `since` is the monotonic millisecond at which
 * it began, before it asked for that id.
 */
enum push_look push_reach(bool is_first, int64_t since);

/* Into the list of a tag, which is in small letters. */
void push_tag(struct rt_pipe *p, const char *tag, uint64_t post,
	      enum push_look look);

/* Into the list of a member whom it mentions. */
void push_mention(struct rt_pipe *p, uint64_t member, uint64_t post,
		  enum push_look look);

/*
 * Into a home timeline.  An `adopted` database has it as a cache, which its
 * owner's next look makes: there a timeline that does not exist is left alone.
 * The post may be older than others in the list, and we look far.
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
void push_post(struct rt_pipe *p, uint64_t author, uint64_t post, bool adopted,
	       enum push_look look);

#endif
