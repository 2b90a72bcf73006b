/*
 * Workers look after one another: the jobs of one that has died go back.
 */
#ifndef REAPER_H
#define REAPER_H

#include "patterns/worker.h"

/*
 * Looks after the others.  Call it between any two jobs: it does nothing until
 * the worker's patience is over again, so that a death is noticed within twice
 * that time.  `now_ms` is monotonic.  One round trip, two where somebody has
 * died.
 */
enum rt_err reaper_look_after(struct rt *rt, struct arena *a, struct worker *w,
			      int64_t now_ms);

#endif
