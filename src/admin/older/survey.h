/* What an older database has; private to libretwis. */
#ifndef SURVEY_H
#define SURVEY_H

#include "admin/older/source.h"

/*
 * Looks through all keys: which layout it is, or that of this name where `from`
 * is not NULL; which members and posts there are, 8 bytes each in `a`; and the
 * counters.  A round trip for a thousand keys, in the memory of `chunk`.
 */
enum rt_err survey_source(struct source *s, struct arena *a,
			  struct arena *chunk, const char *from,
			  const char **why);

#endif
