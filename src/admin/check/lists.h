/* Lists and sets of ids, as a whole and each entry; private to libretwis. */
#ifndef LISTS_H
#define LISTS_H

#include "admin/check/derive.h"

struct list {
	struct subject of;
	const char *key;
	struct rt_ids ids; /* all of them */
	size_t cap;        /* 0: any number */
	bool is_log;       /* its newest posts come first */
	bool is_home; /* where a post may be twice until its owner looks */
};

/* Looks for a length, doubles and an order that should not be there. */
enum rt_err list_faults(struct check *c, const struct list *list);

/* A copy of these ids, the smallest first. */
struct rt_ids list_sorted(struct arena *a, struct rt_ids ids);

/*
 * The entries of such a key of each of these owners; or of one of the site,
 * where `v` are the entries.  One or two round trips for every thousand.
 */
enum rt_err entries_check(struct check *c, enum key_row in,
			  const struct subject *v, size_t n);
enum rt_err index_check(struct check *c, enum key_row in,
			const struct subject *v, size_t n);

#endif
