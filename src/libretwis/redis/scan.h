/* Reading a whole hash, a thousand fields at a time; private to libretwis. */
#ifndef SCAN_H
#define SCAN_H

#include "libretwis/redis/pipe.h"

struct scan {
	const char *key;
	struct rt_texts pairs; /* of this page: a field, its value, ... */
	uint64_t cursor;
	bool whole; /* that was the last page */
};

/*
 * Reads the next page.  What is there from beginning to end is met at least
 * once, what comes or goes meanwhile perhaps.  One round trip.
 */
enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s);

#endif
