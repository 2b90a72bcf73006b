/*
 * How a member goes: one who leaves, or is deleted; private to libretwis.
 *
 * First the account closes: that takes the same few commands for every member.
 * Then all goes that the member had, and there may be a hundred thousand posts.
 * The first command notes that in the queue {leaving}, so a worker finishes
 * what is cut off anywhere:
 *
 *  - Only the note is there: the worker closes the account.  But if this was the
 *    only host, it takes the note away.
 *  - The account is closed: the worker drops what there is.  A mark in the place
 *    of the hash has the name, by which it finds the entries in the indexes.
 *  - The mark has gone, and the note is there: only notes are missing.
 *
 * Two may do all of this at once.  The name is reserved before it is free, and
 * at last `rewrite` says that the append-only file has to forget, too.
 *
 * Home timelines keep ids of posts that are gone; every page skips them.
 */
#ifndef REMOVAL_H
#define REMOVAL_H

#include "libretwis/retwis.h"
#include "patterns/delayed.h"
#include "libretwis/host/drop_member.h"

#define REMOVAL_QUEUE "leaving"

/*
 * What is known of somebody who goes: of one whose account is closed the name
 * alone, and of one who is gone nothing.
 */
struct going {
	struct rt_user
		user; /* the name may be NULL; `secret` is the shared one */
	bool is_closed;
};

/* One round trip. */
enum rt_err removal_read(struct rt *rt, struct arena *a, uint64_t id,
			 struct going *g);

/* A worker comes in `wait_ms`, and not before.  One round trip. */
enum rt_err removal_note(struct rt *rt, struct arena *a, uint64_t id,
			 unsigned wait_ms);

/*
 * Closes the account, signs out everywhere, and leaves a note that is due in
 * `wait_ms`.  RT_DENIED for the only host, and then nothing was changed.  Six
 * round trips, one more for a name from before, and one on the bus.
 */
enum rt_err removal_close(struct rt *rt, struct arena *a,
			  const struct rt_user *user, unsigned wait_ms);

/* Drops what there is, up to the note; or until `d->is_cut`. */
enum rt_err removal_drop(struct rt *rt, struct drop *d,
			 const struct rt_user *user);

#endif
