/*
 * Reading a whole hash or all keys in pages, and setting the expiry of a key.
 */
#ifndef KEYSPACE_H
#define KEYSPACE_H

#include "redis/pipe.h"

struct scan {
	const char *key;
	struct rt_texts pairs; /* of this page: a field, its value, ... */
	uint64_t cursor;
	bool whole; /* this was the last page */
};

/*
 * Reads the next page of a hash.  A field that exists from the first page to
 * the last is returned at least once.  One that is added or deleted in between
 * may be missed.  One round trip.
 */
enum rt_err scan_hash(struct rt *rt, struct arena *a, struct scan *s);

struct scan_keys {
	struct rt_texts found; /* of this page */
	uint64_t cursor;
	unsigned master; /* of a cluster; its number in the order of slots */
	bool whole;      /* this was the last page */
};

/*
 * The same for all keys; in a cluster, for those of one master after the other.
 * A key that moves to another master in the meantime may be returned twice, or
 * not at all.  The `script` gets a cursor of SCAN as its only argument, and
 * returns the next cursor followed by what it has found.
 */
enum rt_err scan_keys(struct rt *rt, struct arena *a, const char *script,
		      struct scan_keys *s);

/* Queues that the key expires in so many seconds, if it has no expiry yet. */
void expire_new(struct rt_pipe *p, const char *key, int seconds);

#endif
