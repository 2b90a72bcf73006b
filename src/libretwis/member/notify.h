/*
 * Live updates by publish and subscribe: tells open pages that something is
 * new; private to libretwis.
 *
 * A message says only that there is something to read, and whoever receives it
 * reads the data.  So a lost message loses no data, and failing to send one is
 * not an error.  Send it after the data are written, or they may be read too
 * early.
 */
#ifndef NOTIFY_H
#define NOTIFY_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"
#include "patterns/control.h"

/* ---- sending ----------------------------------------------------------- */

/* Each queues a message in a pipeline on the bus; nothing for member 0. */
void notify_member(struct rt_pipe *bus, uint64_t member);
void notify_timeline(struct rt_pipe *bus);
void notify_announcement(struct rt_pipe *bus);

/* The same for a conversation, named by its beginning; nothing for 0. */
void notify_conversation(struct rt_pipe *bus, uint64_t root);

/* The same for up to a thousand members in one message. */
void notify_members(struct rt_pipe *bus, struct rt_ids members);

/* Sends a message about one member.  One round trip on the bus. */
void notify_member_now(struct rt *rt, struct arena *a, uint64_t member);

/* ---- receiving --------------------------------------------------------- */

/*
 * Receiving messages from the bus in a program with libevent's loop: the
 * counterpart of the above, and the gateway's side of control.h.
 *
 * Channels are named by their meaning, so that no program needs to know their
 * real names.
 */

struct event_base;
struct async_client;
struct listener;

/*
 * Channels with messages for many members at once.  On a busy site they
 * are never silent, and each message wakes the program, so subscribe only
 * while somebody needs them.
 */
enum listening {
	LISTEN_HOMES,         /* for members to whom a worker has delivered */
	LISTEN_TIMELINE,      /* for the public timeline */
	LISTEN_CONVERSATIONS, /* for all conversations */
	LISTEN_ANNOUNCEMENTS, /* for announcements, of which there are few */
	LISTENINGS
};

/*
 * The events that a program receives, each with the `who` of listener_open().
 */
struct listener_events {
	/*
	 * The bus is connected: subscribe to what you need.  And it is lost:
	 * nothing is subscribed any more, and messages are lost.
	 */
	void (*up)(void *who);
	void (*down)(void *who);

	/* The replies to listener_subscribe() and listener_unsubscribe(). */
	void (*joined)(void *who, uint64_t member);
	void (*left)(void *who, uint64_t member);

	/*
	 * Something is new for a member, perhaps one who is not subscribed...
	 */
	void (*hint)(void *who, uint64_t member);
	/*
	 * ...or may be for anybody, since a channel was not subscribed until
	 * now...
	 */
	void (*heard)(void *who, enum listening what);
	/* ...or on the public timeline, or in a conversation... */
	void (*timeline)(void *who);
	void (*conversation)(void *who, uint64_t root);
	/* ...or for everybody. */
	void (*announcement)(void *who);

	/* An order for control_obey(). */
	void (*order)(void *who, const char *message);
};

/*
 * `events`, `conf` and `data` have to outlive it.  `data` is the connection to
 * the data, where the bus may be, too.
 */
struct listener *listener_open(const struct rt_config *conf,
			       struct event_base *base,
			       const struct async_client *data,
			       const struct listener_events *events,
			       void *who);
void listener_close(struct listener *l);

/*
 * Subscribes to one member, or unsubscribes.  Once `joined` has been called no
 * message is missed, so read the data then.  Don't subscribe to a member again
 * before `left`.
 */
void listener_subscribe(struct listener *l, uint64_t member);
void listener_unsubscribe(struct listener *l, uint64_t member);

/*
 * The same for the channels for many; `heard` is the reply to the first.  Here
 * you may subscribe again before the reply to the second.
 */
void listener_subscribe_all(struct listener *l, enum listening what);
void listener_unsubscribe_all(struct listener *l, enum listening what);

/*
 * Publishes the answer of control_obey(), if there is one, without blocking.
 */
void listener_answer(struct listener *l, struct control_answer answer);

#endif
