/*
 * A part of a page that is kept as HTML (see fragment.h).
 *
 * Its template sees what `set` sets and nothing else: neither the page around
 * it nor the visitor.  So what is kept may be shown to everybody for whom the
 * key is the same.
 */
#ifndef VIEW_CACHED_H
#define VIEW_CACHED_H

#include "view/fragment.h"
#include "view/tpl.h"

struct kept {
	const char *file;               /* its template */
	const struct fragment_key *key; /* holds all that `set` reads */
	void (*set)(struct arena *a, struct tpl *t, const void *what);
	const void *what;
};

/*
 * Includes it at this place of a template, as it was kept or made now.  HTML
 * that is too long to be kept is made each time.
 */
void view_cached(struct arena *a, struct tpl *t, const char *place,
		 const struct kept *kept);

#endif
