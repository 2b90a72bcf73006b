/*
 * What is done later: scheduled posts, and on which day members were here; a
 * part of retwis.h, which includes it.
 */
#ifndef LATER_H
#define LATER_H

#include "libretwis/writing.h"

/* ---- last seen ---------------------------------------------------------- */

/*
 * Whether a member's profile says when the member was here, which nobody
 * notes otherwise.  Takes back what was noted.  One round trip.
 */
enum rt_err rt_set_last_seen(struct rt *rt, struct arena *a, uint64_t id,
			     bool shown);

/* ---- scheduled posts ---------------------------------------------------- */

#define RT_SCHEDULED 100 /* that one member may have */

/*
 * Keeps a draft, which a worker publishes at that time.  The same nonce with
 * the same text and time is the same draft.  RT_NOT_FOUND for a reply to a
 * post that is gone, RT_DENIED if the member has RT_SCHEDULED drafts already,
 * RT_LIMITED as for a post.  Two round trips.
 */
enum rt_err rt_schedule(struct rt *rt, struct arena *a,
			const struct rt_user *me, const struct rt_draft *draft,
			time_t at);

struct rt_scheduled {
	const char *token; /* for rt_schedule_cancel() */
	time_t at;
	const char *body;
	uint64_t reply_to;      /* the post that it answers, or 0 */
	const char *reply_name; /* its author; NULL if that is not known */
	bool reply_gone;        /* that post is gone: this one stays a draft */
};

/* What a member has scheduled, the soonest first. */
struct rt_schedule {
	struct rt_scheduled *v;
	size_t n;
};

/* One round trip, two if there are replies. */
enum rt_err rt_schedule_list(struct rt *rt, struct arena *a, uint64_t id,
			     struct rt_schedule *schedule);

/*
 * RT_OK: the draft will never be published.  RT_NOT_FOUND if it has been
 * published or cancelled before, RT_TAKEN if a worker is publishing it right
 * now.  Two round trips.
 */
enum rt_err rt_schedule_cancel(struct rt *rt, struct arena *a, uint64_t id,
			       const char *token);

/* ---- for a worker, again and again -------------------------------------- */

/*
 * Publishes posts whose requests died after they had stored them, and pushes
 * the jobs of their deliveries.  At most 200 posts, a dozen round trips each.
 */
enum rt_err rt_outbox_sweep(struct rt *rt, struct arena *a);

/*
 * Pushes the jobs of deletions whose requests died, or whose jobs were lost.
 * At most 200 posts, two round trips each.
 */
enum rt_err rt_erasing_sweep(struct rt *rt, struct arena *a);

/*
 * Writes the days on which members were here, of a hundred members at a time.
 * Two round trips.
 */
enum rt_err rt_last_seen_run(struct rt *rt, struct arena *a);

/*
 * Gives back the uses of invitations that nobody has come by within ten
 * minutes, a hundred of them at a time.  Four round trips for each.
 */
enum rt_err rt_guests_run(struct rt *rt, struct arena *a);

/*
 * Goes on with members who are leaving, for about half a second, and the next
 * run goes on; see leave.c.  A dozen round trips for a hundred posts, or likes,
 * or follows.
 */
enum rt_err rt_leaving_run(struct rt *rt, struct arena *a);

/*
 * Sees to it that the append-only file forgets what was deleted; see
 * aof_rewrite.h.  One round trip where nothing is owed, and six at most.
 */
enum rt_err rt_rewrite_run(struct rt *rt, struct arena *a);

/*
 * Takes posts that members have brought along into their archives, some
 * thousands at a time; the next run goes on.  Four round trips for each
 * hundred.
 */
enum rt_err rt_import_staging_run(struct rt *rt, struct arena *a);

/*
 * Publishes the drafts that are due, for about half a second; the next run goes
 * on.  If a run is cut off anywhere, the next one still publishes each draft
 * once.  A draft that cannot be published, because a key that it needs has
 * another type, is tried again every two seconds; after five times it waits for
 * the host, with the jobs that failed.  A text that nobody can read waits there
 * at once.  RT_BROKEN says that there was one; all others are published.
 *
 * One round trip for twenty drafts, and for each of them two more than
 * rt_post_create() takes.
 */
enum rt_err rt_schedule_run(struct rt *rt, struct arena *a);

#endif
