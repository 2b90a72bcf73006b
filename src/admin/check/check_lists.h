/* Lists of posts, whatever is in them; private to libretwis. */
#ifndef CHECK_LISTS_H
#define CHECK_LISTS_H

#include "admin/check/checking.h"

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

#endif
