/*
 * How often one may sign in; private to libretwis.
 *
 * Wrong passwords are counted for a name at an address, for an address, and
 * for a name; each attempt counts before the password is looked at, and a good
 * one is taken back, so that a school of a thousand behind one address signs in
 * all the same.  At an address where the member has signed in before only the
 * first counter holds: whoever guesses elsewhere, from however many addresses,
 * or at other names from this one, does not lock that member out.  And a
 * browser in which the member has signed in before, which a cookie tells, has a
 * counter of its own, that nobody else at its address can fill.
 *
 * Elsewhere, as with a new telephone on the road, the member has two attempts
 * all the same: what is counted for a name refuses only the third from an
 * address.  And what is counted for an address can still be used up by
 * somebody there; it refuses those who were never there before.
 *
 * Who is refused by the first counter does not add to the other two, so that
 * one who never gives up does not shut out a whole address.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "libretwis/member/gate.h"

enum { FROM_ADDRESS, FROM_BROWSER, FROMS };

/* An attempt. */
struct attempt {
	const char *name; /* folded; NULL: no visitor's */
	struct {
		uint64_t known; /* the member has signed in from there */
		struct gate gate;
	} from[FROMS];
	uint64_t times; /* from the address, with this one; 0: not counted */
	struct gate by_address, by_name;
};

/* The counters of a name from somewhere; one round trip.  RT_LIMITED. */
enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const char *name);

/* The other two; in a pipeline, and after it. */
void attempt_ask(struct rt_pipe *p, struct attempt *t);
enum rt_err attempt_check(struct rt *rt, const struct attempt *t);

/* The attempt of a new member, which needs none of these. */
struct attempt attempt_first(struct rt *rt, struct arena *a, const char *name);

/* Queues that it was the member; makes up a word for a new browser. */
void attempt_good(struct rt_pipe *p, const struct attempt *t);

#endif
