/* A WebP of nothing but pixels. */
#ifndef WEBP_STRIP_H
#define WEBP_STRIP_H

#include <stddef.h>

/*
 * Drops all parts of a WebP that are no pixels, in place, and returns its new
 * length.  libvips adds EXIF of its own even where it is told to add none.
 * A part that is not whole is dropped, too.
 */
size_t webp_strip(unsigned char *bytes, size_t len);

#endif
