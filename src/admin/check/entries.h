/* Looking at each entry of many sets or lists of ids; private to libretwis. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "admin/check/relations.h"

/*
 * The entries of one relation, of these owners.  One or two round trips for
 * every thousand entries.
 */
enum rt_err entries_check(struct check *c, enum relation_name name,
			  const struct subject *v, size_t n);

#endif
