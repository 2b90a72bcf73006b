/*
 * Viewers: members who have a page open.
 *
 * Each has its streams, and the gateway hears what is said for each on the bus.
 * A viewer for whom something may be new is due, until poller.c has asked the
 * database.
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
	enum subscription bus;
	bool due, is_polled; /* poller.c asks for it */
	int64_t time;        /* when it was looked at */
	struct viewer *next; /* in the table */
	TAILQ_ENTRY(viewer) by_time, by_due, by_polled;
};

TAILQ_HEAD(viewer_list, viewer);

struct viewers {
	struct listener *listener;
	bool is_up;                           /* the bus */
	struct viewer *table[VIEWER_BUCKETS]; /* by id */
	struct viewer_list all; /* the longest not looked at first */
	struct viewer_list due;
	struct viewer_list polled;
};

void viewers_open(struct viewers *all);
void viewers_close(struct viewers *all);

/* NULL if no such member is here. */
struct viewer *viewer_find(const struct viewers *all, uint64_t id);

/*
 * Gives a connection to its member; each has a session of its own, as browsers
 * have.  NULL if that member has too many already.
 */
struct viewer *viewer_add(struct viewers *all, struct conn *c, uint64_t id);

/* Something may be new.  Does nothing for NULL, and without a stream. */
void viewer_mark_due(struct viewers *all, struct viewer *v);
void viewers_mark_due(struct viewers *all);

/*
 * It is being looked at, and not due any more; but may be due again before that
 * is over.  And it was looked at.  One that is forgotten in between is in none
 * of the lists any more.
 */
void viewer_begin_poll(struct viewers *all, struct viewer *v);
void viewer_end_poll(struct viewers *all, struct viewer *v);

/* What the bus tells: see listener.h. */
void viewers_up(struct viewers *all);
void viewers_down(struct viewers *all);
void viewer_subscribed(struct viewers *all, uint64_t id);
void viewer_unsubscribed(struct viewers *all, uint64_t id);

/*
 * Once a second.  A viewer who was not looked at for long is due; one who has
 * no stream any more is forgotten.
 */
void viewers_tick(struct viewers *all, int64_t now);

/*
 * Which lists somebody has open.
 *
 * Each post is said to all who listen to the public timeline, and each delivery
 * to all who listen to home timelines.  So the gateway listens to either only
 * while a stream is open that wants to know.
 */

struct audience {
	struct listener *listener;
	const struct conns *conns;
	bool is_up;                     /* the bus */
	bool is_subscribed[LISTENINGS]; /* as far as the bus was asked to */
	unsigned idle[LISTENINGS]; /* seconds in which nobody had it open */
};

/* The first two are set before the bus comes. */
void audience_up(struct audience *a);
void audience_down(struct audience *a);

/* A stream may have come. */
void audience_subscribe(struct audience *a);

/* Once a second: a list that nobody has had open for some is heard no more. */
void audience_tick(struct audience *a);

#endif
