/* Lists of posts, whatever is in them; private to libretwis. */
#ifndef CHECK_LISTS_H
#define CHECK_LISTS_H

#include "libretwis/check/checking.h"

struct list {
	struct subject of;
	const char *key;
	struct rt_ids ids; /* all of them */
	size_t cap;        /* 0: any number */
	bool is_log;       /* its newest posts come first */
};

/* Looks for a length, doubles and an order that should not be there. */
enum rt_err list_faults(struct check *c, const struct list *list);

/* The list is {what}.  The post {id} comes into it, unless that is gone. */
enum rt_err mend_insert(struct check *c, const struct fault *f);

enum rt_err mend_doubles(struct check *c, const struct fault *f);
enum rt_err mend_order(struct check *c, const struct fault *f);
enum rt_err mend_long(struct check *c, const struct fault *f);

#endif
