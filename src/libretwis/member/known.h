/*
 * The line "3 followers you know" of a profile, from memory; private to
 * libretwis.
 *
 * Redis needs more time for it than for everything else on a profile, since it
 * replies with a score for each of a hundred members.  So a process keeps the
 * answer for a minute, for a thousand pairs of a visitor and a member, but not
 * these followers' names, for which it has member_names.h.  The page still
 * reads how many the visitor follows, and how many follow the member; if
 * either number has changed, the answer is read again at once.  It can be
 * outdated only if, within that minute, as many have stopped following as have
 * started.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "libretwis/retwis.h"

#define KNOWN_MS 60000

/* The pair that the answer is about, and the numbers when it was read. */
struct known_key {
	uint64_t me, id;
	uint64_t friends, followers; /* how many */
};

struct known {
	uint64_t n;
	uint64_t who[RT_KNOWN]; /* their ids, then zeros */
};

/*
 * known_about() says whether there is an answer about these two, which may be
 * outdated.  known_recall() returns it, or false if it is.  `now` is of
 * clock_ms().
 */
bool known_about(uint64_t me, uint64_t id, int64_t now);
bool known_recall(const struct known_key *key, int64_t now,
		  struct known *known);
void known_store(const struct known_key *key, int64_t now,
		 const struct known *known);

#endif
