/*
 * Numbers as text.  A page writes a hundred of them, and printf() takes five
 * times as long.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <stdint.h>

#define DIGITS_MAX 20 /* of a number of 64 bits */

/* Writes towards the front of `end`; returns where the number begins. */
static inline char *digits_before(char *end, uint64_t n)
{
	do
		*--end = (char)('0' + n % 10);
	while (n /= 10);
	return end;
}

#endif
