/* Whom a newcomer may like to follow; private to libretwis. */
#ifndef NEWEST_H
#define NEWEST_H

#include "libretwis/retwis.h"

/*
 * The newest members whom that one does not follow, RT_FACES at most.  Looks at
 * the newest twenty, and at a hundred whom the member follows: for somebody who
 * follows more it may offer one of these again.  Two round trips.
 */
enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct rt_people_list *list);

#endif
