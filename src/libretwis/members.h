/*
 * The list of all members, by name.  Part of retwis.h.
 *
 * It has those who belong to the site.  Hosts see in addition who is
 * suspended, and may ask for those who wait for approval.
 */
#ifndef MEMBERS_H
#define MEMBERS_H

#include "libretwis/account.h"

#define RT_MEMBERS       50 /* on a page */
#define RT_LETTERS       27 /* a to z, and all others together */
#define RT_OTHER_LETTERS (RT_LETTERS - 1)

struct rt_members_query {
	const char *q; /* how a name begins; NULL or blank: any */
	int letter;    /* 0 for a, to RT_OTHER_LETTERS; RT_LETTERS: any */
	enum rt_standing standing; /* only these; RT_STANDINGS: any */
	const char *after;         /* `next` of the page before, or NULL */
};

struct rt_members {
	struct rt_user me;
	bool for_hosts;           /* the visitor is one */
	bool asked;               /* `q` was not blank */
	bool letters[RT_LETTERS]; /* with which a name begins */
	bool is_partial; /* `directory` lacks members: the host has to adopt */
	struct rt_people_list list;
	bool more;        /* of what was searched for */
	const char *next; /* NULL: this is the last page */
};

/*
 * A page of the list.  A visitor who is not signed in gets an empty one.  `q`
 * finds names as rt_search() does, and then `letter` and `after` do not count.
 * Only hosts may ask for a standing: host, moderator, waiting or suspended,
 * the latest of the last two first; for others it does not count.
 *
 * Two round trips; one more if this process doesn't remember since when the
 * members of the page are here, or who has invited them; and one more if a
 * page has fewer than RT_MEMBERS because some are not shown.  A page for which
 * as many again are not shown is short, but `next` leads on.
 */
enum rt_err rt_members(struct rt *rt, struct arena *a, const char *secret,
		       const struct rt_members_query *query,
		       struct rt_members *members);

/*
 * All members for a host, by name, and after them those who wait for approval,
 * in small portions:
 *
 *	struct rt_members_walk w = { .after = NULL };
 *
 *	while (!w.is_done) {
 *		arena_reset(&chunk);
 *		err = rt_members_next(rt, a, &chunk, &w, &some);
 *	}
 *
 * With `only` it lists hosts, of whom there are RT_HOSTS at most, moderators,
 * who is suspended or who waits, the earliest first.
 *
 * The portion is in `chunk`, and may be empty.  `a` gets a few bytes for each.
 * Who joins or leaves meanwhile, or is approved, may be missing; everybody else
 * is there exactly once.  Three round trips.
 */
struct rt_members_walk {
	const char *after;     /* an entry of the list; NULL: the beginning */
	enum rt_standing only; /* RT_MEMBER: everybody */
	bool is_waiting;       /* those who wait for approval are next */
	uint64_t waiting;      /* how many of them were there */
	bool is_partial; /* `directory` lacks members: the host has to adopt */
	bool is_done;
};

enum rt_err rt_members_next(struct rt *rt, struct arena *a,
			    struct arena *chunk, struct rt_members_walk *w,
			    struct rt_people_list *some);

/*
 * One member as a host sees it in that list.  RT_NOT_FOUND if the member is
 * gone.  Two round trips.
 */
enum rt_err rt_members_one(struct rt *rt, struct arena *a, uint64_t id,
			   struct rt_person *person);

#endif
