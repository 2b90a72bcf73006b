/*
 * Splitting a body into text, links, mentions and tags; private to libretwis,
 * except for rt_parts() in writing.h.  Bodies are hostile: what is doubtful
 * remains text.
 */
#ifndef MARKUP_H
#define MARKUP_H

#include "libretwis/retwis.h"

/*
 * Finds the first `max` different names, tags or addresses of a body, and
 * returns how many there are.  Names are returned as written, whether or not
 * such members exist.
 */
size_t parts_collect(struct arena *a, const char *body, enum rt_part_kind kind,
		     const char **found, size_t max);

/*
 * The tags that older programs found in a body, and under which a post may
 * still be listed: see tag_word.h.
 */
size_t parts_collect_earlier_tags(struct arena *a, const char *body,
				  const char **found, size_t max);

#endif
