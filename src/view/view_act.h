/* What hosts and moderators do, on several pages. */
#ifndef VIEW_ACT_H
#define VIEW_ACT_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

/*
 * Includes the field for a reason as REASON, with what was typed there.  `reads`
 * is who reads it, besides those who read the log: AUTHOR of a post, a MEMBER,
 * or nobody, STAFF.  `problem` is shown beside the field; NULL: none.
 */
void view_reason(struct req *q, struct tpl *t, const char *reads,
		 const char *problem);

/*
 * Includes the field for the day when a suspension ends as UNTIL, with what was
 * typed there.  `problem` is shown beside it; `before`: another field has one,
 * too, and comes first.
 */
void view_until(struct req *q, struct tpl *t, bool before,
		const char *problem);

/*
 * The section MEMBER, SYSTEM or SOMEBODY: a member who is still there, a user of
 * the server, or neither.  It is who has done something, or to whom.
 */
void view_actor(struct tpl *t, const char *name, const char *system);

/* Sets DAY and REASON of a post that was removed. */
void view_removed(struct req *q, struct tpl *t,
		  const struct rt_removed *removed);

#endif
