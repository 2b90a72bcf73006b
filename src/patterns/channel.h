/*
 * Publish/subscribe, on the bus.
 *
 * PUBLISH hands a message to all that are subscribed at that moment, and Redis
 * forgets it.  So a message comes once at most: a program that is not
 * connected misses it, and is never told what it was.  That fits news, such as
 * "look again", and anything you can ask for a second time.  Whatever must not
 * be lost belongs into a queue.
 *
 * A connection that has subscribed can do nothing else.  So a channel has one
 * of its own beside those of `rt`.  That one may be silent for ever: the
 * time-out is for connecting and subscribing, not for waiting.
 *
 * This client blocks, for workers and commands.  A program with an event loop
 * must not, and takes subscriber.h.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include "redis/pipe.h"
#include "schema/key.h"

/*
 * Publishes a message.  `heard`: how many connections of that server were
 * subscribed, which does not say that anybody has read it; of a cluster that
 * server is one node.  One round trip.
 */
enum rt_err channel_publish(struct rt *rt, struct arena *a, const char *name,
			    const char *message, uint64_t *heard);

struct channel;

/* Subscribes if it can, and else in channel_next(); never fails. */
struct channel *channel_open(struct rt *rt, const char *name);
void channel_close(struct channel *ch);

/*
 * The next message, in `a`; a signal ends the waiting.
 *
 *  - RT_NOT_FOUND: none came within `wait_ms`; 0 only looks.
 *  - RT_DOWN: there is no connection, and messages may have been lost.  You
 *    are told at once when a connection ends, and after `wait_ms` without
 *    success.  Just call it again, it connects by itself.
 */
enum rt_err channel_next(struct channel *ch, struct arena *a, unsigned wait_ms,
			 const char **message);

/*
 * To wait for more than a channel; -1 while it is not subscribed.  Several
 * messages may come at once: read until RT_NOT_FOUND before you wait again.
 */
int channel_fd(const struct channel *ch);

#endif
