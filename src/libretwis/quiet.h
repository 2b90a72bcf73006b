/*
 * Muting and blocking.  Part of retwis.h.
 *
 * Whoever mutes a member sees none of that member's posts, reposts and replies
 * any more, except on that member's own profile, and gets no notices of what
 * that member does.  Nobody is told.
 *
 * Whoever blocks a member mutes that member, too.  Neither follows the other
 * any more, and neither can.  The blocked one cannot reply to the blocker's
 * posts, like or repost them, and mentions nobody who blocks; RT_BLOCKED then
 * says so.
 */
#ifndef QUIET_H
#define QUIET_H

#include "libretwis/account.h"

#define RT_QUIET_MAX 200 /* whom one member mutes, and whom one blocks */

enum rt_quiet { RT_QUIET_NOT, RT_QUIET_MUTED, RT_QUIET_BLOCKED };

/*
 * Mutes or blocks a member.  RT_NOT_FOUND for nobody, and for a newcomer who
 * waits for approval; RT_DENIED if there are RT_QUIET_MAX already.  Muting
 * somebody who is blocked, or yourself, changes nothing.  Five round trips, and
 * one on the bus.  A block takes one more, and one for each of the two who
 * followed the other, with those of rebuilding that one's home timeline.
 */
enum rt_err rt_mute(struct rt *rt, struct arena *a, uint64_t me,
		    uint64_t whom);
enum rt_err rt_block(struct rt *rt, struct arena *a, uint64_t me,
		     uint64_t whom);

/*
 * Takes it back, whoever `whom` is or was.  Each ends only its own: whoever was
 * blocked is neither blocked nor muted after rt_unblock(), and remains so after
 * rt_unmute().  Follows do not come back.  Two round trips, and one on the bus.
 */
enum rt_err rt_unmute(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom);
enum rt_err rt_unblock(struct rt *rt, struct arena *a, uint64_t me,
		       uint64_t whom);

/* Whom a member has muted and blocked, the latest first.  Two round trips. */
struct rt_quiet_lists {
	struct rt_people_list muted, blocked;
};

enum rt_err rt_quiet_lists(struct rt *rt, struct arena *a, uint64_t id,
			   struct rt_quiet_lists *lists);

/*
 * For a worker, some seconds later: does once more what each mute and block of
 * the last seconds had to remove, since something of it may have been written
 * at that very moment, or the request may have died.  One round trip if there
 * is nothing to do, and three or more for each.
 */
enum rt_err rt_quiet_run(struct rt *rt, struct arena *a);

#endif
