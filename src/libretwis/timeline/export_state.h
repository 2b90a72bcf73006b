/* The state of an export, between its calls; private to libretwis. */
#ifndef EXPORT_STATE_H
#define EXPORT_STATE_H

#include "libretwis/retwis.h"
#include "patterns/lock.h"

/* How many entries are read at a time. */
#define EXPORT_CHUNK ((size_t)100)

#define EXPORT_SCORE 40

struct rt_export {
	struct rt *rt;
	struct rt_user me;
	struct lock lock;
	int64_t renewed;
	bool is_adopted;

	enum rt_export_part part;
	/*
	 * In a list: how many entries have been passed, and the newest of
	 * them.
	 */
	uint64_t passed, last;
	/* In a sorted set: the last score, and how many entries had it. */
	char score[EXPORT_SCORE];
	size_t same;
};

#endif
