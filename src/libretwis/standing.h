/*
 * What a member may do here, and who runs the site; a part of retwis.h.
 *
 * The set `hosts` says who is a host, and the field `standing` of `user:ID`
 * says all else.  For hosts that field is a copy, which each page reads along
 * with the session.  To do what only hosts may do, ask the set.
 */
#ifndef STANDING_H
#define STANDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

struct rt;

enum rt_standing {
	RT_MEMBER,
	RT_MODERATOR,
	RT_HOST,
	RT_WAITING, /* for a host, who lets newcomers in */
	RT_STOPPED, /* by a host: signs in, and does nothing else */
	RT_STANDINGS
};

/*
 * The word for it, as forms have it and `user:ID`, where a member has none:
 * NULL is RT_MEMBER.  A word that we do not know, perhaps a later Retwis's, is
 * RT_STANDINGS, which does not belong, and "unknown".
 */
const char *rt_standing_word(enum rt_standing standing);
enum rt_standing rt_standing_read(const char *word);

/* Neither waiting nor stopped: may write, and read what members read. */
bool rt_belongs(enum rt_standing standing);

/*
 * Changes it, from the member's next request on.  RT_NOT_FOUND if the member is
 * gone; RT_DENIED for the only host, since somebody has to run the site.  Works
 * while Redis is full.  Two round trips, and one on the bus, which ends the
 * live streams of those who do not belong any more.
 */
enum rt_err rt_set_standing(struct rt *rt, struct arena *a, uint64_t id,
			    enum rt_standing standing);

/* Asks the set.  One round trip. */
enum rt_err rt_is_host(struct rt *rt, struct arena *a, uint64_t id,
		       bool *is_host);

#define RT_HOSTS 100 /* so many are named, if there are more */

struct rt_host_list {
	const char *name[RT_HOSTS];
	size_t n;
};

/* In no order.  Two round trips. */
enum rt_err rt_hosts(struct rt *rt, struct arena *a,
		     struct rt_host_list *list);

#endif
