/*
 * Numbers as text.  A page contains about a hundred, for which printf() would
 * take five times as long.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DIGITS_MAX 20 /* of a number of 64 bits */

/* The conversion for the id of a member or a post in a format. */
#define ID "%" PRIu64

/* Writes a number so that it ends at `end`, and returns its beginning. */
static inline char *digits_before(char *end, uint64_t n)
{
	do
		*--end = (char)('0' + n % 10);
	while (n /= 10);
	return end;
}

/*
 * Reads a number and moves `*at` past it.  Returns false, and changes nothing,
 * if the text does not begin with a digit, or if the number does not fit into
 * 64 bits.  strtoull() would also accept blanks and a minus, and read "-5" as
 * 2^64 - 5.
 */
static inline bool digits_read(const char **at, uint64_t *number)
{
	const char *s = *at;
	uint64_t n = 0;

	for (; *s >= '0' && *s <= '9'; s++) {
		uint64_t digit = (uint64_t)(*s - '0');

		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = 10 * n + digit;
	}
	if (s == *at)
		return false;
	*at = s;
	*number = n;
	return true;
}

/*
 * Reads a stored number, without the decimals that a score may have.  0 for
 * NULL, and for a text that is no number.
 */
static inline uint64_t rt_u64(const char *s)
{
	uint64_t n = 0;

	if (!s || !digits_read(&s, &n))
		return 0;
	s += *s == '.' ? 1 + strspn(s + 1, "0123456789") : 0;
	return *s ? 0 : n;
}

#endif
