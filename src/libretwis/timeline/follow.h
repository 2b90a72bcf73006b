/* The end of a follow, whoever ends it; private to libretwis. */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "libretwis/retwis.h"

/*
 * Ends the follow of `whom` by `me`, and its notice.  `layout` is from
 * layout_queue().  One round trip, two more on many servers, and those of
 * rebuilding the home timeline of `me`.
 */
enum rt_err follow_end(struct rt *rt, struct arena *a, uint64_t me,
		       uint64_t whom, const char *layout);

#endif
