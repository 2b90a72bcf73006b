/* The dates of posts, for calendar programs.  Part of retwis.h. */
#ifndef CALENDAR_H
#define CALENDAR_H

#include "libretwis/writing.h"

#define RT_CALENDAR 500 /* dates in a private calendar */

/*
 * Posts with their dates.  `origin` is the id of this site: with the id of a
 * post it makes one that no other post has, on any site, and that stays the
 * same when the site moves.
 */
struct rt_calendar {
	const char *name, *display; /* of the member */
	const char *origin;
	struct rt_posts posts; /* by the time when their dates begin */
};

/*
 * A member's private calendar (private_address.h): all dates from the beginning
 * of today on, also those that were cancelled; without those that the member
 * answered "Who comes?" with No, and without those of members whom the member
 * has muted, unless they are announcements.  How the questions were answered is
 * not read.
 *
 * RT_NOT_FOUND as for rt_feed().  Two round trips; one more for authors whose
 * posts this process has not loaded lately.
 */
enum rt_err rt_calendar(struct rt *rt, struct arena *a, const char *secret,
			struct rt_calendar *calendar);

/*
 * One post, or the one that a repost shows, for its own file.  `post.id` is 0
 * if it is gone, has no date, or is by a member who is suspended.  One round
 * trip; one more for a repost, for its author as above, and for the first
 * calendar that anybody reads on this site.
 */
struct rt_dated {
	struct rt_user me;
	const char *origin; /* NULL if `post.id` is 0 */
	struct rt_post post;
};

enum rt_err rt_dated(struct rt *rt, struct arena *a, const char *secret,
		     uint64_t id, struct rt_dated *dated);

#endif
