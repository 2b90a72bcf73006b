/*
 * Publish/subscribe, on the bus, in libevent's loop.
 *
 * PUBLISH hands a message to all that are subscribed at that moment, and Redis
 * forgets it.  So a message comes once at most: a program that is not
 * connected misses it, and is never told what it was.  That fits news, such as
 * "look again", and anything you can ask for a second time.  Whatever must not
 * be lost belongs into a queue.
 *
 * A connection that has subscribed can do nothing else, and so this one is
 * another one than those of links.h.  When it is lost, it is made again, sooner
 * or later.  So at SUBSCRIBER_UP join your channels again, and look at the data
 * once they are joined.
 */
#ifndef SUBSCRIBER_H
#define SUBSCRIBER_H

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

struct event_base;
struct subscriber;

enum subscriber_what {
	SUBSCRIBER_UP,   /* the bus is there, and `always` is joined */
	SUBSCRIBER_DOWN, /* it is not, after each try; no channel is joined */
	SUBSCRIBER_JOINED, /* from now on you miss nothing that is said there */
	SUBSCRIBER_LEFT,
	SUBSCRIBER_SAID,
};

/*
 * Calls `told` for all that happens, with the channel and what was said, or
 * NULL where there is none.  The channel `always` is joined all the time, and
 * joined again now and then to see whether the bus still answers.  `nodes`, or
 * NULL, asks the same servers, and outlives it.
 */
struct async_client;
struct subscriber *subscriber_open(
	const struct rt_servers *servers, struct event_base *base,
	const struct async_client *nodes, const char *always,
	void (*told)(void *who, enum subscriber_what what, const char *channel,
		     const char *said),
	void *who);
void subscriber_close(struct subscriber *h);

/*
 * SUBSCRIBER_JOINED or SUBSCRIBER_LEFT answers each, unless SUBSCRIBER_DOWN
 * comes first.  Join no channel that you are still leaving.
 */
void subscriber_join(struct subscriber *h, const char *channel);
void subscriber_leave(struct subscriber *h, const char *channel);

/*
 * Publishes, by a connection of its own, which is made when there is first
 * something to say.  Where that fails, the message is lost.
 */
void subscriber_say(struct subscriber *h, const char *channel,
		    const char *text);

#endif
