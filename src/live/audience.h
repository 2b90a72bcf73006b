/*
 * Which lists somebody has open.
 *
 * Each post is said to all who listen to the public timeline, and each delivery
 * to all who listen to home timelines.  So the gateway listens to either only
 * while a stream is open that wants to know.
 */
#ifndef AUDIENCE_H
#define AUDIENCE_H

#include "libretwis/work.h"
#include "live/conn.h"

struct audience {
	struct listener *listener;
	const struct conns *conns;
	bool is_up;                /* the bus */
	bool hears[LISTENINGS];    /* as far as the bus was asked to */
	unsigned idle[LISTENINGS]; /* seconds in which nobody had it open */
};

/* The first two are set before the bus comes. */
void audience_up(struct audience *a);
void audience_down(struct audience *a);

/* A stream may have come. */
void audience_came(struct audience *a);

/* Once a second: a list that nobody has had open for some is heard no more. */
void audience_tick(struct audience *a);

#endif
