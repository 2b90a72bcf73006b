/*
 * Posts for a member who takes them along; private to libretwis.
 *
 * Lists of posts are in the order of their ids, and are read from the oldest
 * end, where nobody adds anything.  But somebody may delete something there,
 * and then all that is newer moves down, past where we are: so each read begins
 * with some entries that we know, and if it does not, we go back.
 */
#ifndef EXPORT_LIST_H
#define EXPORT_LIST_H

#include "libretwis/timeline/exporting.h"

/* The next ones of this part.  Two round trips. */
enum rt_err export_list(struct rt_export *e, struct arena *a,
			struct rt_export_some *some);

#endif
