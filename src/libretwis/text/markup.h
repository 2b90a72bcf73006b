/* What a body holds; private to libretwis. */
#ifndef MARKUP_H
#define MARKUP_H

#include "libretwis/retwis.h"

#define TAG_MAX 50 /* code points */

/*
 * The first `max` different names, tags or addresses of a body.  Names are as
 * they are written there, whether or not there are such members.  Returns how
 * many.
 */
size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max);

#endif
