#include "base/normalize.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>
#include <unistr.h>

static uint8_t *normalize_text(uninorm_t form, const uint8_t *text, size_t len,
			       size_t *n)
{
	return u8_normalize(form, text, len, NULL, n);
}

static uint8_t *normalize_small(uninorm_t form, const uint8_t *text,
				size_t len, size_t *n)
{
	return u8_casefold(text, len, NULL, form, NULL, n);
}

static const char *normalize(struct arena *a,
			     uint8_t *(*by)(uninorm_t form,
					    const uint8_t *text, size_t len,
					    size_t *n),
			     uninorm_t form, const char *s)
{
	const uint8_t *text = (const uint8_t *)s;
	size_t len = strlen(s), n = 0;
	uint8_t *normal = NULL;
	const char *copy = s;

	/* The library would replace what is not UTF-8 by U+FFFD. */
	if (!u8_check(text, len))
		normal = by(form, text, len, &n);
	if (normal && (n != len || memcmp(normal, s, len) != 0))
		copy = arena_strndup(a, (const char *)normal, n);
	free(normal);
	return copy;
}

const char *normalize_nfc(struct arena *a, const char *s)
{
	return normalize(a, normalize_text, UNINORM_NFC, s);
}

const char *normalize_nfd(struct arena *a, const char *s)
{
	return normalize(a, normalize_text, UNINORM_NFD, s);
}

const char *normalize_folded(struct arena *a, const char *s)
{
	return normalize(a, normalize_small, UNINORM_NFKD, s);
}
