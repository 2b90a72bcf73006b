/*
 * Percent-encoding (RFC 3986), and the fields of a query or of a form's body
 * that are encoded with it (the URL Standard).
 */
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
 * Encodes the first of these `len` bytes for a path segment, as 1 or 3
 * characters, and returns how many.  If the segment ends in `.atom`, that dot
 * is encoded, too: otherwise the address would ask for a feed (see
 * req_feed()).
 */
size_t url_encode_byte(const char *bytes, size_t len, char code[URL_CODE_MAX]);

/* Encodes a whole segment. */
char *url_encode(struct arena *a, const char *s);

/*
 * Decodes a segment, a name or a value; with `plus`, a + is a space.  Returns
 * NULL for a bad %xx.  A NUL, whether encoded or not, becomes \x01: neither is
 * allowed in any text, but a NUL would hide what follows it.
 */
char *url_decode(struct arena *a, const char *s, size_t len, bool plus);

#define FORM_FIELDS_MAX 32

struct form {
	struct {
		const char *name, *value;
	} field[FORM_FIELDS_MAX];
	size_t n;
};

/*
 * Adds a field, whose name and value the caller keeps.  Returns false if there
 * are too many, or if the name is there already; only `approve`, `refuse` and
 * `kept` may be repeated.
 */
bool form_add(struct form *form, const char *name, const char *value);

/*
 * Parses the body of a form.  Returns false for a bad encoding, or a field that
 * form_add() refuses.
 */
bool form_parse(struct arena *a, const char *text, size_t len,
		struct form *form);

/*
 * Parses a query, which anybody may have written: if a name appears twice, the
 * first one counts.  Returns false for a bad encoding or too many names.
 */
bool form_parse_query(struct arena *a, const char *text, size_t len,
		      struct form *form);

/* The value of a field, or NULL if it is missing. */
const char *form_get(const struct form *form, const char *name);

/*
 * For a field that may be repeated: its next value, or NULL.  `*at` starts at
 * 0 and keeps the position.
 */
const char *form_next(const struct form *form, const char *name, size_t *at);

/* Returns false unless the whole text is one decimal number that fits. */
bool form_number(const char *text, uint64_t *number);

#ifdef __cplusplus
}
#endif

#endif
