/*
 * What a process remembers from one request to the next: a table of a fixed
 * number of rows, each under a number and until a time.  Two numbers may share
 * a place, and then the later one takes it.  So the memory is bounded, and a
 * row that somebody would have liked to find may be gone at any time: what is
 * here only saves a question.
 *
 * The caller owns the array of rows, each of which begins with a `memo_head`:
 *
 *	static struct author {
 *		struct memo_head head;
 *		uint64_t id;
 *	} authors[8192];
 *	static const struct memo memo = MEMO(authors);
 *
 * A pointer to a row is good until the next request of this process runs: copy
 * what has to last longer.
 */
#ifndef MEMO_H
#define MEMO_H

#include <stddef.h>
#include <stdint.h>

struct memo_head {
	uint64_t key;
	int64_t until; /* of clock_ms(); 0: the row is empty */
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

/* NULL: nothing is remembered under that number, or its time is over. */
void *memo_find(const struct memo *m, uint64_t key, int64_t now);

/* An empty row with its head, in the place of what was there. */
void *memo_put(const struct memo *m, uint64_t key, int64_t until);

/*
 * Numbers for a text and for a pair.  Others may have the same one, so the row
 * has to hold the text or the pair, too, and the caller compares.
 */
uint64_t memo_text(const char *text);
uint64_t memo_pair(uint64_t one, uint64_t other);

#endif
