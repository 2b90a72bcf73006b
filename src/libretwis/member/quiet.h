/*
 * Whom a member mutes and blocks, as everything else asks it; private to
 * libretwis.
 *
 * `quiet:ID` has both kinds: a score below 0 says that the member is blocked.
 * It decides alone.  `quiet_by:ID` is its mirror, by which whoever leaves is
 * found in the lists of others; it is written after, and removed after.
 *
 * Whoever is muted notices nothing.  Their posts are delivered and listed as
 * before; pages leave them out when they read (member_names_hides()), and no
 * notices of theirs are written (quiet_hides()).  A block is a mute, and also
 * refuses what the other one does to the member (quiet_refuses()).
 */
#ifndef MEMBER_QUIET_H
#define MEMBER_QUIET_H

#include "libretwis/quiet.h"
#include "redis/pipe.h"

/* ---- a member's list, with the session -------------------------------- */

struct quiet_list {
	struct rt_ids pairs; /* a member, and since when; 0: blocked */
};

/* Queues one command. */
void quiet_queue(struct rt_pipe *p, struct quiet_list *l, uint64_t id);

/* After it: whether, and how, `whom` is in the list. */
bool quiet_has(const struct quiet_list *l, uint64_t whom);
enum rt_quiet quiet_is(const struct quiet_list *l, uint64_t whom);

/* ---- whether one member mutes or blocks another ------------------------ */

/*
 * Queues one command, which reads whether `of` mutes or blocks `whom`.  Nothing
 * if one of them is 0, or both are the same.
 *
 * Whoever does something to `of` asks before, and once more after it is
 * written: the block may have come in between, when it found nothing to end.
 */
void quiet_queue_one(struct rt_pipe *p, const char **score, uint64_t of,
		     uint64_t whom);

/* After it: no notice may be written, and it must not be done at all. */
bool quiet_hides(const char *score);
bool quiet_refuses(const char *score);

/* ---- changing it ------------------------------------------------------ */

/*
 * Queues that `me` mutes or blocks `whom`.  `score` becomes NULL if there are
 * RT_QUIET_MAX of that kind already, and otherwise what `quiet:ME` now has: a
 * block is not replaced by a mute.
 */
void quiet_set(struct rt_pipe *p, uint64_t me, uint64_t whom,
	       enum rt_quiet kind, const char **score);

/*
 * Queues that `me` does not mute `whom` any more, or does not block.  `left`
 * becomes 1 if `whom` is still in the list, in the other way.
 */
void quiet_end(struct rt_pipe *p, uint64_t me, uint64_t whom,
	       enum rt_quiet kind, uint64_t *left);

/* Queue a write to the mirror. */
void quiet_mirror(struct rt_pipe *p, uint64_t me, uint64_t whom,
		  const char *score);
void quiet_unmirror(struct rt_pipe *p, uint64_t me, uint64_t whom);

#endif
