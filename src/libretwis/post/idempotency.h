/*
 * Which id a form gets; private to libretwis.
 *
 * A counter yields a new id, and the first copy of a form stores it in
 * `once:`.  A form that is sent again gets the same id, and the newer one is
 * never used: ids may have gaps, but there must not be two posts.
 *
 * The counter may have gone back, if one server took over from another without
 * having received its newest numbers.  Then an id may be in use already.  Such
 * an id is left alone, and the form gets another one.
 */
#ifndef IDEMPOTENCY_H
#define IDEMPOTENCY_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

struct idempotency {
	const char *key; /* the digest of the form */
	int seconds;
	uint64_t id; /* the one to use, after idempotency_parse() */

	uint64_t next, first; /* from the counter, and of the first copy */
	uint64_t used;        /* something is stored under the next one */
	bool is_first;        /* copy of the form, after idempotency_parse() */
	unsigned tries;       /* ids that were left alone */
};

/*
 * Two forms are the same if their author, nonce and text are the same.  So a
 * member who goes back and writes something else makes a second post, and
 * never changes the first one.  A form without a nonce is always the first.
 */
void idempotency_begin(struct arena *a, struct idempotency *o, uint64_t author,
		       const struct rt_draft *draft);

/* After ids_next(), which has set `next`: the first copy's id, if any. */
void idempotency_queue(struct rt_pipe *p, struct idempotency *o);

/*
 * The first part of that: checks whether something is stored under the id,
 * before anybody else learns of the id.  It would be somebody else's, or what
 * is left of a post that was deleted, and the script that stores a post could
 * not distinguish it from a post by this form.  With several servers, the
 * pipeline waits for the answer.
 */
void idempotency_queue_used(struct rt_pipe *p, uint64_t id, uint64_t *used);

/* After it: false if that id is in use. */
bool idempotency_parse(struct idempotency *o);

/* What store_once.lua returns for such an id. */
#define STORE_NOT_OURS ((uint64_t)-1)

/*
 * If the id is in use: makes the form forget it, and gets another one in
 * `next`.  Then begin with idempotency_queue() again.  RT_BROKEN after
 * ID_TRIES.  One round trip.
 */
enum rt_err idempotency_leave(struct rt *rt, struct arena *a,
			      struct idempotency *o);

#endif
