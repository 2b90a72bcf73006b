/*
 * Splitting a body into text, links, mentions and tags; private to libretwis,
 * except for rt_parts() in writing.h.  Bodies are hostile: what is doubtful
 * remains text.
 */
#ifndef MARKUP_H
#define MARKUP_H

#include "libretwis/retwis.h"

#define TAG_MAX 50 /* code points */

/*
 * Finds the first `max` different names, tags or addresses of a body, and
 * returns how many there are.  Names are returned as written, whether or not
 * such members exist.
 */
size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max);

#endif
