/* What hosts and moderators do, on several pages. */
#ifndef VIEW_ACT_H
#define VIEW_ACT_H

#include <stdbool.h>
#include <time.h>

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

/* Includes REMOVING, which says what happens to a post that is removed. */
void view_removing(struct tpl *t);

/*
 * Includes SUSPENDING, which asks whether to suspend this member, and says what
 * happens then.
 */
void view_suspending(struct tpl *t, const char *name);

/* What the form for a suspension says, and what is wrong with it. */
struct suspending {
	char *reason;
	time_t until; /* 0: until somebody restores the account */
	const char *bad_reason, *bad_until; /* sentences, or NULL */
};

/*
 * Includes its fields as REASON and UNTIL, with what was typed there, and with
 * what is wrong beside them.
 */
void view_suspending_fields(struct req *q, struct tpl *t,
			    const struct suspending *s);

/* Reads its fields.  Returns false if something is wrong. */
bool read_suspending(struct req *q, struct suspending *s);

/*
 * The section MEMBER, SYSTEM or SOMEBODY: a member who is still there, a user
 * of the server, or neither.  It is who has done something, or to whom.
 */
void view_actor(struct tpl *t, const char *name, const char *system);

/*
 * Includes WHO with that section, as the subject of a sentence; `somebody` is what
 * it says if neither is known.
 */
void view_who(struct tpl *t, const char *name, const char *system,
	      const char *somebody);

/* The page /remove with this post, "/remove?id=5". */
const char *view_remove_path(struct arena *a, uint64_t id);

/* Sets DAY and REASON of a post that was removed. */
void view_removed(struct req *q, struct tpl *t,
		  const struct rt_removed *removed);

#endif
