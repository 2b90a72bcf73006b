/*
 * What happens later: scheduled posts, the days of last visits, and all
 * regular work in the background.  Part of retwis.h.
 */
#ifndef LATER_H
#define LATER_H

#include "libretwis/writing.h"

/* ---- last seen --------------------------------------------------------- */

/*
 * Turns the day of the last visit on or off for a member.  Without it nothing
 * is recorded; turning it off deletes what was.  One round trip.
 */
enum rt_err rt_set_last_seen(struct rt *rt, struct arena *a, uint64_t id,
			     bool shown);

/* ---- scheduled posts --------------------------------------------------- */

#define RT_SCHEDULED 100 /* that one member may have */

/*
 * Stores a draft that a worker publishes at the time `at`.  A second call with
 * the same nonce, text and time is the same draft, also if that was edited.
 * RT_NOT_FOUND for a reply to a post that is gone, RT_BLOCKED if its author has
 * blocked the member, RT_DENIED if the member already has RT_SCHEDULED drafts,
 * RT_LIMITED as for a post.  Three round trips.
 */
enum rt_err rt_schedule(struct rt *rt, struct arena *a,
			const struct rt_user *me, const struct rt_draft *draft,
			time_t at);

/*
 * Whether rt_schedule() has stored this draft before, for another copy of its
 * form: it is waiting, or was published.  One round trip or three.
 */
enum rt_err rt_schedule_is_stored(struct rt *rt, struct arena *a,
				  const struct rt_user *me,
				  const struct rt_draft *draft, time_t at,
				  bool *is_stored);

struct rt_scheduled {
	const char *token;   /* for rt_schedule_cancel() */
	const char *version; /* for rt_schedule_edit() */
	time_t at;
	const char *body;
	uint64_t reply_to;      /* the post that it answers, or 0 */
	const char *reply_name; /* its author; NULL if that is not known */
	bool reply_gone;    /* that post is gone, so this one stays a draft */
	bool reply_refused; /* the same, as its author has blocked the member */
	struct rt_attached attached;
};

/* A member's scheduled posts, the soonest first. */
struct rt_schedule {
	struct rt_scheduled *v;
	size_t n;
};

/* One round trip, three if there are replies. */
enum rt_err rt_schedule_list(struct rt *rt, struct arena *a, uint64_t id,
			     struct rt_schedule *schedule);

/* The one that has this token, or NULL. */
const struct rt_scheduled *rt_schedule_find(const struct rt_schedule *schedule,
					    const char *token);

/*
 * Cancels a scheduled post.  RT_OK: it will never be published.  RT_NOT_FOUND
 * if it was published or cancelled before, RT_TAKEN if a worker is publishing
 * it at this moment.  Two round trips.
 */
enum rt_err rt_schedule_cancel(struct rt *rt, struct arena *a, uint64_t id,
			       const char *token);

/*
 * Gives a scheduled post another text and time, and changes its pictures.  RT_NOT_FOUND if it was
 * published or cancelled before, RT_LATE if a worker is publishing it at this
 * moment, RT_TAKEN if it has another version by now, RT_DENIED if the time is
 * not before its rt_attached_deadline(), RT_LIMITED as for a post.  If it is as
 * wanted already, nothing changes.  Three round trips, and one if a picture is
 * taken out.
 */
struct rt_schedule_edit {
	const char *token, *version;
	const char *body; /* from rt_text_problem() */
	time_t at;
	const struct rt_picture_change *change;
	size_t changes;
};

enum rt_err rt_schedule_edit(struct rt *rt, struct arena *a,
			     const struct rt_user *me,
			     const struct rt_schedule_edit *edit);

/* ---- regular work of a worker ------------------------------------------ */

/*
 * Publishes posts whose requests died after storing them, and queues the jobs
 * that deliver them.  At most 200 posts, a dozen round trips each.
 */
enum rt_err rt_outbox_sweep(struct rt *rt, struct arena *a);

/*
 * Queues the jobs of deletions whose requests died or whose jobs were lost.
 * At most 200 posts, two round trips each.
 */
enum rt_err rt_erasing_sweep(struct rt *rt, struct arena *a);

/*
 * Writes the days of the last visits of a hundred members at a time.  Two
 * round trips.
 */
enum rt_err rt_last_seen_run(struct rt *rt, struct arena *a);

/*
 * Releases uses of invitations that were claimed ten minutes ago and from
 * which nobody has joined, a hundred at a time.  Four round trips for each.
 */
enum rt_err rt_guests_run(struct rt *rt, struct arena *a);

/*
 * Continues to delete the data of members who have left, for about half a
 * second a run; see host/removal.h.  A dozen round trips for a hundred posts,
 * likes or follows.
 */
enum rt_err rt_leaving_run(struct rt *rt, struct arena *a);

/*
 * Makes Redis rewrite its append-only file after deletions, so that it no
 * longer contains what was deleted; see aof_rewrite.h.  One round trip if
 * there is nothing to do, and six at most.
 */
enum rt_err rt_rewrite_run(struct rt *rt, struct arena *a);

/*
 * Stores imported posts in the archives of their members, some thousands a
 * run.  Four round trips for each hundred.
 */
enum rt_err rt_import_staging_run(struct rt *rt, struct arena *a);

/*
 * Brings the index of words up to date with the posts that are new or
 * corrected, for about a tenth of a second a run.  One round trip if there are
 * none, and five for twenty of them; a few more on many servers.
 */
enum rt_err rt_indexing_run(struct rt *rt, struct arena *a);

/*
 * Does what is due about questions, announcements and dates: tells members how a
 * question has ended, reminds those who have not answered, tells those who come
 * that a date was changed or cancelled, and forgets by whom an announcement was
 * read that ended long ago.  At most ten times five hundred members a run.  One
 * round trip if there is nothing to do, and nine or fewer for five hundred.
 */
enum rt_err rt_board_run(struct rt *rt, struct arena *a);

/*
 * Publishes the drafts that are due, for about half a second a run.  If a run
 * is interrupted anywhere, the next one still publishes each draft exactly
 * once.  A draft that can't be published, because a key that it needs has
 * another type, is tried again every two seconds; after five attempts it is
 * put with the failed jobs, for the host.  An entry that can't be parsed is
 * put there at once.  RT_BROKEN says that there was such an entry; all others
 * are published.
 *
 * One round trip for twenty drafts, and for each of them two more than
 * rt_post_create() takes.
 */
enum rt_err rt_schedule_run(struct rt *rt, struct arena *a);

#endif
