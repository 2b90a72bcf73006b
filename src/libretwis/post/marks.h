/*
 * Marks of home timelines that were made; for deliver.c and delivery_round.c.
 *
 * 256 keys, `rebuilt:N`, have those of all members, each of 64 ids and then the
 * next key of the next 64, so that no single server has them all.  A delivery
 * asks each key that its followers lie in for the marks that matter, which are
 * those that are not below its post: next to none, and never for each follower.
 *
 * An earlier Retwis had one key for all, `rebuilt`.  While that key is there,
 * programs of that one may still run beside ours.  So until then a delivery
 * asks it, too, and rebuild.c marks its owner in both; sweep.c takes it away a
 * day after it met it.
 */
#ifndef MARKS_H
#define MARKS_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

struct marks_key;

struct marks {
	struct rt_ids fans; /* of whom; in the order of marks_order() */

	/*
	 * After marks_parse(), of each the newest post that its timeline can
	 * hold since it was made, or "inf"; NULL: nothing that matters.
	 */
	const char **score;

	struct marks_key *key;
	size_t keys;
	uint64_t is_earlier; /* the key of an earlier Retwis is there */
};

/* Those of one key stand together, as strcmp() would tell it. */
int marks_order(uint64_t fan, uint64_t other);

/* Sorts a list of ids like that. */
void marks_sort(struct rt_ids fans);

/*
 * Queues the question for the marks that are not below the post `oldest`: a
 * command for each key that the fans lie in, and one more.
 */
void marks_queue(struct rt_pipe *p, struct marks *m, uint64_t oldest);

/*
 * After that pipeline.  No round trip, but one where somebody has made very
 * many timelines since that post, or while the key of an earlier Retwis is
 * there.
 */
enum rt_err marks_parse(struct rt *rt, struct arena *a, struct marks *m);

#endif
