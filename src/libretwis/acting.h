/*
 * Who acts for the site, and how.  Part of retwis.h; acts.h has the log.
 */
#ifndef ACTING_H
#define ACTING_H

#include <stdint.h>

#include "base/arena.h"

enum rt_act {
	RT_ACT_REMOVE,    /* a post */
	RT_ACT_RESTORE,   /* a post that was removed */
	RT_ACT_DELETE,    /* a post, at once */
	RT_ACT_APPROVE,   /* a newcomer */
	RT_ACT_REFUSE,    /* a newcomer, whose request is deleted */
	RT_ACT_HOST,      /* made a member a host */
	RT_ACT_MODERATOR, /* a moderator */
	RT_ACT_MEMBER,    /* nothing but a member again */
	RT_ACT_SUSPEND,   /* a member */
	RT_ACT_READMIT,   /* a member who was suspended */
	RT_ACT_LINK,      /* made a link for a member to set a new password */
	RT_ACT_PASSWORD,  /* set a member's password */
	RT_ACT_SITE,      /* changed a setting of the site */
	RT_ACT_CODE,      /* switched a member's two-step sign-in off */
	RT_ACT_EXPEL,     /* a member, whose account is deleted */
	RT_ACT_CLOSE,     /* a case about a member */
	RT_ACT_NOTE,      /* sent a note to a member about a case */
	RT_ACT_DATE,      /* changed the date of a post */
	RT_ACT_CANCEL,    /* cancelled it */
	RT_ACT_FACE,      /* removed a member's profile picture */
	RT_ACTS
};

/* Who acts, and why. */
struct rt_acting {
	uint64_t by;        /* the member; 0: none */
	const char *system; /* instead: a user of the server; or NULL */
	const char *reason; /* from rt_reason_problem(), or NULL */
};

#define RT_REASON_MAX 280 /* see rt_text_length() */

/*
 * Checks the reason for an act, which has to be one line.  Removes white space
 * around it and stores the result in `normal`.  Returns NULL if it is
 * acceptable, else a sentence for the member.
 */
const char *rt_reason_problem(struct arena *a, const char *text,
			      char **normal);

#endif
