/*
 * Adding a post to the lists that show it; private to libretwis.
 *
 * push_post() queues three commands, and most of the other functions queue
 * one.  A push changes nothing if its list has the post already, as push.lua
 * explains.
 */
#ifndef PUSH_H
#define PUSH_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * How many of a list's newest entries are searched for a copy of the post.
 * PUSH_NEAR is for a request that got a new id a few seconds ago; it saves the
 * 30 microseconds that Redis takes to search a full timeline.  Everybody else
 * needs PUSH_FAR: a program that finishes what another has begun, and a
 * delivery, which may come after newer posts.
 */
enum push_depth { PUSH_NEAR = 64, PUSH_FAR = 1000 };

/*
 * How deep a request has to search now.  `is_first`: it got the id of its post
 * before every other copy of the same form.  `since` is the monotonic time in
 * milliseconds when it began, before it requested that id.
 */
enum push_depth push_depth_of(bool is_first, int64_t since);

/* Into the list of a tag, which is in lower case. */
void push_tag(struct rt_pipe *p, const char *tag, uint64_t post,
	      enum push_depth depth);

/* Into the list of a member whom the post mentions. */
void push_mention(struct rt_pipe *p, uint64_t member, uint64_t post,
		  enum push_depth depth);

/*
 * Into a home timeline.  In an `adopted` database a timeline is a cache, which
 * its owner's next visit rebuilds, so one that does not exist is not begun.
 * The post may be older than others in the list, so the search is deep.
 */
void push_home(struct rt_pipe *p, uint64_t owner, uint64_t post, bool adopted);

/*
 * Queues a trim of a home timeline of that length, but only once it is so much
 * too long that a command is worth it: most deliveries trim nothing.
 */
void push_trim(struct rt_pipe *p, uint64_t owner, uint64_t length);

/*
 * Into the lists that every post is in: the author's own two, and everybody's.
 */
void push_post(struct rt_pipe *p, uint64_t author, uint64_t post, bool adopted,
	       enum push_depth depth);

/* ---- replies -------------------------------------------------------- */

/*
 * Adds a reply to its parent's list, and copies the new number of replies into
 * the parent's hash.  Does nothing for a parent of 0, or one that is gone.
 * Two round trips, three if the parent is deleted at that moment.
 */
enum rt_err push_reply(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply);

/*
 * The same in two steps.  The first queues the commands that add the reply and
 * read the number in a pipeline of the caller; the second copies the number.
 */
void push_queue_reply(struct rt_pipe *p, uint64_t parent, uint64_t reply,
		      enum push_depth depth, uint64_t *replies);
enum rt_err push_count_reply(struct rt *rt, struct arena *a, uint64_t parent,
			     uint64_t reply, uint64_t replies);

#endif
