/*
 * How often somebody may try to sign in; private to libretwis.
 *
 * We count wrong passwords three times: for a name at an address, for an
 * address, and for a name.  Each attempt counts before we look at the
 * password, and a right password takes it back: so a school of a thousand
 * behind one address can sign in on a Monday morning.
 *
 * Where a member has signed in before, only the first of the three decides.
 * So nobody can lock a member out by guessing from elsewhere, from however
 * many addresses, or by guessing other names at the same address.  And a
 * browser in which the member has signed in before (a cookie tells) has a
 * counter of its own, which nobody else at that address can fill.
 *
 * In a new place, say with a new telephone on the road, the member still has
 * two attempts, for the counter of a name refuses only the third from an
 * address.  What a stranger can do is use up the counter of a whole address;
 * that refuses only members who were never there before.
 *
 * An attempt that the first counter refuses does not add to the other two.  So
 * somebody who never gives up on one name does not shut out a whole address.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "libretwis/member/gate.h"

enum { FROM_ADDRESS, FROM_BROWSER, FROMS };

/* An attempt. */
struct attempt {
	const char
		*name; /* folded; NULL: no visitor asks, so nothing counts */
	struct {
		uint64_t known; /* the member has signed in from there */
		struct gate gate;
	} from[FROMS];
	uint64_t times; /* from the address, with this one; 0: not counted */
	struct gate by_address, by_name;
};

/*
 * Counts an attempt for the name at this address, and in this browser.  RT_OK
 * or RT_LIMITED.  One round trip; none if no visitor asks.
 */
enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const char *name);

/* Queues the other two counts.  After that pipeline: RT_OK or RT_LIMITED. */
void attempt_ask(struct rt_pipe *p, struct attempt *t);
enum rt_err attempt_check(struct rt *rt, const struct attempt *t);

/* Whether the address or the browser is one that has never been this member. */
bool attempt_is_strange(const struct attempt *t);

/* The attempt of somebody who registers, which is not counted. */
struct attempt attempt_first(struct rt *rt, struct arena *a, const char *name);

/* Queues that it was none; and the same at once, in one round trip. */
void attempt_take_back(struct rt_pipe *p, const struct attempt *t);
enum rt_err attempt_forget(struct rt *rt, struct arena *a,
			   const struct attempt *t);

/*
 * Queues that it was the member: takes the counts back, and remembers the
 * address and the browser.  A new browser gets its word here: see
 * rt_browser().
 */
void attempt_good(struct rt_pipe *p, const struct attempt *t);

#endif
