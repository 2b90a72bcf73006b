/* Unicode, as far as a post needs it. */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libretwis/base/arena.h"

/*
 * Reads the code point at `s`, of which `len` bytes may be read.  Returns its
 * length in bytes, or 0 for what is no UTF-8 (RFC 3629: overlong forms and
 * surrogates are none).
 */
size_t utf8_read(const char *s, size_t len, uint32_t *code);

/*
 * For strings: the code point at `s`, 0 at its end and for what is no UTF-8;
 * its length, 1 for what is none; the bytes of the first `n` code points, and
 * their number.
 */
uint32_t utf8_at(const char *s);
size_t utf8_step(const char *s);
size_t utf8_bytes(const char *s, size_t n);
size_t utf8_count(const char *s);

/* C0, DEL and C1, without the line feed. */
bool utf8_is_control(uint32_t code);

/* White space, and what shows nothing at all. */
bool utf8_is_blank(uint32_t code);

/*
 * Letters and digits of any script; marks that combine with them, such as
 * accents and vowel signs (some are letters, too); and what a word is made
 * of: both, and _.  What shows nothing is none of them.
 */
bool utf8_is_letter(uint32_t code);
bool utf8_is_mark(uint32_t code);
bool utf8_is_word(uint32_t code);

/* Of a script that joins words, such as Chinese, Thai and Korean. */
bool utf8_is_unspaced(uint32_t code);

/* Whether all is UTF-8 and each code point such a one; an empty text is. */
bool utf8_all(const char *s, bool (*is)(uint32_t code));

/* The text without the ASCII white space around it. */
char *utf8_trim(struct arena *a, const char *s);

/* The text in small letters. */
const char *utf8_fold(struct arena *a, const char *s);

#endif
