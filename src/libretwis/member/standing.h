/*
 * What has to follow when the standing of a member has changed; private to
 * libretwis.  The rest is public.
 */
#ifndef MEMBER_STANDING_H
#define MEMBER_STANDING_H

#include "libretwis/standing.h"
#include "redis/pipe.h"

/*
 * Queues it for an act that has changed it.  Doing it twice changes nothing.
 * Whoever does not help to run the site loses the notices of who asked to join.
 */
void standing_finish(struct rt_pipe *p, uint64_t id, enum rt_act what);

#endif
