/* Fields of a query or of a form's body (the URL Standard). */
#ifndef FORM_H
#define FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

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

#endif
