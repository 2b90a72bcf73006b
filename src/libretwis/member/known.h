/*
 * "3 followers you know", from memory; private to libretwis.
 *
 * Redis takes longer to find them than for all else on a profile: it writes a
 * score for each of a hundred friends.  So a process keeps the answer for a
 * minute, for a thousand pairs of a visitor and a member; but not what these
 * followers are called (member_names.h).  The page still asks
 * how many the visitor follows, and how many follow the member.  If either
 * number has changed, the answer is found again at once.  Only if within that
 * minute one goes for each that comes may the line be so old.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "libretwis/retwis.h"

#define KNOWN_MS 60000

/* What the answer is about, and what there was when it was found. */
struct known_key {
	uint64_t me, id;
	uint64_t friends, followers; /* how many */
};

struct known {
	uint64_t n;
	uint64_t who[RT_KNOWN]; /* their ids; 0 where there is none */
};

/*
 * Whether there is an answer about these two, which may be out of date; and
 * the answer, or false if it is.  `now` is of clock_ms().
 */
bool known_about(uint64_t me, uint64_t id, int64_t now);
bool known_recall(const struct known_key *key, int64_t now,
		  struct known *known);
void known_store(const struct known_key *key, int64_t now,
		 const struct known *known);

#endif
