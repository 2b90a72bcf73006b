/*
 * From a stranger's file to pixels, by libvips.
 *
 * The pixels are all that is left of the file: no name, place, thumbnail,
 * profile or comment can get into our own files, since those are made from the
 * pixels alone.
 */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <vips/vips.h>

#include "schema/picture_sizes.h"
#include "picture/kind.h"

/*
 * Starts libvips, without its threads, caches and modules, and blocks whatever
 * we don't call.  Returns false, with a line on stderr, if libvips lacks what we
 * need.
 */
bool decode_init(void);

/*
 * Decodes a file that kind_look() has accepted, once, at the size of the
 * largest result for this use; for PICTURE_CUT only the square.  The picture
 * is upright, sRGB with 8 bits, with alpha only if some pixel is transparent,
 * and lies in memory.  Sets kind->is_animated.
 */
enum verdict decode(const void *bytes, size_t len, struct kind *kind,
		    const struct picture_sizes *sizes, VipsImage **out);

#endif
