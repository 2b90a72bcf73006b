/*
 * Numbers as people read them, in the digits of the site's language: Arabic may
 * have ٠١٢٣٤٥٦٧٨٩.  What programs read, as in addresses and fields, has the
 * digits of ASCII (base/digits.h).
 */
#ifndef NUMERALS_H
#define NUMERALS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * From now on these are the digits, ten characters in UTF-8 from zero, such as
 * "0123456789".  Returns false, and changes nothing, if they aren't ten.
 * message_language() calls it.
 */
bool numerals_set(const char *digits);

/* The ten digits, or NULL if they are those of ASCII.  Valid until numerals_set(). */
const char *numerals(void);

/* The number, in the arena. */
const char *number_text(struct arena *a, uint64_t n);

/* The text, with these digits in place of those of ASCII; `a` owns it if new. */
const char *numerals_in(struct arena *a, const char *text);

#endif
