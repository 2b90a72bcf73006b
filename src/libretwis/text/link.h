/*
 * Web addresses in a text: where they end, and how they are shown; private to
 * libretwis.
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct link {
	size_t len;        /* in the text, in bytes */
	const char *shown; /* without the scheme, and perhaps shortened */
	const char *to;    /* the address as it was written, with a scheme */
};

/* Whether an address begins at `s`: http://, https:// or www. */
bool link_read(struct arena *a, const char *s, struct link *link);

#endif
