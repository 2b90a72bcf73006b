/*
 * HTML that was made before, kept under all that it was made of.
 *
 * To show a post again takes a tenth of the time of making it, and nearly all
 * posts are shown again and again.  The key holds every byte that the HTML
 * depends on, and all of it is compared: a change of any of them makes another
 * key, so nothing here ever has to be forgotten.  Nothing that belongs to one
 * visitor alone, such as a csrf, is in a key or in HTML.
 *
 * There are FRAGMENTS places, and a new fragment takes the place of the one
 * that was there: with all of them taken by the longest they are 8 MiB in each
 * process, with posts of a hundred letters 2 MiB.
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
	bool too_long; /* nothing is found or kept under it */
	char bytes[FRAGMENT_KEY_MAX];
};

/*
 * An empty key.  `place` may be any number: keys whose numbers lie less than
 * FRAGMENTS apart do not drive each other out.
 */
void fragment_begin(struct fragment_key *key, size_t place);

/*
 * Adds what the HTML depends on.  Add the same kinds of things in the same
 * order each time, so that no two keys are alike by chance.  For a text, NULL
 * is something else than "".
 */
void fragment_add(struct fragment_key *key, const void *bytes, size_t len);
void fragment_add_text(struct fragment_key *key, const char *text);

/*
 * The HTML of this key, and its length; NULL: none is kept.  It is ours, and
 * there until something else is kept.
 */
const char *fragment_find(const struct fragment_key *key, size_t *len);

/* Keeps a copy, unless it is too long. */
void fragment_store(const struct fragment_key *key, const char *html,
		    size_t len);

/*
 * A part of a page that is kept as HTML (see fragment.h).
 *
 * Its template sees what `set` sets and nothing else: neither the page around
 * it nor the visitor.  So what is kept may be shown to everybody for whom the
 * key is the same.
 */

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
