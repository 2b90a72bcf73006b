/*
 * Caches HTML in this process, under a key of everything that it was made
 * from.
 *
 * Showing a cached post takes a tenth of the time of rendering it, and nearly
 * all posts are shown again and again.  The key contains every byte that the
 * HTML depends on, and all of it is compared.  A change to any of them makes a
 * different key, so nothing ever has to be invalidated.  Whatever belongs to a
 * single visitor, such as a csrf, is neither in a key nor in the HTML.
 *
 * There are FRAGMENTS places, and a new fragment replaces the one that was in
 * its place.  If all are filled with the longest possible fragments, that is 8
 * MiB in each process; with posts of a hundred characters it is 2 MiB.
 */
#ifndef FRAGMENT_H
#define FRAGMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "view/tpl.h"

#define FRAGMENTS        2048
#define FRAGMENT_MAX     4096 /* bytes of a fragment with its key */
#define FRAGMENT_KEY_MAX 2048 /* bytes */

struct fragment_key {
	size_t place, len;
	bool too_long; /* nothing is found or stored under it */
	char bytes[FRAGMENT_KEY_MAX];
};

/*
 * Starts an empty key.  `place` may be any number.  Keys whose numbers are
 * less than FRAGMENTS apart never replace each other.
 */
void fragment_begin(struct fragment_key *key, size_t place);

/*
 * Adds something that the HTML depends on.  Always add the same kinds of
 * things in the same order, so that different things never make the same key.
 * A text that is NULL differs from "".
 */
void fragment_add(struct fragment_key *key, const void *bytes, size_t len);
void fragment_add_text(struct fragment_key *key, const char *text);

/*
 * The HTML stored under this key and its length, or NULL.  The cache owns it,
 * and it is valid until the next fragment is stored.
 */
const char *fragment_find(const struct fragment_key *key, size_t *len);

/* Stores a copy, unless it is too long. */
void fragment_store(const struct fragment_key *key, const char *html,
		    size_t len);

/*
 * A part of a page that may come from the cache.  Its template sees only what
 * `set` sets: neither the page around it nor the visitor.  So it may be shown
 * to everybody for whom the key is the same.
 */
struct cached_view {
	const char *file;               /* its template */
	const struct fragment_key *key; /* has everything that `set` reads */
	void (*set)(struct arena *a, struct tpl *t, const void *what);
	const void *what;
};

/*
 * Includes it at this place of a template, from the cache or rendered now.
 * HTML that is too long for the cache is rendered each time.
 */
void view_cached(struct arena *a, struct tpl *t, const char *place,
		 const struct cached_view *view);

#endif
