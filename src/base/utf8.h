/* The parts of Unicode that posts need. */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Reads the code point at `s`, which has `len` bytes.  Returns its length in
 * bytes, or 0 if it is not valid UTF-8 (RFC 3629, so overlong forms and
 * surrogates are invalid).
 */
size_t utf8_read(const char *s, size_t len, uint32_t *code);

/*
 * For strings: the code point at `s`, which is 0 at the end and for invalid
 * UTF-8; and its length, which is 1 in these cases.
 */
uint32_t utf8_at(const char *s);
size_t utf8_step(const char *s);

/* The length of the first `n` code points in bytes; the number of all. */
size_t utf8_bytes(const char *s, size_t n);
size_t utf8_count(const char *s);

/* C0, DEL and C1, except the line feed. */
bool utf8_is_control(uint32_t code);

/* White space, and characters that are invisible. */
bool utf8_is_blank(uint32_t code);

/* Characters that change the direction of the text, or break its line. */
bool utf8_is_layout_control(uint32_t code);

/*
 * Letters and digits of any script; combining marks, such as accents and vowel
 * signs, some of which are letters, too; and the characters of words, which are
 * both of these and _.  A blank is none of them.
 */
bool utf8_is_letter(uint32_t code);
bool utf8_is_mark(uint32_t code);
bool utf8_is_word(uint32_t code);

/* Of a script that runs words together, such as Chinese, Thai and Korean. */
bool utf8_is_unspaced(uint32_t code);

/* Whether the text is valid UTF-8, and `is` is true for each code point. */
bool utf8_all(const char *s, bool (*is)(uint32_t code));

/*
 * The text without ASCII white space at its ends; and without whatever `is` at
 * its ends.
 */
char *utf8_trim(struct arena *a, const char *s);
char *utf8_strip(struct arena *a, const char *s, bool (*is)(uint32_t code));

/* The text in lower case. */
const char *utf8_fold(struct arena *a, const char *s);

#endif
