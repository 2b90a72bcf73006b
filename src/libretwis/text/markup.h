/*
 * Cutting a body into text, links, mentions and tags; private to libretwis, but
 * for rt_parts() in shown.h.  Bodies are hostile: in doubt it stays text.
 */
#ifndef MARKUP_H
#define MARKUP_H

#include "libretwis/retwis.h"

#define TAG_MAX 50 /* code points */

/*
 * Finds the first `max` different names, tags or addresses of a body, and
 * returns how many there are.  Names come as they are written there, whether or
 * not there are such members.
 */
size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max);

#endif
