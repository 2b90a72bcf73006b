/*
 * Work for later; private to libretwis.
 *
 * A sorted set {QUEUE}:due holds the work, scored by the time when it is due:
 * Unix milliseconds, which the caller tells.  ZADD NX, so that an entry that is
 * added twice is one, due at the first time.
 *
 * A script takes what is due, since two workers that read and then remove would
 * both do it.  But if a worker popped an entry and died, the entry would be
 * lost.  So to take an entry is to lease it: its score goes below zero, to
 * minus the time when the lease ends, and the entry goes only when the work is
 * done.  A lease that has ended makes it due again.  So each entry is done at
 * least once, and twice if a worker dies just before it says so, or is slower
 * than its lease: the work must be such that twice does no more than once.
 * Work that may kill its workers is best handed to a queue of jobs, which
 * counts.
 *
 * Work that its worker cannot do is counted here, too: it comes back after a
 * while, and after five times in vain it goes to {QUEUE}:dead, where it waits
 * for the host like a job that failed (failed_delayed.h).
 *
 * The entries of a member are in a second sorted set, {QUEUE}:of:OWNER, too, so
 * that the member's page need not look through everybody's.  The tag puts both
 * on one server, and one script changes both.
 *
 * Works on either link: `rt` or `p` says on which the queue lies.  One round
 * trip each.
 */
#ifndef DELAYED_H
#define DELAYED_H

#include "redis/pipe.h"

#define DELAYED_LIST 100 /* entries at a time, and of one owner */

struct delayed {
	uint64_t owner; /* 0: nobody */
	const char *text;
	uint64_t due; /* or when the lease of a dead worker ended */
	/*
	 * As it lies in the queue.  An entry that neither delayed_add() nor
	 * delayed_note() wrote has no owner and no text, but this.  NULL: as
	 * these two would write it.
	 */
	const char *entry;
};

struct delayed_list {
	struct delayed *v;
	size_t n;
};

/*
 * Adds a member's entry.  Two entries with the same owner and text are one.  No
 * owner has more than DELAYED_LIST: then `added` is 0, and else 1.
 */
void delayed_add(struct rt_pipe *p, const char *queue, uint64_t owner,
		 const char *text, uint64_t due, uint64_t *added);

/*
 * Adds nobody's entry, in one plain ZADD NX: a note that a page makes by the
 * way.  Where Redis is full there is no note, and the page goes on.
 */
void delayed_note(struct rt_pipe *p, const char *queue, const char *text,
		  uint64_t due);

/* The same where the work must not get lost: a full Redis is an error. */
void delayed_put(struct rt_pipe *p, const char *queue, const char *text,
		 uint64_t due);

/* It is not done yet, and is due again then. */
void delayed_again(struct rt_pipe *p, const char *queue,
		   const struct delayed *entry, uint64_t due);

/*
 * Adds nobody's entry, too, or gives it another time, where all depends on it:
 * it works while Redis is full, and its error is one.
 */
void delayed_postpone(struct rt_pipe *p, const char *queue, const char *text,
		      uint64_t due);

/*
 * The entries of a member, the soonest first, until each is done or cancelled.
 * One that was given up stays until it is cancelled.
 */
enum rt_err delayed_list(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner, struct delayed_list *list);

/*
 * RT_OK: it will never be done.  RT_NOT_FOUND if it is not there, or is done;
 * RT_TAKEN if it is too late, as a worker has it in hand.
 */
enum rt_err delayed_cancel(struct rt *rt, struct arena *a, const char *queue,
			   uint64_t owner, const char *text);

/*
 * Takes what is due at `now`, at most `max` entries and DELAYED_LIST, and for
 * `lease_ms` nobody else gets them.  None is no error.
 */
enum rt_err delayed_claim(struct rt *rt, struct arena *a, const char *queue,
			  uint64_t now, uint64_t lease_ms, unsigned max,
			  struct delayed_list *list);

/* Queues that it is done; and the same at once, in one round trip. */
void delayed_done(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry);
enum rt_err delayed_end(struct rt *rt, struct arena *a, const char *queue,
			const struct delayed *entry);

/* It can never be done: no worker takes it again; its owner keeps it. */
void delayed_give_up(struct rt_pipe *p, const char *queue,
		     const struct delayed *entry);

/*
 * Takes away all that there is of an owner: what waits, was given up, or is
 * dead.  Three round trips.
 */
enum rt_err delayed_drop(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner);

/*
 * It could not be done this time, and not because Redis is away or full: that
 * is not its fault, and its lease just ends.  It is due again at `again`; if it
 * has failed `tries` times now, it is dead.
 */
void delayed_fail(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry, uint64_t again, unsigned tries);

/*
 * An entry as it lies in a queue, without its time.  Only what reads the same
 * when it is written again has an owner and a text: "07 x" is not member 7's
 * "x", which has an entry of its own.  No round trip.
 */
struct delayed delayed_read(struct arena *a, const char *entry);

#endif
