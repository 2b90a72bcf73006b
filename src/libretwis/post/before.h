/*
 * The texts that a post had before its author corrected it; private to
 * libretwis.
 *
 * The field `before` of a post holds them until everything that follows from a
 * text, such as the lists of its tags, follows from the present one (edit.h).
 */
#ifndef BEFORE_H
#define BEFORE_H

#include <stddef.h>

#include "base/arena.h"

/*
 * With so many texts, a further correction has to wait until a worker has
 * caught up.  Programs that find the post corrected may add one each.
 */
#define BEFORE_ENOUGH 10
#define BEFORE_MAX    (BEFORE_ENOUGH + 6)

struct before {
	const char *text[BEFORE_MAX];
	size_t n;
};

/* Splits the field, which may be NULL. */
struct before before_read(struct arena *a, const char *field);

#endif
