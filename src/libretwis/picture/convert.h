/*
 * Takes a member's file in: retwis-picture makes our own files of it.
 *
 * That is a program for one picture, locked in, which is reached by a socket:
 * whatever a file does to the decoder, it does nothing to the page.
 */
#ifndef CONVERT_H
#define CONVERT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "schema/picture_sizes.h"

/* What became of a file. */
enum picture_outcome {
	PICTURE_DONE,
	PICTURE_UNKNOWN, /* no JPEG, PNG, WebP or GIF */
	PICTURE_BROKEN,  /* it says that it is one, but cannot be read */
	PICTURE_LARGE,   /* too many pixels */
	PICTURE_BUSY,    /* others were being converted all the time */
	PICTURE_SLOW, /* it took longer than PICTURE_MS, or too long for us */
	PICTURE_CRASHED, /* the program ended without an answer; it is logged */
	PICTURE_AWAY,    /* the program is not there */
};

struct picture_converted {
	enum picture_outcome outcome;
	unsigned width, height; /* of the largest result, in pixels */
	bool is_animated;       /* the file was; the results are a still */
};

/* The longest that one picture may take, in milliseconds. */
#define PICTURE_MS 8000

/* So many pictures at a time for one process of a page; others wait. */
#define PICTURE_CONVERSIONS 2

/*
 * Converts `file`, a descriptor from which one can read at any place, into
 * the descriptors `result`, as many as picture_sizes(use) says, of empty files
 * for reading and writing.  They all remain the caller's.  Unless the outcome
 * is PICTURE_DONE, what is in the results is of no use.
 *
 * `socket_path` is the setting RETWIS_PICTURE_SOCKET, `until_ms` by clock_ms()
 * when the answer has to be there.  Call it only in a fiber.  Returns RT_OK
 * whenever there is an outcome, and RT_BROKEN, without one, if this process
 * has no descriptor or no memory left.
 */
enum rt_err picture_convert(const char *socket_path, enum picture_use use,
			    int file, const int *result, int64_t until_ms,
			    struct picture_converted *out);

#endif
