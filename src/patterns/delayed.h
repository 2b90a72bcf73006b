/*
 * A delayed queue: work that is due at a given time.
 *
 * The sorted set {QUEUE}:due holds the entries, scored by the time when they
 * are due, in Unix milliseconds that the caller passes.  Entries are added by
 * ZADD NX, so an entry that is added twice is there once, due at the first
 * time.
 *
 * A script takes entries that are due, because two workers that read and then
 * remove entries would both do the work.  If it simply removed them, the
 * entries of a worker that dies would be lost.  So to take an entry is to lease
 * it: its score becomes the negative time at which the lease ends, and the
 * entry is removed only when the work is done.  When a lease ends, its entry is
 * due again.  So each entry is done at least once.  It is done twice if a
 * worker dies just before it reports success, or is slower than its lease, so
 * doing the work twice has to have the same effect as doing it once.  Work that
 * might kill its workers is better handed to a queue of jobs, which limits the
 * attempts.
 *
 * Work that fails is counted here, too.  It becomes due again after a while,
 * and after five failed attempts it is moved to {QUEUE}:dead, where it waits
 * for the host like any job that failed.
 *
 * The entries of a member are also in a second sorted set, {QUEUE}:of:OWNER, so
 * that the member's page need not search those of everybody.  The tag puts both
 * keys on one server, and one script changes both.
 *
 * All functions work on either link: `rt` or `p` determines on which one the
 * queue is.  Each takes one round trip.
 */
#ifndef DELAYED_H
#define DELAYED_H

#include "patterns/queue.h"
#include "redis/pipe.h"

#define DELAYED_LIST     100   /* entries at a time, and of one owner */
#define DELAYED_LEASE_MS 60000 /* longer than any of this work takes */

struct delayed {
	uint64_t owner; /* 0: none */
	const char *text;
	uint64_t due; /* or the end of a dead worker's lease */
	/*
	 * The member of the sorted set.  One that neither delayed_add() nor
	 * delayed_note() has written has no owner and no text, but only this.
	 * NULL if it is what these two would write.
	 */
	const char *entry;
};

struct delayed_list {
	struct delayed *v;
	size_t n;
};

/*
 * Adds an entry of a member.  Two with the same owner and text are one.  An
 * owner has at most DELAYED_LIST entries: `added` becomes 0 if the entry is one
 * too many, and otherwise 1.
 */
void delayed_add(struct rt_pipe *p, const char *queue, uint64_t owner,
		 const char *text, uint64_t due, uint64_t *added);

/*
 * Adds an entry without an owner by a plain ZADD NX, for notes that a page
 * makes in passing.  If Redis is full there is no note, and the page goes on.
 */
void delayed_note(struct rt_pipe *p, const char *queue, const char *text,
		  uint64_t due);

/* The same for work that must not be lost: a full Redis is an error. */
void delayed_put(struct rt_pipe *p, const char *queue, const char *text,
		 uint64_t due);

/*
 * Makes an entry that was taken, and is not done yet, due again at that time.
 */
void delayed_again(struct rt_pipe *p, const char *queue,
		   const struct delayed *entry, uint64_t due);

/*
 * Adds an entry without an owner, or sets its time, where everything depends on
 * it: this works even while Redis is full, and a failure is an error.
 */
void delayed_postpone(struct rt_pipe *p, const char *queue, const char *text,
		      uint64_t due);

/*
 * Lists the entries of a member that are neither done nor cancelled, the one
 * that is due first at the head.  One that was given up is listed until it is
 * cancelled.
 */
enum rt_err delayed_list(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner, struct delayed_list *list);

/*
 * RT_OK: it will never be done.  RT_NOT_FOUND: it does not exist, or is done.
 * RT_TAKEN: it is too late, because a worker has taken it.
 */
enum rt_err delayed_cancel(struct rt *rt, struct arena *a, const char *queue,
			   uint64_t owner, const char *text);

/*
 * Replaces an entry by another one with the text `by`, due at that time, both
 * at once.  The same results as for delayed_cancel().
 */
enum rt_err delayed_replace(struct rt *rt, struct arena *a, const char *queue,
			    uint64_t owner, const char *text, const char *by,
			    uint64_t due);

/*
 * Leases entries that are due at `now` for `lease_ms`: `max` at most, and never
 * more than DELAYED_LIST.  It is no error if there are none.
 */
enum rt_err delayed_claim(struct rt *rt, struct arena *a, const char *queue,
			  uint64_t now, uint64_t lease_ms, unsigned max,
			  struct delayed_list *list);

/*
 * Does that with the entries that are due now, for DELAYED_LEASE_MS, and calls
 * `settle` for each of them in turn, until one of them fails.  It has to remove
 * or postpone the entry; otherwise another worker takes it after the lease.
 */
enum rt_err delayed_run(struct rt *rt, struct arena *a, const char *queue,
			enum rt_err settle(struct rt *, struct arena *,
					   const struct delayed *));

/*
 * Removes an entry that is done: in a pipeline, or in a round trip of its own.
 */
void delayed_done(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry);
enum rt_err delayed_end(struct rt *rt, struct arena *a, const char *queue,
			const struct delayed *entry);

/*
 * The same for an entry without an owner of which only a part is done: replaces
 * it by one with the text `by` for the rest, due at that time, both at once.
 */
void delayed_continue(struct rt_pipe *p, const char *queue,
		      const struct delayed *entry, const char *by,
		      uint64_t due);

/*
 * For work that can never be done: no worker gets it any more, but it stays in
 * its owner's list.
 */
void delayed_give_up(struct rt_pipe *p, const char *queue,
		     const struct delayed *entry);

/*
 * Removes all entries of an owner, including those that were given up or are
 * dead.  Three round trips.
 */
enum rt_err delayed_drop(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner);

/*
 * Counts a failed attempt, and makes the entry due again at `again`, or dead
 * after `tries` failures.  Do not count attempts that fail because Redis is
 * down or full: that is not the fault of the work, and its lease simply ends.
 */
void delayed_fail(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry, uint64_t again, unsigned tries);

/*
 * Parses a member of the sorted set, without its score.  It has an owner and a
 * text only if writing these yields the same member again: "07 x" is not the
 * entry "x" of member 7, which would be "7 x".  No round trip.
 */
struct delayed delayed_read(struct arena *a, const char *entry);

/* ---- dead entries, for hosts --------------------------------------------- */

/*
 * These are in {QUEUE}:dead on the bus.  queue_dead() lists them as jobs whose
 * payload is the entry.
 */

/*
 * Makes it due at once, with all its attempts.  RT_NOT_FOUND if it is gone, or
 * its owner has cancelled it.
 */
enum rt_err delayed_dead_retry(struct rt *rt, struct arena *a,
			       const char *queue, const struct job *job);

/* Removes it for good, also from the list of its owner. */
enum rt_err delayed_dead_drop(struct rt *rt, struct arena *a,
			      const char *queue, const struct job *job);

#endif
