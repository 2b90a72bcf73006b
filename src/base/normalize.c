#include "base/normalize.h"

#include <stdlib.h>
#include <string.h>
#include <uninorm.h>
#include <unistr.h>

static const char *normalize(struct arena *a, uninorm_t form, const char *s)
{
	const uint8_t *text = (const uint8_t *)s;
	size_t len = strlen(s), n = 0;
	uint8_t *normal = NULL;
	const char *copy = s;

	/* The library would replace what is not UTF-8 by U+FFFD. */
	if (!u8_check(text, len))
		normal = u8_normalize(form, text, len, NULL, &n);
	if (normal && (n != len || memcmp(normal, s, len) != 0))
		copy = arena_strndup(a, (const char *)normal, n);
	free(normal);
	return copy;
}

const char *normalize_nfc(struct arena *a, const char *s)
{
	return normalize(a, UNINORM_NFC, s);
}

const char *normalize_nfd(struct arena *a, const char *s)
{
	return normalize(a, UNINORM_NFD, s);
}
