/* Unicode, as far as a post needs it. */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Reads the code point at `s`, of which `len` bytes may be read.  Returns its
 * length in bytes, or 0 if that is no UTF-8 (RFC 3629: overlong forms and
 * surrogates are not).
 */
size_t utf8_read(const char *s, size_t len, uint32_t *code);

/*
 * For strings: the code point at `s`, 0 at its end and where there is no UTF-8;
 * and its length, 1 where there is none.
 */
uint32_t utf8_at(const char *s);
size_t utf8_step(const char *s);

/* How many bytes the first `n` code points have; how many there are. */
size_t utf8_bytes(const char *s, size_t n);
size_t utf8_count(const char *s);

/* C0, DEL and C1, without the line feed. */
bool utf8_is_control(uint32_t code);

/* White space, and characters that show nothing at all. */
bool utf8_is_blank(uint32_t code);

/* What turns the direction of the text around it, or breaks its line. */
bool utf8_is_turn(uint32_t code);

/*
 * Letters and digits of any script; marks that combine with them, such as
 * accents and vowel signs (some are letters, too); and all of a word: both,
 * and _.  A blank is none of these.
 */
bool utf8_is_letter(uint32_t code);
bool utf8_is_mark(uint32_t code);
bool utf8_is_word(uint32_t code);

/* Of a script that joins words, such as Chinese, Thai and Korean. */
bool utf8_is_unspaced(uint32_t code);

/* Whether all is UTF-8 and `is` holds for each; true for an empty text. */
bool utf8_all(const char *s, bool (*is)(uint32_t code));

/* The text without the ASCII white space around it. */
char *utf8_trim(struct arena *a, const char *s);

/* The text in small letters. */
const char *utf8_fold(struct arena *a, const char *s);

#endif
