/*
 * Taking posts back, one or a thousand at once; private to libretwis.
 *
 * What leads to a post goes last.  So if the work is cut off anywhere, a
 * program that does the same again finds the post and finishes the work.
 * Entries in home timelines stay: everybody who reads a timeline skips them.
 */
#ifndef ERASE_H
#define ERASE_H

#include "libretwis/post/erasure.h"

/*
 * The posts of these entries of own:ID, of an author who is being removed, too:
 * so nobody can send the forms of these posts again.  Three round trips; one
 * more if there are replies or reposts among them, and a dozen for each hundred
 * of a crowd.  No such hundred is begun after `end_ms` but the first (0:  all
 * are): posts with a crowd that is left stay in own:ID, closed.
 */
enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n, int64_t end_ms);

/*
 * The repost `id` by `author` with its claim, or what there is of the two.
 * `owner` is the author of the original, which may be gone; 0: not known.
 */
enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id);

/* ---- for deletion.c ----------------------------------------------------- */

/* One step for all `n` posts: one round trip, or one a part on many servers. */
enum rt_err erase_step(struct rt *rt, struct arena *a, struct erasure *e,
		       size_t n, erasing *const *part);

/* All but the crowd.  Without a crowd that waits, the posts are gone then. */
enum rt_err erase_rest(struct rt *rt, struct arena *a, struct erasure *e,
		       size_t n);

/* Those of the crowd that were read. */
enum rt_err erase_some(struct rt *rt, struct arena *a, struct erasure *e);

#endif
