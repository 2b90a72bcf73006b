/*
 * Which id a form is given; private to libretwis.
 *
 * A counter gives a new id, and the first copy of a form keeps it in `once:`.
 * A form that is sent again gets the same id, and the newer one is never used:
 * ids may have gaps, but a post must not come twice.
 *
 * The counter may have gone back, with a server that took over from another
 * and had not heard of its newest numbers.  Then an id may be in use.  Such an
 * id is left alone, and the form is given another one.
 */
#ifndef IDEMPOTENCY_H
#define IDEMPOTENCY_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

struct idempotency {
	const char *key; /* the digest of the form */
	int seconds;
	uint64_t id; /* the one that counts, after idempotency_parse() */

	uint64_t next, kept; /* of the counter, and of the first copy */
	uint64_t used;       /* something is stored under the next one */
	bool is_first;       /* copy of the form, after idempotency_parse() */
	unsigned tries;      /* ids that were left alone */
};

/*
 * A form is the same if its author, its nonce and its text are the same.  So a
 * member who goes back and writes something else makes a second post, and never
 * changes the first one.  Without a nonce each form is the first.
 */
void idempotency_begin(struct arena *a, struct idempotency *o, uint64_t author,
		       const struct rt_draft *draft);

/* After ids_next(), with it in `next`: the first copy's id, if there was one. */
void idempotency_queue(struct rt_pipe *p, struct idempotency *o);

/*
 * What that does before it tells anybody of the id: asks if something is stored
 * under it.  Nobody else knows the id yet, so that would be somebody else's, or
 * what is left of a post that was deleted: the script that stores a post cannot
 * tell that from one of this form.  Where there are several servers it waits
 * for the answer.
 */
void idempotency_queue_used(struct rt_pipe *p, uint64_t id, uint64_t *used);

/* After it: false if that id is in use. */
bool idempotency_parse(struct idempotency *o);

/* What store_once.lua says of such an id. */
#define STORE_NOT_OURS ((uint64_t)-1)

/*
 * Where the id is in use: the form forgets it, and asks for another one.  After
 * that begin with idempotency_queue() again.  RT_BROKEN after ID_TRIES.  One
 * round trip.
 */
enum rt_err idempotency_leave(struct rt *rt, struct arena *a,
			      struct idempotency *o);

#endif
