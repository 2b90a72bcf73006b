/*
 * A cache within a process, from one request to the next.  It is a table with a
 * fixed number of rows, each of which has a number as its key and an expiry.
 * If two keys hash to the same row, the later one replaces the other.  So its
 * memory is bounded, and any row may be missing at any time: a row only saves a
 * query.
 *
 * The caller owns the array of rows, each of which begins with a `memo_head`:
 *
 *	static struct author {
 *		struct memo_head head;
 *		uint64_t id;
 *	} authors[8192];
 *	static const struct memo memo = MEMO(authors);
 *
 * A pointer to a row is valid until the process runs another request, so copy
 * what you need longer.
 */
#ifndef MEMO_H
#define MEMO_H

#include <stddef.h>
#include <stdint.h>

struct memo_head {
	uint64_t key;
	int64_t until; /* expiry, of clock_ms(); 0: empty */
};

#define MEMO_FOR_EVER INT64_MAX

struct memo {
	void *rows;
	size_t places, size;
};

#define MEMO(rows)                                                            \
	{                                                                     \
		rows, sizeof(rows) / sizeof *(rows), sizeof *(rows)           \
	}

/* NULL if there is no row with that key, or it has expired. */
void *memo_find(const struct memo *m, uint64_t key, int64_t now);

/* Returns a new row, zeroed after its head, which replaces the old one. */
void *memo_put(const struct memo *m, uint64_t key, int64_t until);

/*
 * Keys for a text and for a pair of numbers.  They are hashes and not unique,
 * so the row has to contain the text or the pair as well, for the caller to
 * compare.
 */
uint64_t memo_text(const char *text);
uint64_t memo_pair(uint64_t one, uint64_t other);

#endif
