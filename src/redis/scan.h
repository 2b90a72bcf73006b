/* Reading all of a hash, or all keys, in pages; private to libretwis. */
#ifndef SCAN_H
#define SCAN_H

#include "redis/pipe.h"

struct scan {
	const char *key;
	struct rt_texts pairs; /* of this page: a field, its value, ... */
	uint64_t cursor;
	bool whole; /* that was the last page */
};

/*
 * Reads the next page.  You meet a field at least once if it is there from the
 * first page to the last, and perhaps if it comes or goes in between.  One
 * round trip.
 */
enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s);

struct scan_keys {
	struct rt_texts found; /* of this page */
	uint64_t cursor;
	unsigned master; /* of a cluster: at which of them, by slots */
	bool whole;      /* that was the last page */
};

/*
 * The same for all keys, on a cluster those of one master after the other; what
 * moves from one to another at that time may be met twice, or not at all.  The
 * `script` has one argument, a cursor of SCAN, and returns the next one, and
 * then what it has found.
 */
enum rt_err scan_keys(struct rt *rt, struct arena *a, const char *script,
		      struct scan_keys *s);

#endif
