/* The counters that give out ids; private to libretwis. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "libretwis/check/looking.h"

/* Finds the last ids in use, even beyond the counters, which are given. */
enum rt_err counters_extent(struct check *c, uint64_t *members,
			    uint64_t *posts);

enum rt_err look_counters(struct check *c, const struct subject *v, size_t n);

enum rt_err mend_user_counter(struct check *c, const struct fault *f);
enum rt_err mend_post_counter(struct check *c, const struct fault *f);

#endif
