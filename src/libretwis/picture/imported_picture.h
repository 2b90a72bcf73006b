/*
 * The pictures of imported posts; private to libretwis.
 *
 * Their files come in a zip, and are a stranger's.  Making pictures of a hundred
 * of them takes longer than a request may, so the page only stores what it got,
 * as TOKEN.raw, and a worker makes the pictures.  Until then the row has
 * `raw` 1.  The order is that of picture_row.h.
 */
#ifndef IMPORTED_PICTURE_H
#define IMPORTED_PICTURE_H

#include "libretwis/picture/picture_row.h"

/* How long a file waits for the post that names it. */
#define IMPORTED_WAIT_SECONDS 3600

enum imported_outcome {
	IMPORTED_DONE,
	IMPORTED_REFUSED, /* it is no picture, or not the one that was said */
	IMPORTED_LATER,   /* try again */
};

/*
 * For a worker: makes the files of the picture from what was sent, and stores in
 * the row that they are there.  `width` and `height` are what the post says.  It
 * may take four seconds, and one round trip.
 */
enum rt_err imported_picture_make(struct rt *rt, struct arena *a,
				  const struct picture_row *row,
				  unsigned width, unsigned height,
				  enum imported_outcome *outcome);

#endif
