/*
 * Dropping what a member has, some entries at a time; private to libretwis.
 *
 * Each function asks for the first entries of a list and drops them, until the
 * list is empty, or the time is over.  So what is added in between goes, too;
 * and if it is cut off, the same call finishes it.
 */
#ifndef DROP_MEMBER_H
#define DROP_MEMBER_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"
#include "schema/key.h"

struct drop {
	uint64_t id;           /* of the member */
	const struct key *key; /* that is just being emptied */
	size_t most;           /* entries at a time; 0: a thousand */
	uint64_t done, total;
	void (*tell)(uint64_t done, uint64_t total); /* NULL: nobody asks */
	int64_t end_ms;     /* by clock_ms(), when to stop; 0: never */
	bool is_cut;        /* it was over, and then nothing more is dropped */
	struct arena chunk; /* the caller frees it */
};

/* Followers, and those whom the member follows: what names other members. */
enum rt_err drop_member_people(struct rt *rt, struct drop *d);

/* What own:ID lists: posts and reposts. */
enum rt_err drop_member_posts(struct rt *rt, struct drop *d);

/*
 * What reposted:ID still lists after that: reposts that were cut off before
 * they came into own:ID, with whatever they had written.
 */
enum rt_err drop_member_reposts(struct rt *rt, struct drop *d);

/* Likes: each post's count is set right, and its author's notice goes. */
enum rt_err drop_member_likes(struct rt *rt, struct drop *d);

/*
 * Queues the end of what is the member's alone: each key that the table of keys
 * drops when its member leaves.
 */
void drop_member_keys(struct rt_pipe *p, uint64_t id);

/*
 * What a removed member has left behind, except posts: all of the above, and
 * drop_member_keys().  For an id that nobody has any more.
 */
enum rt_err drop_member_remains(struct rt *rt, uint64_t id);

#endif
