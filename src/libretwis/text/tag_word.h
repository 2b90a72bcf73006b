/*
 * The words of tags, and the form in which keys and addresses have them;
 * private to libretwis.
 */
#ifndef TAG_WORD_H
#define TAG_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define TAG_MAX 50 /* code points */

/* The length of the sign with which a tag begins, # or the wide one, or 0. */
size_t tag_sign_length(const char *s);

struct tag_word {
	size_t len;     /* in the text, in bytes */
	const char *to; /* tag_form() of it */
};

/*
 * Whether a tag may have these letters after its sign.  `earlier` is the rule
 * of older programs, which the lists of a site may still follow: in it, the
 * form was the one that was typed, a number was a tag, and a dot ended one.
 */
bool tag_word_read(struct arena *a, const char *s, bool earlier,
		   struct tag_word *word);

/* In lower case, and in NFC. */
const char *tag_form(struct arena *a, const char *tag);

/*
 * The other form, NFD, which the same tag may have in lists of older programs
 * until the site is adopted again; NULL if it has only one.
 */
const char *tag_other_form(struct arena *a, const char *tag);

#endif
