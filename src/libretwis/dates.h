/* Posts that have a date.  Part of retwis.h. */
#ifndef DATES_H
#define DATES_H

#include "libretwis/shown.h"

#define RT_DATES 50 /* on a page of the list */

/*
 * The dates that begin at the second `from` or later, the soonest first.  Left
 * out are those of posts that are gone, and of members whose posts the visitor
 * does not see; but announcements are for everybody, also for those who have
 * muted who made them.
 *
 * Two round trips; one more if there is a question among them, and for authors
 * as shown.h says.
 */
struct rt_dates {
	struct rt_user me;
	struct rt_posts posts;
	struct rt_place here, later; /* `later` as `older` in other lists */
};

enum rt_err rt_dates(struct rt *rt, struct arena *a, const char *secret,
		     time_t from, struct rt_place place,
		     struct rt_dates *dates);

/* Whether this member may change or cancel the post's date.  No round trip. */
bool rt_may_change_date(const struct rt_user *me, const struct rt_post *post);

/*
 * Changes when and where it is, until it begins: its author may, and a host.
 * `changes` is that of the date which the member has seen.  Those who said that
 * they come, or may come, are told.  A date that is the same already is not an
 * error.
 *
 * RT_TAKEN if the date is another one by now; RT_DENIED for other members;
 * RT_LATE once it has begun or was cancelled; RT_NOT_FOUND if the post is gone
 * or has no date; RT_LIMITED.  Three round trips.  What a host does with the
 * post of another member is in the log.
 */
struct rt_date_change {
	uint64_t id, changes;
	struct rt_date date; /* begins, ends, is_all_day, place */
};

enum rt_err rt_date_change(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_date_change *change);

/*
 * Cancels it: the post stays, and says so.  Doing it twice changes nothing.
 * The same errors, but for RT_TAKEN and RT_LIMITED.  Three round trips.
 */
enum rt_err rt_date_cancel(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id);

#endif
