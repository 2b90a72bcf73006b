/*
 * What a member may do, and who runs the site.  Part of retwis.h.
 *
 * The set `hosts` decides who is a host, and the field `standing` of `user:ID`
 * everything else.  For a host that field is only a copy, which each page
 * reads along with the session.  Before you do something that only hosts may
 * do, check the set.
 */
#ifndef STANDING_H
#define STANDING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/arena.h"
#include "base/error.h"
#include "libretwis/acting.h"

struct rt;

enum rt_standing {
	RT_MEMBER,
	RT_MODERATOR,
	RT_HOST,
	RT_WAITING,   /* for approval by a host or a moderator */
	RT_SUSPENDED, /* may only sign in, and look after the account */
	RT_STANDINGS
};

/*
 * Its word in forms and in `user:ID`, where NULL means RT_MEMBER.  An unknown
 * word, perhaps of a later Retwis, is read as RT_STANDINGS, which rt_belongs()
 * rejects, and whose word is "unknown".
 */
const char *rt_standing_word(enum rt_standing standing);
enum rt_standing rt_standing_read(const char *word);

/* A moderator or a host.  For a host this is the copy: see above. */
bool rt_moderates(enum rt_standing standing);

/* Only hosts and moderators see a member who is suspended. */
bool rt_sees(enum rt_standing me, enum rt_standing whom);

/* Neither waiting nor suspended: may write, and read what members read. */
bool rt_belongs(enum rt_standing standing);

/* ---- changing it ------------------------------------------------------- */

/*
 * Whether a host or a moderator, `as`, may change such a standing.  Pages offer
 * what it says; rt_change_standing() decides.
 */
bool rt_may_give(enum rt_standing as, enum rt_standing from,
		 enum rt_standing to);

struct rt_standing_change {
	uint64_t whom;
	enum rt_standing from; /* as the page has read it, for the log */
	enum rt_standing to;
	time_t until;         /* of a suspension: its end; 0: none */
	struct rt_acting who; /* with a reason, if it suspends */
	enum rt_standing as;  /* what whoever acts is: a host or a moderator */
};

/*
 * Changes a member's standing, from the next request on, and adds it to the
 * log.  A moderator may only suspend members, and readmit those whom moderators
 * have suspended.
 *
 * RT_NOT_FOUND if the member is gone, or waits for approval; RT_DENIED if a
 * moderator may not do that, and for the only host, since somebody has to run
 * the site; RT_TAKEN if somebody else has suspended the member before.
 * Anything else that is so already is left as it is.  Works even while Redis is
 * full.  Three round trips, and one on the bus that ends the live streams of
 * those who may no longer have them.
 */
enum rt_err rt_change_standing(struct rt *rt, struct arena *a,
			       const struct rt_standing_change *change);

/* Why a member is suspended, and until when. */
struct rt_suspension {
	uint64_t by;        /* 0: not by a member */
	const char *system; /* see struct rt_acting */
	time_t until;       /* 0: no end is set */
	const char *reason; /* "": none */
};

/* RT_NOT_FOUND for anybody else.  One round trip. */
enum rt_err rt_suspension(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_suspension *suspension);

/*
 * For a worker: ends the suspensions that are due.  One round trip if there are
 * none, and two for each.
 */
enum rt_err rt_suspended_run(struct rt *rt, struct arena *a);

/* ---- the hosts --------------------------------------------------------- */

/* Reads the set.  One round trip. */
enum rt_err rt_is_host(struct rt *rt, struct arena *a, uint64_t id,
		       bool *is_host);

#define RT_HOSTS 100 /* how many are listed at most */

struct rt_host_list {
	const char *name[RT_HOSTS];
	size_t n;
};

/* In no particular order.  Two round trips. */
enum rt_err rt_hosts(struct rt *rt, struct arena *a,
		     struct rt_host_list *list);

#endif
