/*
 * Looks at the database, for all viewers who are due, all new connections, and
 * the timeline: many in one pipeline, and the streams are told what is new.
 */
#ifndef LOOK_H
#define LOOK_H

#include "live/viewer.h"

struct look {
	struct rt *rt;
	struct conns *conns;
	struct viewers *viewers;
	struct control *control; /* a look is a job, an event a delivery */

	struct arena memory;
	struct event *timer;
	bool timeline_due;
	int64_t next;     /* not before that */
	unsigned wait_ms; /* after a failure */
};

/* The first four are set before. */
void look_open(struct look *look, struct event_base *base);
void look_close(struct look *look);

/* Soon, together with others, if anything is due. */
void look_soon(struct look *look);

/* The same, as soon as control allows it by now. */
void look_at_once(struct look *look);

#endif
