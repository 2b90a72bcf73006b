/* Lists and sets of ids: each as a whole, and each entry of it. */
#ifndef LISTS_H
#define LISTS_H

#include "admin/check/derive.h"

struct list {
	struct subject of;
	const char *key;
	struct rt_ids ids; /* the whole list */
	size_t cap;        /* 0: any number */
	bool is_log;       /* its newest posts come first */
	bool is_home; /* a post may be there twice until its owner reads it */
};

/* Reports a list that is too long, has doubles, or is out of order. */
enum rt_err list_faults(struct check *c, const struct list *list);

/* A copy of these ids, the smallest first. */
struct rt_ids list_sorted(struct arena *a, struct rt_ids ids);

/*
 * Compare the entries of this key with what they follow from (derive.h): of
 * each of the owners `v`, or, of a key of the site, the entries `v`.  They
 * need one or two round trips for every thousand entries.
 */
enum rt_err entries_check(struct check *c, enum key_row in,
			  const struct subject *v, size_t n);
enum rt_err index_check(struct check *c, enum key_row in,
			const struct subject *v, size_t n);

#endif
