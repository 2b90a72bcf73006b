/*
 * Looks at the database, for all viewers who are due, all new connections, and
 * the timeline: many in one pipeline, and the streams are told what is new.
 *
 * A look does not wait: the gateway goes on while Redis answers, or does not.
 * There is one look at a time.  A hint in the meantime is due with the next
 * one, and a viewer is due once, however many hints come.
 */
#ifndef POLLER_H
#define POLLER_H

#include "live/viewer.h"

struct poller {
	struct async_client *client;
	struct conns *conns;
	struct viewers *viewers;
	struct audience *audience;
	struct control *control; /* a look is a job, an event a delivery */

	struct arena memory;
	struct event *timer;
	bool is_running; /* it asks Redis */
	bool timeline_due, timeline_polled;
	struct rt_newest timeline; /* what is read of it */
	int64_t next;              /* not before that */
	unsigned wait_ms;          /* after a failure */
};

/* The first five are set before. */
void poller_open(struct poller *poller, struct event_base *base);
void poller_close(struct poller *poller);

/* Soon, together with others, if anything is due. */
void poller_schedule(struct poller *poller);

/* The same, as soon as control allows it by now. */
void poller_reschedule(struct poller *poller);

/*
 * Tells streams what a look has found.  A stream that is written to may have to
 * go.
 */

/* All streams of a viewer, who was asked for. */
void poller_update_viewer(const struct poller *poller, struct viewer *v);

/* A WAITING connection: it becomes a stream of its member, or is sent away. */
void poller_update_new(const struct poller *poller, struct conn *c,
		       const struct rt_live_state *states);

/*
 * All who have the public timeline open.  Those at home hear of a post when it
 * is delivered to them.
 */
void poller_update_timeline(const struct poller *poller);

#endif
