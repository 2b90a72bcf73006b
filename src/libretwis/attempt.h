/*
 * How often one may sign in; private to libretwis.
 *
 * Wrong passwords are counted for a name at an address, for an address, and
 * for a name; each attempt counts before the password is looked at, and a good
 * one is taken back, so that a school of a thousand behind one address signs in
 * all the same.  Where the member has signed in before, in the last 30 days,
 * only the first counter holds: whoever guesses elsewhere, from however many
 * addresses, or at other names from this one, does not lock that member out.
 * And whoever has signed in already stays so, whatever the counters say.
 *
 * Who is refused by the first counter does not add to the other two, so that
 * one who never gives up does not shut out a whole address.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "libretwis/rate.h"

/* An attempt. */
struct attempt {
	const char *name;  /* digests, of the folded name */
	const char *place; /* of it and the address; NULL: no visitor's */
	uint64_t known;    /* the member has signed in from there */
	struct gate at_place, at_address, at_name;
};

struct attempt attempt_new(struct rt *rt, struct arena *a, const char *name);

/* The first counter; one round trip.  RT_LIMITED, as the next. */
enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const char *name);

/* The other two; in a pipeline, and after it. */
void attempt_ask(struct rt_pipe *p, struct attempt *t);
enum rt_err attempt_check(struct rt *rt, const struct attempt *t);

/* Queues that it was the member, be it a new one. */
void attempt_good(struct rt_pipe *p, const struct attempt *t);

#endif
