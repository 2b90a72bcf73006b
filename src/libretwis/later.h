/*
 * What is done later: scheduled posts, and on which day members were here; a
 * part of retwis.h, which includes it.
 */
#ifndef LATER_H
#define LATER_H

#include "libretwis/retwis.h"

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
 * Keeps a draft and publishes it at that time.  The same nonce with the same
 * text and time is the same draft.  RT_NOT_FOUND for a reply to what is gone,
 * RT_DENIED for one draft too many, RT_LIMITED as for a post.  Two round trips.
 */
enum rt_err rt_schedule(struct rt *rt, struct arena *a,
			const struct rt_user *me, const struct rt_draft *draft,
			time_t at);

struct rt_scheduled {
	const char *token; /* to cancel it by */
	time_t at;
	const char *body;
	uint64_t reply_to;      /* the post that it answers, or 0 */
	const char *reply_name; /* its author; NULL where that is not known */
	bool reply_gone;        /* so this is never published */
};

/* The soonest first.  One round trip, two if there are replies. */
struct rt_schedule {
	struct rt_scheduled *v;
	size_t n;
};

enum rt_err rt_schedule_list(struct rt *rt, struct arena *a, uint64_t id,
			     struct rt_schedule *schedule);

/*
 * RT_OK: it will never be published.  RT_NOT_FOUND if it has been, or was
 * cancelled before, and RT_TAKEN while that happens.  Two round trips.
 */
enum rt_err rt_schedule_cancel(struct rt *rt, struct arena *a, uint64_t id,
			       const char *token);

/* ---- for a worker, again and again -------------------------------------- */

/*
 * Publishes what was stored by requests that did not get to the end, and
 * pushes its jobs.  200 posts at most, a dozen round trips for each.
 */
enum rt_err rt_outbox_sweep(struct rt *rt, struct arena *a);

/* When no delivery waits or has failed: forgets who rebuilt an hour ago. */
enum rt_err rt_rebuilt_forget(struct rt *rt, struct arena *a);

/*
 * Writes the days on which members were here, of a hundred members at a time.
 * Two round trips.
 */
enum rt_err rt_last_seen_run(struct rt *rt, struct arena *a);

/*
 * Publishes what is due, for about half a second; what is left then is there
 * for the next time.  Cut off anywhere, the next run goes on, and each post is
 * published once.  Two round trips for twenty posts, and for each of them one
 * more than rt_post_create() takes.
 */
enum rt_err rt_schedule_run(struct rt *rt, struct arena *a);

#endif
