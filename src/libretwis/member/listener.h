/*
 * Listening to the bus, for a program with libevent's loop: the other side of
 * notify.h, and the gateway's of control.h.
 *
 * It knows channels by what they mean, so that no program spells their names.
 */
#ifndef LISTENER_H
#define LISTENER_H

#include "libretwis/retwis.h"
#include "patterns/control.h"

struct event_base;
struct async_client;
struct listener;

/*
 * Two channels for many at once.  On a lively site neither falls silent, and
 * each message wakes the program: so listen as long as somebody wants to know.
 */
enum listening {
	LISTEN_HOMES,    /* hints for those whom a worker has served */
	LISTEN_TIMELINE, /* everybody's timeline */
	LISTENINGS
};

/* All that a program is told, each with the `who` of listener_open(). */
struct listener_events {
	/*
	 * The bus is there: join what you want to hear of.  And it is gone:
	 * nothing is joined any more, and messages are lost.
	 */
	void (*up)(void *who);
	void (*down)(void *who);

	/* The answers to listener_join() and listener_leave(). */
	void (*joined)(void *who, uint64_t member);
	void (*left)(void *who, uint64_t member);

	/* Something is new for a member, who need not be joined... */
	void (*hint)(void *who, uint64_t member);
	/* ...or may be, in a list of which nothing was heard until now... */
	void (*heard)(void *who, enum listening what);
	/* ...or on everybody's timeline. */
	void (*timeline)(void *who);

	/* A message for control_obey(). */
	void (*order)(void *who, const char *message);
};

/* `events`, `conf` and `data`, which asks the data, have to outlive it. */
struct listener *listener_open(const struct rt_config *conf,
			       struct event_base *base,
			       const struct async_client *data,
			       const struct listener_events *events,
			       void *who);
void listener_close(struct listener *l);

/*
 * Hears of one member, or no longer.  Once `joined` is told, no hint is missed,
 * so look at the data then.  Do not join a member whom you are still leaving.
 */
void listener_join(struct listener *l, uint64_t member);
void listener_leave(struct listener *l, uint64_t member);

/*
 * The same for what is said to many; `heard` answers the first.  You may come
 * back while you are still leaving.
 */
void listener_hear(struct listener *l, enum listening what);
void listener_ignore(struct listener *l, enum listening what);

/* Publishes what control_obey() has to say, if anything, without waiting. */
void listener_answer(struct listener *l, struct control_answer answer);

#endif
