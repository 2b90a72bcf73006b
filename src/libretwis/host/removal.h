/*
 * How a member is removed, who leaves or is removed by a host; private to
 * libretwis.
 *
 * First the account is closed, which takes the same few commands for every
 * member.  Then everything that the member had is deleted, which may be a
 * hundred thousand posts.  The first command adds a note to the queue
 * {leaving}, so a worker finishes what is interrupted anywhere:
 *
 *  - There is only the note: the worker closes the account.  If this is the
 *    only host, it deletes the note instead.
 *  - The account is closed: the worker deletes what there is.  What is left of
 *    the hash has the name, by which it finds the entries in the indexes.
 *  - The hash is gone, and the note is there: only the record for the
 *    append-only file may be missing.
 *
 * Two processes may do all of this at once.  The name is reserved before it
 * becomes available, and in the end `rewrite` says that the append-only file
 * has to be rewritten.
 *
 * Home timelines keep the ids of deleted posts; every page skips them.
 */
#ifndef REMOVAL_H
#define REMOVAL_H

#include "libretwis/retwis.h"
#include "patterns/delayed.h"
#include "libretwis/host/drop_member.h"

#define REMOVAL_QUEUE "leaving"

/*
 * What is known of a member who is being removed: of a closed account only the
 * name, and after that nothing.
 */
struct leaving_member {
	struct rt_user user; /* the name may be NULL; the secret is shared */
	bool is_closed;
};

/* One round trip. */
enum rt_err removal_read(struct rt *rt, struct arena *a, uint64_t id,
			 struct leaving_member *g);

/* Adds a note that is due in `wait_ms`.  One round trip. */
enum rt_err removal_note(struct rt *rt, struct arena *a, uint64_t id,
			 unsigned wait_ms);

/*
 * Closes the account, ends all sessions, and adds a note that is due in
 * `wait_ms`.  RT_DENIED for the only host, and then nothing has changed.
 * Seven round trips, one more for a face, one for a name from a classic
 * database, and one on the bus.
 */
enum rt_err removal_close(struct rt *rt, struct arena *a,
			  const struct rt_user *user, unsigned wait_ms);

/* Deletes everything, and finally the note; or stops when `d->is_cut`. */
enum rt_err removal_drop(struct rt *rt, struct drop *d,
			 const struct rt_user *user);

#endif
