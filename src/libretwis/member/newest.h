/*
 * The newest members, and which of them to suggest to a member; private to
 * libretwis.
 */
#ifndef NEWEST_H
#define NEWEST_H

#include "libretwis/member/member_names.h"

#define NEWEST_MAX 20

struct newest {
	const char *name[NEWEST_MAX]; /* then NULLs */
	size_t n;                     /* how many were wanted */
	uint64_t known[NEWEST_MAX];   /* ids that this process remembers */

	/* After newest_parse(): their ids, or 0, and their names. */
	uint64_t id[NEWEST_MAX];
	struct rt_names called[NEWEST_MAX];
};

/* Queues a read of the `n` newest names. */
void newest_queue(struct rt_pipe *p, struct newest *m, size_t n);

/*
 * newest_queue_more() queues, in a second pipeline, a read of their ids, if
 * `ids` says that you need them, and of their display names.  Reading a
 * display name takes an id, so newest_queue_last() reads those of members whose
 * id this process didn't remember in a third pipeline.
 */
void newest_queue_more(struct rt_pipe *p, struct newest *m,
		       struct member_names *names, bool ids);
void newest_queue_last(struct rt_pipe *p, const struct newest *m,
		       struct member_names *names);
void newest_parse(struct newest *m, struct member_names *names);

/*
 * The newest members whom `me` does not follow, at most RT_FACES.  It examines
 * the newest twenty, and the last hundred whom `me` has followed; for somebody
 * who follows more, the list may include one of these.  Two round trips, and
 * one more for members whom this process doesn't remember.
 */
enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct member_names *names,
			     struct rt_people_list *list);

#endif
