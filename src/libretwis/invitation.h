/*
 * Links by which members bring others in; a part of retwis.h.
 *
 * To look at a link spends nothing: messengers fetch each of them.  A use is
 * claimed when the newcomer's form is good, and is that of the form: sent
 * again, it claims no other.  A claim that has brought no member after ten
 * minutes is given back.
 */
#ifndef INVITATION_H
#define INVITATION_H

#include <time.h>

#include "libretwis/account.h"

#define RT_INVITE_USES 50 /* of one link, at the most */
#define RT_INVITE_DAYS 30
#define RT_INVITES     20 /* links of one member that still work */

struct rt_invitation {
	const char *token;
	uint64_t by; /* who invites */
	const char *name, *display;
	uint64_t left, uses;
	time_t end;
	struct rt_display_name guest[RT_INVITE_USES]; /* who came by it */
	size_t guests;
};

struct rt_invitations {
	struct rt_invitation *v;
	size_t n;
};

/*
 * Makes a link.  RT_DENIED if the member has RT_INVITES that work.  Two round
 * trips.
 */
enum rt_err rt_invite(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t uses, uint64_t days);

/*
 * The member's links, also those that ended in the last 30 days, the last to
 * end first.  Three round trips.
 */
enum rt_err rt_invitations(struct rt *rt, struct arena *a, uint64_t me,
			   struct rt_invitations *list);

/* RT_NOT_FOUND if it is not the member's.  One round trip. */
enum rt_err rt_invite_revoke(struct rt *rt, struct arena *a, uint64_t me,
			     const char *token);

/* All of a member who leaves: nothing of them stays.  Two round trips. */
enum rt_err rt_invite_revoke_all(struct rt *rt, struct arena *a, uint64_t id);

/*
 * Whose link it is.  RT_NOT_FOUND if it does not work, whatever the reason; but
 * the form with this nonce may go on by the use that it has claimed.  One round
 * trip, and the guests stay unknown.
 */
enum rt_err rt_invitation(struct rt *rt, struct arena *a, const char *token,
			  const char *nonce, struct rt_invitation *invitation);

#endif
