#include "base/numerals.h"

#include <string.h>

#include "base/digits.h"
#include "base/utf8.h"

#define TEN       10
#define BYTES_MAX 4 /* of a character in UTF-8 */

/* All have the same length, as the digits of each script do.  0 is ASCII. */
static char ten_digits[TEN * BYTES_MAX + 1];
static size_t digit_bytes;

bool numerals_set(const char *digits)
{
	size_t bytes = utf8_step(digits);

	if (strlen(digits) != TEN * bytes)
		return false;
	for (size_t i = 0; i < TEN; i++)
		if (utf8_step(digits + i * bytes) != bytes)
			return false;
	memcpy(ten_digits, digits, TEN * bytes + 1);
	digit_bytes = strcmp(ten_digits, "0123456789") == 0 ? 0 : bytes;
	return true;
}

const char *numerals(void)
{
	return digit_bytes ? ten_digits : NULL;
}

const char *number_text(struct arena *a, uint64_t n)
{
	char text[DIGITS_MAX + 1], *end = text + DIGITS_MAX;
	const char *start = digits_before(end, n);

	*end = '\0';
	if (digit_bytes)
		return numerals_in(a, start);
	return arena_strndup(a, start, (size_t)(end - start));
}

const char *numerals_in(struct arena *a, const char *text)
{
	char *made, *to;

	if (!digit_bytes)
		return text;
	made = to = arena_room(a, strlen(text) * digit_bytes + 1);
	for (; *text; text++) {
		if (*text < '0' || *text > '9') {
			*to++ = *text;
			continue;
		}
		memcpy(to, ten_digits + (size_t)(*text - '0') * digit_bytes,
		       digit_bytes);
		to += digit_bytes;
	}
	*to = '\0';
	return made;
}
