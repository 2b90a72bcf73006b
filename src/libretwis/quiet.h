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

#include "libretwis/writing.h"

#define RT_QUIET_MAX 200 /* whom one member mutes, and whom one blocks */

enum rt_quiet { RT_QUIET_NOT, RT_QUIET_MUTED, RT_QUIET_BLOCKED };

#endif
