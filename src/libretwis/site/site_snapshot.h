/*
 * The site's settings as a process knows them; private to libretwis.
 *
 * A process has one snapshot of them, and each request keeps the one with
 * which it began, even if another request replaces it meanwhile.  So all that a
 * request decides, it decides by the same settings.
 *
 * The greeting of a request reads them along with the layout, if nobody in
 * this process has done so for five seconds.  That saves a round trip, but a
 * request that comes after a longer pause has already begun by then.  If it
 * turns out that it relied on settings that have changed, every pipeline from
 * the greeting on returns RT_CHANGED, and the request begins again: nothing
 * has been written by then, since a first pipeline never writes (layout.h).
 */
#ifndef SITE_SNAPSHOT_H
#define SITE_SNAPSHOT_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* For the greeting: asks for the settings, if that is due. */
void site_snapshot_queue(struct rt_pipe *p);

/* After the replies: RT_OK, or RT_CHANGED. */
enum rt_err site_snapshot_answer(struct rt *rt);

/* The request is over: what only it has kept is freed. */
void site_snapshot_unpin(struct rt *rt);

#endif
