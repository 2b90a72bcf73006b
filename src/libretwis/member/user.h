/* Finding members by name; private to libretwis. */
#ifndef USER_H
#define USER_H

#include "libretwis/retwis.h"
#include "libretwis/member/attempt.h"
#include "redis/ids.h"
#include "redis/pipe.h"

/*
 * The places where a member may have a name: exactly as typed, in lower case,
 * and as the lower-case form of a classic name; and the last two again, as
 * rt_name_typed() makes it, if that is something else.  In this order, since
 * an @ or a blank may be part of a classic name.  One pipeline reads them, and
 * the first id that isn't 0 is the member's.
 */
struct user_claim {
	uint64_t exact, folded, legacy, bare, bare_legacy;
};

void user_queue(struct rt_pipe *p, struct user_claim *c, const char *name);

/* The same in two steps, in this order: what `users` has, and what `names`. */
void user_queue_users(struct rt_pipe *p, struct user_claim *c,
		      const char *name);
void user_queue_names(struct rt_pipe *p, struct user_claim *c,
		      const char *name);

/* All but the first, for a name that does not exist exactly as typed. */
void user_queue_folded(struct rt_pipe *p, struct user_claim *c,
		       const char *name);
uint64_t user_claimed(const struct user_claim *c);

/* The field of `users` where it was found; NULL if it is in `names` alone. */
const char *user_claimed_name(struct arena *a, const struct user_claim *c,
			      const char *name);

/*
 * The ids of all members, the newest first, in a list in `a`.  One round trip
 * for about a thousand, in the memory of `chunk`.
 */
enum rt_err users_all(struct rt *rt, struct arena *a, struct arena *chunk,
		      struct id_list *members);

/*
 * Queues that the member is added to `users_by_time`, `members` and
 * `directory`, and a shared secret, unless it is NULL, to `auths`; each may
 * already be there.  A newcomer without approval is added to `waiting` only.
 */
void user_list(struct rt_pipe *p, const struct rt_user *u, const char *shared);

/*
 * The same for a member who has just signed in, and begins the session.  The
 * attempt `t` was a good one; NULL: a host has created the account, and nobody
 * signs in.  One round trip.
 */
enum rt_err user_announce(struct rt *rt, struct arena *a, struct rt_user *u,
			  const struct attempt *t);

/* ---- reserved names ---------------------------------------------------- */

/*
 * The names of members who have left.
 *
 * Nobody else may become @anna after she has left, since others still mention
 * her.  But her name must not remain in the database either.  So the set
 * `reserved` has an HMAC of the name in lower case under the site's key
 * (site_hmac.h), and nobody can try out names on a copy of the database.
 */

/* Queues a read of whether the name is reserved. */
void reserved_queue(struct rt_pipe *p, const char *name,
		    uint64_t *is_reserved);

/* Queues that the name is reserved from now on, also while Redis is full. */
void reserved_add(struct rt_pipe *p, const char *name);

/* ---- whom a visitor follows -------------------------------------------- */

/*
 * Queues a read that sets, for each of `ids`, a string in `followed` if the
 * visitor follows that member, else NULL.  For no visitor (0) it queues
 * nothing.
 */
void relation_queue(struct rt_pipe *p, const char **followed, uint64_t visitor,
		    struct rt_ids ids);

#endif
