/*
 * Queries the database for all viewers who are due, all new connections and
 * the timeline, many in one pipeline, and sends the streams what is new.
 *
 * A poll never blocks: the gateway goes on while Redis answers or doesn't.
 * There is one poll at a time.  A notification in the meantime is due in the
 * next one, and a viewer is due once, however many notifications come.
 */
#ifndef POLLER_H
#define POLLER_H

#include "live/viewer.h"

struct poller {
	struct async_client *client;
	struct conns *conns;
	struct viewers *viewers;
	struct audience *audience;
	struct control
		*control; /* counts polls as jobs, events as deliveries */

	struct arena memory;
	struct event *timer;
	bool is_running; /* Redis has not answered yet */
	bool timeline_due, timeline_polled;
	struct rt_live_lists lists; /* what was read of them */
	int64_t next;               /* the earliest time of the next poll */
	unsigned wait_ms;           /* how long to wait after a failure */
};

/* The first five members must be set before. */
void poller_open(struct poller *poller, struct event_base *base);
void poller_close(struct poller *poller);

/* Polls soon, together with others, if anything is due. */
void poller_schedule(struct poller *poller);

/* The same, if an order may have changed how soon `control` allows it. */
void poller_reschedule(struct poller *poller);

#endif
