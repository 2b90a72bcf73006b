/*
 * How often somebody may try to sign in; private to libretwis.
 *
 * We count wrong passwords three times: for a name at an address, for an
 * address, and for a name, in an hour and in a day.  Each attempt counts before
 * we look at the password, and a right password takes it back: so a school of a
 * thousand behind one address can sign in on a Monday morning.
 *
 * Where a member has signed in before (known_places.h), only the first of the
 * three decides.  So nobody can lock a member out of there by guessing from
 * elsewhere, from however many addresses, or by guessing other names at the
 * same address.  And a browser in which the member has signed in before (a
 * cookie tells) has a counter of its own, which nobody else at that address can
 * fill.
 *
 * In a new place, say with a new telephone on the road, the member still has
 * two attempts, for the counter of an hour refuses only the third from an
 * address.  Only the ceiling of a day refuses each: else a stranger with ten
 * thousand addresses would have twenty thousand guesses.  Strangers can still
 * reach that ceiling, or use up the counter of a whole address; both refuse
 * only members who were never there before, and a link for a new password works
 * all the same.
 *
 * Of IPv6 a stranger easily has 48 bits.  So all of a network of that size is
 * one address to these counters, and to the two attempts.  Places where a
 * member has signed in are as narrow as everywhere else, and each has a counter
 * of its own.
 *
 * An attempt that the first counter refuses does not add to the other two.  So
 * somebody who never gives up on one name does not shut out a whole address.
 *
 * For a name that nobody has the commands are the same, about a member 0.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "libretwis/member/gate.h"

/* The first two can be places where the member has signed in. */
enum { FROM_ADDRESS, FROM_BROWSER, FROM_NETWORK, FROMS };

/* An attempt. */
struct attempt {
	const char
		*name; /* folded; NULL: no visitor asks, so nothing counts */
	struct {
		const char *entry; /* of known_places.h */
		struct gate gate;
	} from[FROMS];
	int network;    /* from where a stranger comes; of IPv4 the address */
	uint64_t times; /* from there, with this one; 0: not counted */
	struct gate by_address, by_name, by_day;
};

/*
 * Queues the first counts, for the name: the attempt is begun.  Nothing if no
 * visitor asks.  Then attempt_hear() gives RT_LIMITED if it is in vain for
 * anybody; and attempt_go_on() RT_OK or RT_LIMITED for this member, in one
 * round trip, none if no visitor asks.
 */
void attempt_count(struct rt_pipe *p, struct attempt *t, const char *name);
enum rt_err attempt_hear(struct rt *rt, const struct attempt *t);
enum rt_err attempt_go_on(struct rt *rt, struct arena *a, struct attempt *t,
			  uint64_t id);

/* All of that for a member whose id is known already, in one round trip. */
enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const struct rt_user *me);

/* Queues the other counts.  After that pipeline: RT_OK or RT_LIMITED. */
void attempt_queue(struct rt_pipe *p, struct attempt *t);
enum rt_err attempt_check(struct rt *rt, const struct attempt *t);

/* Whether the address or the browser is one that has never been this member. */
bool attempt_is_strange(const struct attempt *t);

/* The attempt of somebody who registers, which is not counted. */
struct attempt attempt_first(struct rt *rt, struct arena *a, const char *name);

/* Notes that it was none.  One round trip. */
enum rt_err attempt_forget(struct rt *rt, struct arena *a,
			   const struct attempt *t);

/*
 * Queues that it was the member: takes the counts back, and remembers the
 * address and the browser.  A new browser gets its word here: see
 * rt_browser().
 */
void attempt_good(struct rt_pipe *p, const struct attempt *t, uint64_t id);

#endif
