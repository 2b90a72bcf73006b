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
 * Reads the next page.  You meet a field at least once if it is there from the
 * first page to the last, and perhaps if it comes or goes in between.  One
 * round trip.
 */
enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s);

#endif
