/*
 * Who has read an announcement; private to libretwis.
 *
 * The sorted set `read:POST` has the ids of those who have pressed "I've read
 * it", by time.  Thirty days after the end, a worker keeps only their number.
 */
#ifndef POST_ANNOUNCEMENTS_H
#define POST_ANNOUNCEMENTS_H

#include "libretwis/retwis.h"
#include "libretwis/post/post_fields.h"
#include "redis/pipe.h"

/*
 * Whether the visitor has read those of the posts that are announcements and
 * still run.  Queues nothing for other posts, or without a visitor.
 */
struct announcements_load {
	const char **read; /* of each post */
};

void announcements_queue(struct rt_pipe *p, struct announcements_load *l,
			 uint64_t visitor, const struct rt_posts *posts);
void announcements_parse(const struct announcements_load *l,
			 struct rt_posts *posts);

/*
 * How many have read one, and of how many members: those in the list of members
 * who are not suspended.  Newcomers who wait for approval are not in it.
 */
struct readers_load {
	bool is_counted; /* else only the number that is stored is known */
	uint64_t readers, listed, suspended;
};

/* Queues nothing for a post with these fields that is no announcement. */
void readers_queue(struct rt_pipe *p, struct readers_load *l, uint64_t post,
		   const union post_fields *fields);

/* `members` becomes 0 if only the number of readers is known. */
void readers_parse(const struct readers_load *l, struct rt_attached *attached,
		   uint64_t *members);

/* Queues that a member is no longer among the readers of an announcement. */
void announcement_forget(struct rt_pipe *p, uint64_t post, uint64_t member);

#endif
