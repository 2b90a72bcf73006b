/*
 * What hosts and moderators do for the site, and the log of it.  Part of
 * retwis.h.
 *
 * The log holds ids, so that it names nobody who has left.  Nothing that is in
 * it has an effect: a line says that something was done.
 */
#ifndef ACTS_H
#define ACTS_H

#include "libretwis/acting.h"
#include "libretwis/writing.h"

/* ---- the log ----------------------------------------------------------- */

#define RT_LOG_PAGE 50

struct rt_log_line {
	time_t time;
	enum rt_act what;
	uint64_t by, whom;  /* 0: nobody */
	uint64_t post;      /* 0: none; or the id of the case */
	const char *system; /* who did it, if no member did; or NULL */
	struct rt_names by_who, whom_who; /* NULLs if they have left */
	const char *reason;               /* "": none */
};

struct rt_log {
	struct rt_log_line v[RT_LOG_PAGE];
	size_t n;
	uint64_t older; /* for the next page; 0: there is none */
};

/*
 * Reads a page of the log, the newest first: the lines before `before`, which
 * is 0 or the `older` of another page.  Two round trips.
 */
enum rt_err rt_log(struct rt *rt, struct arena *a, uint64_t before,
		   struct rt_log *log);

/*
 * Adds a line at once: for what has no member or post that would show whether
 * it was done.  One round trip.
 */
enum rt_err rt_log_add(struct rt *rt, struct arena *a, enum rt_act what,
		       uint64_t whom, const struct rt_acting *who);

/*
 * For a worker: adds the lines of acts whose requests died in between, and
 * tells whom it concerns.  One round trip, or four if there are any.
 */
enum rt_err rt_acts_run(struct rt *rt, struct arena *a);

/*
 * As rt_remove_member() and rt_erase_post() in host.h, and with a line in the
 * log.  If one is interrupted, a worker finishes it.  `what` is RT_ACT_EXPEL,
 * or RT_ACT_REFUSE for a newcomer who waits.
 */
struct rt_removal;

enum rt_err rt_expel(struct rt *rt, enum rt_act what,
		     const struct rt_removal *removal,
		     const struct rt_acting *who,
		     void (*tell)(uint64_t done, uint64_t total));
enum rt_err rt_delete_post(struct rt *rt, const struct rt_post *post,
			   const struct rt_acting *who,
			   void (*tell)(uint64_t done, uint64_t total));

/* ---- removing a post --------------------------------------------------- */

#define RT_REMOVED_DAYS 30

/*
 * Removes anybody's post: from then on it counts as gone everywhere, and only
 * hosts and moderators can read its words, for 30 days; then it is deleted.
 * The author is told, with the reason.  RT_NOT_FOUND if it is gone or a repost,
 * RT_TAKEN if somebody else has removed it, RT_LATE if it changes all the time.
 * Three round trips, and one on the bus; two more each time that its author
 * corrects it in between.
 */
enum rt_err rt_post_remove(struct rt *rt, struct arena *a, uint64_t id,
			   const struct rt_acting *who);

/*
 * Takes that back: the post is what and where it was.  RT_NOT_FOUND if it is
 * gone, or has not been removed.  Four round trips, and one on the bus.
 */
enum rt_err rt_post_restore(struct rt *rt, struct arena *a, uint64_t id,
			    const struct rt_acting *who);

/* A post that was removed. */
struct rt_removed {
	struct rt_post post; /* as it was */
	time_t at, until;    /* when it was removed, and will be deleted */
	uint64_t by;
	struct rt_names by_who; /* NULLs if nobody, or somebody who left */
	const char *system;     /* see struct rt_log_line */
	const char *reason;
};

/* RT_NOT_FOUND if it is not such a post.  Three round trips at most. */
enum rt_err rt_post_removed(struct rt *rt, struct arena *a, uint64_t id,
			    struct rt_removed *removed);

/*
 * For a worker: deletes the posts that were removed 30 days ago, and copies of
 * words that nobody needs.  One round trip if there are none; a dozen for each.
 */
enum rt_err rt_removed_run(struct rt *rt, struct arena *a);

#endif
