/* Percent-encoding (RFC 3986), and forms (the URL Standard). */
#ifndef URL_H
#define URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libretwis/base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

#define URL_CODE_MAX 3
#define URL_FEED     ".atom"

/*
 * Writes the first of these `len` bytes for a path segment, 1 or 3 characters;
 * returns how many.  A dot is one of 3 where a segment ends in `.atom`, since
 * written as it is that asks for a feed: see req_feed().
 */
size_t url_encode_byte(const char *bytes, size_t len, char code[URL_CODE_MAX]);

/* A whole segment. */
char *url_encode(struct arena *a, const char *s);

/*
 * Decodes one segment, name or value; `plus` turns + into a space.  NULL for
 * a bad %xx.  A NUL, as %00 or as it is, becomes \x01, which no text may hold
 * either, since a NUL would hide what stands behind it.
 */
char *url_decode(struct arena *a, const char *s, size_t len, bool plus);

#ifdef __cplusplus
}
#endif

/* Fields of a query or of a form's body. */
#define FORM_FIELDS_MAX 32

struct form {
	struct {
		const char *name, *value;
	} field[FORM_FIELDS_MAX];
	size_t n;
};

/* False for bad encoding, a name given twice, or too many fields. */
bool form_parse(struct arena *a, const char *text, size_t len,
		struct form *form);

/* NULL if it was not given. */
const char *form_get(const struct form *form, const char *name);

/* All of a text is one decimal number that fits; else false. */
bool form_number(const char *text, uint64_t *number);

#endif
