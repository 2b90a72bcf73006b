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

#include "base/arena.h"
#include "base/error.h"

struct rt;

enum rt_standing {
	RT_MEMBER,
	RT_MODERATOR,
	RT_HOST,
	RT_WAITING,   /* for a host's approval */
	RT_SUSPENDED, /* suspended by a host: may only sign in */
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

/* Neither waiting nor suspended: may write, and read what members read. */
bool rt_belongs(enum rt_standing standing);

/*
 * Changes a member's standing, from the next request on.  RT_NOT_FOUND if the
 * member is gone; RT_DENIED for the only host, since somebody has to run the
 * site.  A former host loses the notices of who asked to join.  Works even
 * while Redis is full.  At most three round trips, and one on the bus that ends
 * the live streams of those who may no longer have them.
 */
enum rt_err rt_set_standing(struct rt *rt, struct arena *a, uint64_t id,
			    enum rt_standing standing);

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
