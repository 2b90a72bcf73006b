/* Our own files, made of pixels. */
#ifndef ENCODE_H
#define ENCODE_H

#include <stdbool.h>
#include <vips/vips.h>

#include "schema/picture_sizes.h"

/* The largest result that may be written, in bytes. */
#define ENCODE_BYTES (8 << 20)

/*
 * Writes a picture of decode() into these files, each in its size and format.
 * Returns false, with a line on stderr, if that fails.
 */
bool encode(VipsImage *image, const struct picture_sizes *sizes,
	    const int *fds);

#endif
