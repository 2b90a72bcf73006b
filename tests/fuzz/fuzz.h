/* Bodies of any bytes, cut into parts: what must hold of all of them. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/*
 * The input is a body; before a NUL byte there may be the names of those whom
 * it mentions, a space between them.  NULL, or what is wrong with its parts.
 */
const char *fuzz_parts(const uint8_t *data, size_t size);

#endif
