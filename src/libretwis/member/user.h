/* Finding members by name; private to libretwis. */
#ifndef USER_H
#define USER_H

#include "libretwis/retwis.h"
#include "libretwis/member/attempt.h"
#include "redis/ids.h"

/*
 * The three places where somebody may have claimed a name: as you wrote it,
 * the same in small letters, and the small letters of an older name.  One
 * pipeline fills them, and the first that is not 0 is the member.
 */
struct user_claim {
	uint64_t exact, folded, legacy;
};

void user_queue(struct rt_pipe *p, struct user_claim *c, const char *name);

/* The last two of these, for a name that is not there as you wrote it. */
void user_queue_folded(struct rt_pipe *p, struct user_claim *c,
		       const char *name);
uint64_t user_claimed(const struct user_claim *c);

/* How the key `members` lists that member. */
const char *user_entry(struct arena *a, const char *name, uint64_t id);

/*
 * The ids of all members, the newest first, into a list in `a`.  One round
 * trip for about a thousand, in the memory of `chunk`.
 */
enum rt_err users_all(struct rt *rt, struct arena *a, struct arena *chunk,
		      struct id_list *members);

/*
 * Queues what may be missing of a member: in `users_by_time` and `members`; and
 * a shared secret, unless it is NULL, in `auths`.
 */
void user_list(struct rt_pipe *p, const struct rt_user *u, const char *shared);

/*
 * The same for a member who has just signed in, begins the session, and notes
 * that attempt `t` was a good one; NULL: a host has made the member, and nobody
 * signs in.  One round trip.
 */
enum rt_err user_announce(struct rt *rt, struct arena *a, struct rt_user *u,
			  const struct attempt *t);

#endif
