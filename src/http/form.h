/* Percent-encoding (RFC 3986). */
#ifndef FORM_H
#define FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

#define URL_CODE_MAX 3
#define URL_FEED     ".atom"

/*
 * Writes the first of these `len` bytes for a path segment, as 1 or 3
 * characters, and returns how many.  A dot takes 3 where the segment ends in
 * `.atom`: written as it is, that would ask for a feed (see req_feed()).
 */
size_t url_encode_byte(const char *bytes, size_t len, char code[URL_CODE_MAX]);

/* A whole segment. */
char *url_encode(struct arena *a, const char *s);

/*
 * Decodes one segment, name or value; `plus` turns + into a space.  NULL for
 * a bad %xx.  A NUL, whether it comes as %00 or as it is, becomes \x01: no
 * text may hold that either, while a NUL would hide what stands behind it.
 */
char *url_decode(struct arena *a, const char *s, size_t len, bool plus);

/* Fields of a query or of a form's body (the URL Standard). */

#define FORM_FIELDS_MAX 32

struct form {
	struct {
		const char *name, *value;
	} field[FORM_FIELDS_MAX];
	size_t n;
};

/*
 * The body of a form.  False for bad encoding, too many fields, or a name given
 * twice, except for ids that may be several: `approve` and `refuse`.
 */
bool form_parse(struct arena *a, const char *text, size_t len,
		struct form *form);

/*
 * A query, which may have been written by anybody: of a name that is given
 * twice the first one counts.  False for bad encoding, or too many names.
 */
bool form_parse_query(struct arena *a, const char *text, size_t len,
		      struct form *form);

/* NULL if it was not given. */
const char *form_get(const struct form *form, const char *name);

/* The next of several, from field `*at` on, which begins with 0; or NULL. */
const char *form_next(const struct form *form, const char *name, size_t *at);

/* False, unless all of the text is one decimal number that fits. */
bool form_number(const char *text, uint64_t *number);

#ifdef __cplusplus
}
#endif

#endif
