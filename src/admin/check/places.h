/*
 * Posts, and whether each is in the lists where it has to be; private to
 * libretwis.
 */
#ifndef PLACES_H
#define PLACES_H

#include "admin/check/passes.h"

/* A tag of a post, and what its list says. */
struct tagged {
	const char *tag, *type, *last, *used;
	struct rt_ids at;
	uint64_t length;
};

/* One post, and what was asked about it. */
struct post_read {
	struct pass_subject is;
	uint64_t count[COUNTS]; /* how many there are */
	struct member_hash author;
	uint64_t ttl;
	struct post_hash parent; /* or original */
	struct rt_ids at;        /* where in the list of the parent */
	const char *claim, *known;
	const char *noted; /* as one that a worker will finish */
	/* Of a whole one in an adopted database: */
	bool needs_place;
	bool is_own;       /* as the look at own: lists has found it */
	struct rt_ids own; /* where it is there, if that has not */
	struct tagged *tag;
	size_t tags;
	const char *waits; /* in the outbox */
};

void place_queue(struct rt_pipe *p, struct post_read *l);
void place_judge(struct check *c, const struct post_read *l);

#endif
