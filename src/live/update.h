/*
 * Tells streams what a look has found.  A stream that is written to may have to
 * go.
 */
#ifndef UPDATE_H
#define UPDATE_H

#include "live/poller.h"

/* All streams of a viewer, who was asked for. */
void update_viewer(const struct poller *poller, struct viewer *v);

/* A WAITING connection: it becomes a stream of its member, or is sent away. */
void update_new(const struct poller *poller, struct conn *c,
		const struct rt_live_state *news);

/*
 * All who have the public timeline open.  Those at home hear of a post when it
 * is delivered to them.
 */
void update_timeline(const struct poller *poller);

#endif
