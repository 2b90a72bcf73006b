/*
 * Viewers are members who have a page open, and the lists that they look at.
 *
 * Each viewer has streams, and the gateway is subscribed to a channel of the
 * bus for each.  A viewer for whom something may be new is due, until poller.c
 * has queried the database.
 */
#ifndef VIEWER_H
#define VIEWER_H

#include "libretwis/work.h"
#include "live/conn.h"

#define VIEWER_BUCKETS 4096
#define VIEWER_STREAMS 20

enum subscription { UNSUBSCRIBED, SUBSCRIBING, SUBSCRIBED, UNSUBSCRIBING };

struct viewer {
	uint64_t id; /* the member's */
	struct streams streams;
	uint64_t unread;
	struct rt_live_quiet quiet; /* a copy of its own */
	enum subscription bus;
	bool due;
	bool is_polled;      /* a running poll includes it */
	int64_t time;        /* when viewers_tick() last checked it */
	struct viewer *next; /* in the table */
	TAILQ_ENTRY(viewer) by_time, by_due, by_polled;
};

TAILQ_HEAD(viewer_list, viewer);

struct viewers {
	struct listener *listener;
	bool is_up;                           /* the bus */
	struct viewer *table[VIEWER_BUCKETS]; /* by id */
	struct viewer_list all; /* the one not checked for longest is first */
	struct viewer_list due;
	struct viewer_list polled;
};

void viewers_open(struct viewers *all);
void viewers_close(struct viewers *all);

/* NULL if that member has no page open. */
struct viewer *viewer_find(const struct viewers *all, uint64_t id);

/*
 * Adds a connection to its member's streams.  The streams of a member may have
 * different sessions, since each browser has one.  Returns NULL if that member
 * already has too many streams.
 */
struct viewer *viewer_add(struct viewers *all, struct conn *c, uint64_t id);

/* What a poll has read of the member. */
void viewer_set(struct viewer *v, const struct rt_live_state *state);

/* Something may be new.  Ignores NULL and a viewer without streams. */
void viewer_mark_due(struct viewers *all, struct viewer *v);
void viewers_mark_due(struct viewers *all);

/* The same for those who have a page of that conversation open. */
void viewers_mark_conversation(struct viewers *all, uint64_t root);

/*
 * A poll begins and ends.  The viewer isn't due any more when it begins, but
 * may become due again before it ends.  A viewer that is freed in between is
 * removed from all lists.
 */
void viewer_begin_poll(struct viewers *all, struct viewer *v);
void viewer_end_poll(struct viewers *all, struct viewer *v);

/* Events of the bus: see struct listener_events. */
void viewers_up(struct viewers *all);
void viewers_down(struct viewers *all);
void viewer_subscribed(struct viewers *all, uint64_t id);
void viewer_unsubscribed(struct viewers *all, uint64_t id);

/*
 * Once a second.  A viewer that has not been polled for long becomes due, and
 * one without streams is freed.
 */
void viewers_tick(struct viewers *all, int64_t now);

/* ---- lists ------------------------------------------------------------- */

/*
 * Every post is published to all gateways that listen to the public timeline,
 * every reply to all that listen to conversations, and every delivery to all
 * that listen to home timelines.  So the gateway listens to each of these only
 * while a stream shows such a list, and to announcements while there is any.
 */
struct audience {
	struct listener *listener;
	const struct conns *conns;
	bool is_up;                     /* the bus */
	bool is_subscribed[LISTENINGS]; /* or has asked the bus for it */
	unsigned idle[LISTENINGS]; /* seconds for which no stream showed it */
};

/* `listener` and `conns` must be set before the bus comes up. */
void audience_up(struct audience *a);
void audience_down(struct audience *a);

/* A stream may have been added. */
void audience_subscribe(struct audience *a);

/* Once a second: unsubscribes from a list that no stream has shown lately. */
void audience_tick(struct audience *a);

#endif
