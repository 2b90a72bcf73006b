/* For hosts: a part of retwis.h, which includes it. */
#ifndef HOST_H
#define HOST_H

#include "libretwis/retwis.h"

/*
 * Long work: here, and only here, the round trips depend on how much there
 * is, one or two for every thousand entries.  What is cut off is finished by
 * doing it again.  `tell`, unless it is NULL, hears how far the work has come.
 */
struct rt_adopted {
	uint64_t members;      /* looked through */
	uint64_t posts, names; /* added */
};

/*
 * Adopts a classic database, or what PHP Retwis wrote since: fills own:,
 * `names` and `members`, and sets `layout`.  From then on home timelines are a
 * cache, and get an end; else nothing is taken away.
 */
enum rt_err rt_adopt(struct rt *rt,
		     void (*tell)(uint64_t done, uint64_t total),
		     struct rt_adopted *adopted);

/*
 * Makes a home timeline anew, in an adopted database; else RT_DENIED.  For all:
 * those that are there.  Tells how many posts, or timelines, there were.
 */
enum rt_err rt_rebuild(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t *posts);
enum rt_err rt_rebuild_all(struct rt *rt,
			   void (*tell)(uint64_t done, uint64_t total),
			   uint64_t *timelines);

struct rt_removal {
	struct rt_user user;
	uint64_t posts, followers, following, likes;
	bool adopted; /* the database: else posts are not known */
};

/*
 * What goes with a member: two round trips.  Finds by name as
 * rt_user_by_name() does, and by the exact name what a removal that was cut
 * off has left.
 */
enum rt_err rt_removal(struct rt *rt, struct arena *a, const char *name,
		       struct rt_removal *removal);

/* Only in an adopted database. */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total));

/* Anybody's, as rt_post_delete() does it. */
enum rt_err rt_remove_post(struct rt *rt, struct arena *a, uint64_t id);

/* What is still to be delivered.  Three round trips. */
struct rt_backlog {
	uint64_t outbox;           /* posts that nobody has begun to deliver */
	uint64_t waiting, in_hand; /* jobs */
	uint64_t failed;
	time_t oldest; /* of these jobs that did not fail; 0: none */
};

enum rt_err rt_backlog(struct rt *rt, struct arena *a,
		       struct rt_backlog *backlog);
/* ---- checking ---------------------------------------------------------- */

/*
 * What does not fit together is either broken, which nothing that works
 * leaves; or left over by something that was cut off, harmless, and finished
 * by the next who comes by; or only remarkable.  check.h lists all kinds.
 */
enum rt_severity { RT_BREAK, RT_LEFTOVER, RT_REMARK };

struct rt_fault {
	enum rt_severity severity;
	const char *kind; /* a few words, the same for all of a kind */
	const char *text; /* a line, which may hold what members wrote */
	bool mended;
};

/* How to check.  Each callback may be NULL. */
struct rt_check {
	bool repair;       /* mends what is found */
	unsigned pause_ms; /* before the second look */
	void (*tell)(uint64_t done, uint64_t total);
	/* At the end, kind by kind, the broken first. */
	void (*found)(const struct rt_fault *fault, void *to);
	void *to;
};

struct rt_checked {
	uint64_t members, posts; /* how many ids were looked through */
	uint64_t found[RT_REMARK + 1];
	uint64_t mended[RT_REMARK + 1];
};

/*
 * Goes through the whole database, also while the site runs: what moves is
 * looked at twice.  One or two round trips for every thousand entries, too.
 * Whatever it mends it looks at again, so what is not mended does not count as
 * such; cut off, it is finished by doing it again.
 */
enum rt_err rt_check(struct rt *rt, const struct rt_check *how,
		     struct rt_checked *checked);

#endif
