/* Percent-encoding (RFC 3986). */
#ifndef URL_H
#define URL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

#define URL_CODE_MAX 3
#define URL_FEED     ".atom"

/*
 * Writes the first of these `len` bytes for a path segment, as 1 or 3
 * characters, and returns how many.  A dot takes 3 where the segment ends in
 * `.atom`: written as it is, that would ask for a feed (see req_feed()).
 */
size_t url_encode_byte(const char *bytes, size_t len, char code[URL_CODE_MAX]);

/* A whole segment. */
char *url_encode(struct arena *a, const char *s);

/*
 * Decodes one segment, name or value; `plus` turns + into a space.  NULL for
 * a bad %xx.  A NUL, whether it comes as %00 or as it is, becomes \x01: no
 * text may hold that either, while a NUL would hide what stands behind it.
 */
char *url_decode(struct arena *a, const char *s, size_t len, bool plus);

#ifdef __cplusplus
}
#endif

#endif
