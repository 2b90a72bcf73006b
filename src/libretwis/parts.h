/* Names in a body; private to libretwis. */
#ifndef PARTS_H
#define PARTS_H

#include "libretwis/retwis.h"

/*
 * The first `max` different names that a body mentions, as they are written
 * there, whether or not there are such members.  Returns how many.
 */
size_t parts_names(struct arena *a, const char *body, const char **names,
		   size_t max);

#endif
