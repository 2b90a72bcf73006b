/*
 * Deleting what a member has, some entries at a time; private to libretwis.
 *
 * Each function reads the first entries of a list and deletes them, until the
 * list is empty or the time is over.  So entries that are added in between are
 * deleted, too; and if it is interrupted, the same call finishes it.
 */
#ifndef DROP_MEMBER_H
#define DROP_MEMBER_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"
#include "schema/key.h"

struct drop {
	uint64_t id;           /* the member's */
	const struct key *key; /* the one that is being emptied */
	size_t most;           /* entries at a time; 0: a thousand */
	uint64_t done, total;
	void (*tell)(uint64_t done, uint64_t total); /* progress, or NULL */
	int64_t end_ms;     /* by clock_ms(), when to stop; 0: never */
	bool is_cut;        /* the time was over; nothing more is deleted */
	struct arena chunk; /* the caller frees it */
};

/* Followers, and those whom the member follows. */
enum rt_err drop_member_people(struct rt *rt, struct drop *d);

/* The posts and reposts in own:ID. */
enum rt_err drop_member_posts(struct rt *rt, struct drop *d);

/*
 * The reposts that are left in reposted:ID after that: they were interrupted
 * before they were added to own:ID, and are deleted with all that they had
 * written.
 */
enum rt_err drop_member_reposts(struct rt *rt, struct drop *d);

/*
 * Likes.  Each post's count is corrected, and its author's notice is deleted.
 */
enum rt_err drop_member_likes(struct rt *rt, struct drop *d);

/* Answers to questions, which then count no longer. */
enum rt_err drop_member_answers(struct rt *rt, struct drop *d);

/* The field `invited_by` of whom the member has invited. */
enum rt_err drop_member_invited(struct rt *rt, struct drop *d);

/* The pictures of imported posts, whose files a worker deletes. */
enum rt_err drop_member_imported(struct rt *rt, struct drop *d);

/* What the member has reported, and the cases about the member. */
enum rt_err drop_member_cases(struct rt *rt, struct drop *d);

/* The member among the readers of announcements. */
enum rt_err drop_member_readings(struct rt *rt, struct drop *d);

/*
 * Queues the deletion of the keys that are the member's alone: those that the
 * table of keys marks as dropped when their member leaves.
 */
void drop_member_keys(struct rt_pipe *p, uint64_t id);

/*
 * What is left of a removed member, except posts: all of the above, and
 * drop_member_keys().  For an id that nobody has any more.
 */
enum rt_err drop_member_remains(struct rt *rt, uint64_t id);

#endif
