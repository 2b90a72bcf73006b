/*
 * Numbers as text.  A page writes a hundred of them, and printf() would take
 * five times as long.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DIGITS_MAX 20 /* of a number of 64 bits */

/* The id of a member or a post, in a format. */
#define ID "%" PRIu64

/* Writes towards the front of `end`; returns where the number begins. */
static inline char *digits_before(char *end, uint64_t n)
{
	do
		*--end = (char)('0' + n % 10);
	while (n /= 10);
	return end;
}

/*
 * Reads a number and steps over it.  False, and nothing is touched, where no
 * digit stands first, and for a number that is beyond 64 bits: strtoull() would
 * take blanks and a minus, too, and "-5" for 2^64 - 5.
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
 * A stored number, without what a score has behind its point; 0 for NULL, and
 * for a text that is no number.
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
