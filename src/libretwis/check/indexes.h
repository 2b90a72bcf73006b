/* Entries of a hash that lead to members; private to libretwis. */
#ifndef INDEXES_H
#define INDEXES_H

#include "libretwis/check/checking.h"

/* Takes `field` out of a hash of ids, if it still leads to this one. */
enum rt_err index_drop(struct check *c, const char *key, const char *field,
		       uint64_t id);

#endif
