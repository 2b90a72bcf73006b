/*
 * Addresses for programs that can't sign in.  Part of retwis.h.
 *
 * Such an address contains a secret of its member, which opens nothing else.
 * Redis has only a digest, so the secret can't be shown a second time.
 */
#ifndef PRIVATE_ADDRESS_H
#define PRIVATE_ADDRESS_H

#include "libretwis/account.h"

enum rt_private { RT_PRIVATE_FEED, RT_PRIVATE_CALENDAR, RT_PRIVATES };

/* Which of them a member has.  One round trip. */
enum rt_err rt_has_private(struct rt *rt, struct arena *a, uint64_t id,
			   bool has[RT_PRIVATES]);

/*
 * A new secret revokes the old one; RT_DENIED if the session of `me` has ended
 * in the meantime.  One round trip each.
 */
enum rt_err rt_private_renew(struct rt *rt, struct arena *a,
			     const struct rt_user *me, enum rt_private which,
			     const char **secret);
enum rt_err rt_private_revoke(struct rt *rt, struct arena *a, uint64_t id,
			      enum rt_private which);

#endif
