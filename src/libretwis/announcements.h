/* Announcements.  Part of retwis.h. */
#ifndef ANNOUNCEMENTS_H
#define ANNOUNCEMENTS_H

#include "libretwis/shown.h"
#include "libretwis/writing.h"

/* Whether this member may announce something.  No round trip. */
bool rt_may_announce(const struct rt *rt, const struct rt_user *me);

/*
 * Stores that the member has read an announcement; doing it twice changes
 * nothing, and after its end nothing is stored.  RT_NOT_FOUND if the post is
 * gone, or no announcement, and if its author is suspended.  Three round trips.
 */
enum rt_err rt_announcement_read(struct rt *rt, struct arena *a,
				 const struct rt_user *me, uint64_t post);

/*
 * All announcements: those that run first, since the one that ends last comes
 * first.  A visitor who has muted an author sees their announcements all the
 * same: it is the house that speaks.  Two round trips; one more to read which
 * of them the visitor has read, and one for authors as in shown.h.
 */
struct rt_announcements {
	struct rt_user me;
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_announcements(struct rt *rt, struct arena *a,
			     const char *secret, struct rt_place place,
			     struct rt_announcements *announcements);

#endif
