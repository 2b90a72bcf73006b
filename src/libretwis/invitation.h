/*
 * Invitation links, with which members bring others in.  Part of retwis.h.
 *
 * Opening a link uses nothing up, since messengers fetch every link that they
 * show.  A use is claimed when a newcomer submits a valid form, and belongs to
 * that form: submitting it again claims no second use.  A claim from which no
 * member has come after ten minutes is released.
 */
#ifndef INVITATION_H
#define INVITATION_H

#include <time.h>

#include "libretwis/account.h"

#define RT_INVITE_USES 50 /* the most that one link can have */
#define RT_INVITE_DAYS 30
#define RT_INVITES     20 /* working links of one member */

struct rt_invitation {
	const char *token;
	uint64_t by; /* the member who invites */
	const char *name, *display;
	uint64_t left, uses;
	time_t end;
	struct rt_display_name guest[RT_INVITE_USES]; /* who joined with it */
	size_t guests;
};

struct rt_invitations {
	struct rt_invitation *v;
	size_t n;
};

/*
 * Creates a link.  RT_DENIED if RT_INVITES of the member's links still work.
 * Two round trips.
 */
enum rt_err rt_invite(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t uses, uint64_t days);

/*
 * The member's links, including those that expired in the last 30 days, the
 * last to expire first.  Three round trips.
 */
enum rt_err rt_invitations(struct rt *rt, struct arena *a, uint64_t me,
			   struct rt_invitations *list);

/* RT_NOT_FOUND if it is not the member's.  One round trip. */
enum rt_err rt_invite_revoke(struct rt *rt, struct arena *a, uint64_t me,
			     const char *token);

/*
 * Revokes all links of a member who leaves, and deletes every trace of them.
 * Two round trips.
 */
enum rt_err rt_invite_revoke_all(struct rt *rt, struct arena *a, uint64_t id);

/*
 * Finds the member whose link it is.  RT_NOT_FOUND if it doesn't work, for
 * whatever reason; but if the last use was claimed by the form with this
 * nonce, it still works for that form.  One round trip; the guests are not
 * read.
 */
enum rt_err rt_invitation(struct rt *rt, struct arena *a, const char *token,
			  const char *nonce, struct rt_invitation *invitation);

#endif
