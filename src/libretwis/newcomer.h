/*
 * Registration, newcomers who wait for approval, and invitation
 * links.  Part of retwis.h.
 */
#ifndef NEWCOMER_H
#define NEWCOMER_H

#include <time.h>

#include "libretwis/account.h"
#include "libretwis/acting.h"

/*
 * Checks the answer to "Who are you?", which the hosts read.  Stores it in
 * `normal` in the form that we keep.  Returns NULL if it is acceptable, else a
 * sentence for the newcomer.
 */
#define RT_WHO_MAX 280 /* see rt_text_length() */

const char *rt_who_problem(struct arena *a, const char *text, char **normal);

struct rt_newcomer {
	const char *name, *password;
	const char
		*who; /* the answer for the hosts; NULL: no approval needed */
	const char *invite,
		*nonce; /* the link and the form's nonce; or NULL */
};

/*
 * Registers a member, and signs in unless `user` is NULL.  The name must have
 * passed rt_name_problem() and, if a visitor chose it, must not be
 * rt_name_is_official().  RT_TAKEN if the name is in use or reserved: if two
 * hundred try at once, exactly one gets it.  RT_LIMITED by address; RT_LATE as
 * for rt_sign_in().  Seven round trips, and one hash unless the name is taken.
 * For a newcomer who needs approval nine, including a notice to the hosts.
 *
 * With an invitation it takes ten, and both members then follow each other.
 * RT_NOT_FOUND if the link has no use left; RT_TAKEN, too, if a member has
 * already joined with this form.
 */
enum rt_err rt_newcomer(struct rt *rt, struct arena *a,
			const struct rt_newcomer *newcomer,
			struct rt_user *user);

/* The same without a link and without approval. */
enum rt_err rt_register(struct rt *rt, struct arena *a, const char *name,
			const char *password, struct rt_user *user);

#define RT_WAITING_SHOWN 20 /* how many are shown at once */

struct rt_waiting_list {
	struct rt_applicant {
		uint64_t id;
		const char *name, *who;
		time_t since;
	} v[RT_WAITING_SHOWN];
	size_t n;
	uint64_t all; /* how many wait */
};

/* Those who wait for approval, the longest waiting first.  Two round trips. */
enum rt_err rt_waiting_list(struct rt *rt, struct arena *a,
			    struct rt_waiting_list *queue);

/*
 * Approves them: from now on they are ordinary members, and `name` has their
 * names, even if an error follows.  Ids that no longer wait are left as they
 * are, with NULL as their names.  Three round trips.
 */
enum rt_err rt_let_in(struct rt *rt, struct arena *a,
		      const struct rt_acting *who, const uint64_t *id,
		      size_t n, const char **name);

/*
 * Refuses somebody who waits, of this name: deletes the account, and the name
 * is available again.  RT_NOT_FOUND for anybody else.
 */
enum rt_err rt_refuse(struct rt *rt, struct arena *a,
		      const struct rt_acting *who, uint64_t id,
		      const char **name);

/* ---- invitation links -------------------------------------------------- */

/*
 * Invitation links, with which members bring others in.
 *
 * Opening a link uses nothing up, since messengers fetch every link that they
 * show.  A use is claimed when a newcomer submits a valid form, and belongs to
 * that form: submitting it again claims no second use.  A claim from which no
 * member has come after ten minutes is released.
 */

#define RT_INVITE_USES 50 /* the most that one link can have */
#define RT_INVITE_DAYS 30
#define RT_INVITES     20 /* working links of one member */

struct rt_invitation {
	const char *token;
	uint64_t by; /* the member who invites */
	const char *name, *display;
	uint64_t left, uses;
	time_t end;
	struct rt_names guest[RT_INVITE_USES]; /* who joined with it */
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
