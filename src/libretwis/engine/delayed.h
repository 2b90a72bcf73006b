/*
 * Work for later; private to libretwis.
 *
 * A sorted set {QUEUE}:due holds what is to be done, scored by the time when:
 * Unix milliseconds, which the caller tells.  ZADD NX, so that what is added
 * twice is one, due at the first time.
 *
 * What is due is popped by a script, since of two workers who read and then
 * remove both would do it.  But popped by a worker that dies it would be lost.
 * So to take an entry is to lease it: its score goes below zero, to minus the
 * time when the lease ends, and only when the work is done the entry goes.  A
 * lease that has ended makes it due again.  So each entry is done at least
 * once, and twice if a worker dies just before it says so, or is slower than
 * its lease: what is done must be such that twice is no more than once.  What
 * kills its workers is best handed over to a queue of jobs, which counts.
 *
 * What belongs to a member is in a second sorted set, {QUEUE}:of:OWNER, too,
 * so that it can be listed without a look at everybody's.  The tag puts both
 * on one server, and one script changes both.
 *
 * Works on either link: `rt` or `p` says on which the queue lies.  One round
 * trip each.
 */
#ifndef DELAYED_H
#define DELAYED_H

#include "libretwis/redis/pipe.h"

#define DELAYED_LIST 100 /* entries that are told at a time */

struct delayed {
	uint64_t owner; /* 0: nobody */
	const char *text;
	uint64_t due; /* or when the lease of one who died ended */
};

struct delayed_list {
	struct delayed *v;
	size_t n;
};

/*
 * A member's entry.  An owner's texts differ, or they are the same entry.  No
 * owner has more than DELAYED_LIST: then `added` is 0, and else 1.
 */
void delayed_add(struct rt_pipe *p, const char *queue, uint64_t owner,
		 const char *text, uint64_t due, uint64_t *added);

/*
 * Nobody's entry, in one plain ZADD NX, for what a page notes by the way:
 * where Redis is full it is not noted, and the page goes on.
 */
void delayed_note(struct rt_pipe *p, const char *queue, const char *text,
		  uint64_t due);

/*
 * What a member has, the soonest first, until it is done or cancelled; given
 * up, it is there until it is cancelled.
 */
enum rt_err delayed_list(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner, struct delayed_list *list);

/*
 * RT_NOT_FOUND if it is not there, or is done; RT_TAKEN if it is too late, as
 * a worker has it in hand.  RT_OK: it will never be done.
 */
enum rt_err delayed_cancel(struct rt *rt, struct arena *a, const char *queue,
			   uint64_t owner, const char *text);

/*
 * Takes what is due at `now`, at most `max` entries and DELAYED_LIST, and for
 * `lease_ms` nobody else gets them.  None is no error.
 */
enum rt_err delayed_take(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t now, uint64_t lease_ms, unsigned max,
			 struct delayed_list *list);

void delayed_done(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry);

/* It cannot be done, ever: nobody takes it again, and its owner has it. */
void delayed_give_up(struct rt_pipe *p, const char *queue,
		     const struct delayed *entry);

#endif
