/* The counters that give out ids; private to libretwis. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "libretwis/check/checking.h"

/* Finds the last ids in use, even beyond the counters, which are given. */
enum rt_err counters_extent(struct check *c, uint64_t *members,
			    uint64_t *posts);

#endif
