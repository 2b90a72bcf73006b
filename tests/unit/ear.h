/*
 * Subscribes to one channel of the bus, for tests that wait for messages on
 * it.
 */
#ifndef EAR_H
#define EAR_H

#include "patterns/subscriber.h"
#include "unit.h"

struct said {
	struct said *next;
	const char *text;
};

struct ear {
	struct subscriber *hear;
	struct fiber *waiter; /* or NULL */
	bool is_up;
	bool was_lost; /* and not reported yet */
	struct said *first, **last;
};

/*
 * Waits until it is subscribed, or has failed, at most for a time-out of `rt`.
 */
void ear_open(struct ear *e, const char *channel);
void ear_close(struct ear *e);

/*
 * The next message, in the memory of the test. RT_NOT_FOUND: none arrived in
 * this time. RT_DOWN: the subscription was lost, or there is none at the end.
 */
enum rt_err ear_next(struct ear *e, unsigned ms, const char **text);

#endif
