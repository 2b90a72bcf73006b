/* Unicode, as far as a post needs it. */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads the code point at `s`, of which `len` bytes may be read.  Returns its
 * length in bytes, or 0 for what is no UTF-8 (RFC 3629: overlong forms and
 * surrogates are none).
 */
size_t utf8_read(const char *s, size_t len, uint32_t *code);

/* C0, DEL and C1, without the line feed. */
bool utf8_is_control(uint32_t code);

/* White space, and what shows nothing at all. */
bool utf8_is_blank(uint32_t code);

#endif
