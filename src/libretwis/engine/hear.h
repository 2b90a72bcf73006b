/*
 * Hearing what is published on the bus, and answering, for a program with
 * libevent's loop.
 *
 * The one place where hiredis works asynchronously.  A lost connection is made
 * again, sooner or later; what was said meanwhile is lost, so that who is told
 * HEAR_UP joins the channels anew and looks at the data once they are joined.
 */
#ifndef HEAR_H
#define HEAR_H

#include "libretwis/retwis.h"

struct event_base;
struct hear;

enum hear_what {
	HEAR_UP,     /* the bus is there, and `always` is joined */
	HEAR_DOWN,   /* it is not, and no channel is joined */
	HEAR_JOINED, /* from now on nothing said there is missed */
	HEAR_LEFT,
	HEAR_SAID,
};

/*
 * `told` hears all that happens, with the channel and what was said, where
 * there is such.  The channel `always` is joined all the time, and joined
 * again now and then to see whether the bus still answers.
 */
struct hear *hear_open(const struct rt_config *conf, struct event_base *base,
		       const char *always,
		       void (*told)(void *who, enum hear_what what,
				    const char *channel, const char *said),
		       void *who);
void hear_close(struct hear *h);

/*
 * Each is answered by HEAR_JOINED or HEAR_LEFT, unless HEAR_DOWN comes first.
 * Join no channel that you are still leaving.
 */
void hear_join(struct hear *h, const char *channel);
void hear_leave(struct hear *h, const char *channel);

/*
 * Publishes, without waiting: by a connection of its own, made when there is
 * first something to say.  What cannot be said is lost.
 */
void hear_say(struct hear *h, const char *channel, const char *text);

#endif
