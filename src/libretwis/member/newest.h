/* The newest members, and whom of them you may like to follow; private to libretwis. */
#ifndef NEWEST_H
#define NEWEST_H

#include "libretwis/redis/pipe.h"

/*
 * Queue the question for the `n` newest names, NULL behind the last; and, in a
 * later pipeline, for their ids.
 */
void newest_ask(struct rt_pipe *p, const char **name, size_t n);
void newest_ask_ids(struct rt_pipe *p, const char *const *name, uint64_t *id,
		    size_t n);

/*
 * The newest members whom that one does not follow, RT_FACES at most.  Looks at
 * the newest twenty, and at a hundred whom the member follows: for somebody who
 * follows more it may offer one of these again.  Two round trips.
 */
enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct rt_people_list *list);

#endif
