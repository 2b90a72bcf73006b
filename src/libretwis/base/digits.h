/*
 * Numbers as text.  A page writes a hundred of them, and printf() would take
 * five times as long.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <stdint.h>
#include <stdlib.h>

#define DIGITS_MAX 20 /* of a number of 64 bits */

/* Writes towards the front of `end`; returns where the number begins. */
static inline char *digits_before(char *end, uint64_t n)
{
	do
		*--end = (char)('0' + n % 10);
	while (n /= 10);
	return end;
}

/* A stored number; 0 for NULL, and for a text that is no number. */
static inline uint64_t rt_u64(const char *s)
{
	return s ? strtoull(s, NULL, 10) : 0;
}

#endif
