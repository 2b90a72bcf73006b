/*
 * Publish/subscribe, on the bus, in libevent's loop.
 *
 * PUBLISH passes a message to all that are subscribed at that moment, and Redis
 * does not store it.  So a message arrives once at most: a program that is not
 * connected misses it, and cannot find out later what it was.  That suits hints
 * such as "check again", and anything that can be requested a second time.
 * Whatever must not be lost has to be put into a queue.
 *
 * A connection that has subscribed cannot do anything else, so this one is
 * separate from those of links.h.  If it is lost, it is made again, sooner or
 * later.  So at SUBSCRIBER_UP subscribe to your channels again, and once that
 * has happened, read the data that the messages are about.
 */
#ifndef SUBSCRIBER_H
#define SUBSCRIBER_H

#include "base/arena.h"
#include "base/error.h"
#include "redis/connection.h"

struct event_base;
struct subscriber;

enum subscriber_event {
	SUBSCRIBER_UP,         /* connected, and subscribed to `own_channel` */
	SUBSCRIBER_DOWN,       /* not connected, after each attempt */
	SUBSCRIBER_SUBSCRIBED, /* from now on all its messages arrive */
	SUBSCRIBER_UNSUBSCRIBED,
	SUBSCRIBER_MESSAGE, /* a message */
};

/*
 * Calls `on_event` for all that happens, with the channel and the message, or
 * NULL where there is none.  It is always subscribed to `own_channel`, and
 * subscribes again now and then to check that the bus still answers.  `nodes`,
 * or NULL, is a client of the same servers that outlives it.
 */
struct async_client;
struct subscriber *subscriber_open(
	const struct rt_servers *servers, struct event_base *base,
	const struct async_client *nodes, const char *own_channel,
	void (*on_event)(void *who, enum subscriber_event what,
			 const char *channel, const char *message),
	void *who);
void subscriber_close(struct subscriber *s);

/*
 * Each is confirmed by SUBSCRIBER_SUBSCRIBED or SUBSCRIBER_UNSUBSCRIBED, unless
 * SUBSCRIBER_DOWN comes first.  Do not subscribe to a channel before leaving it
 * has been confirmed.
 */
void subscriber_subscribe(struct subscriber *s, const char *channel);
void subscriber_unsubscribe(struct subscriber *s, const char *channel);

/*
 * Publishes a message over a connection of its own, which is opened for the
 * first message.  If that fails, the message is lost.
 */
void subscriber_publish(struct subscriber *s, const char *channel,
			const char *text);

#endif
