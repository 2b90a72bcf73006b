/* The newest members, and whom of them you may like to follow; private to libretwis. */
#ifndef NEWEST_H
#define NEWEST_H

#include "libretwis/member/member_names.h"

#define NEWEST_MAX 20

struct newest {
	const char *name[NEWEST_MAX]; /* NULL behind the last */
	size_t n;                     /* so many were asked for */
	uint64_t known[NEWEST_MAX];   /* ids that this process remembers */

	/* After newest_parse(): their ids, or 0; and how they are called. */
	uint64_t id[NEWEST_MAX];
	struct rt_display_name called[NEWEST_MAX];
};

/* Queues the question for the `n` newest names. */
void newest_queue(struct rt_pipe *p, struct newest *m, size_t n);

/*
 * Queues, in a later pipeline, the question for their ids, if `ids` says that
 * you want these; and for display names.  To ask for one takes an id.  So those
 * whose id this process does not remember are asked for in a third pipeline; a
 * page that leaves that out shows them without the display name, this once.
 */
void newest_queue_more(struct rt_pipe *p, struct newest *m,
		       struct member_names *names, bool ids);
void newest_ask_last(struct rt_pipe *p, const struct newest *m,
		     struct member_names *names);
void newest_parse(struct newest *m, struct member_names *names);

/*
 * The newest members whom that one does not follow, RT_FACES at most.  Looks at
 * the newest twenty, and at a hundred whom the member follows: for somebody who
 * follows more it may offer one of these again.  Two round trips, and one more
 * for members whom this process does not know.
 */
enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct member_names *names,
			     struct rt_people_list *list);

#endif
