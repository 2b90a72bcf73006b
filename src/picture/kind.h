/*
 * Our own look at a file: what it is, and how large, by its first bytes.
 *
 * It chooses the decoder, which then need not guess, and refuses files whose
 * pixels would take gigabytes before a decoder sees them.
 */
#ifndef KIND_H
#define KIND_H

#include <stdbool.h>
#include <stddef.h>

/* Words of the answer that refuse a file; see main.c. */
enum verdict {
	VERDICT_OK,
	VERDICT_UNKNOWN, /* none of the four kinds */
	VERDICT_BROKEN,  /* it begins like one of them, but cannot be read */
	VERDICT_LARGE,   /* too many pixels */
};

enum kind_format { KIND_JPEG, KIND_PNG, KIND_WEBP, KIND_GIF };

struct kind {
	enum kind_format format;
	unsigned long width, height; /* in pixels, before any turning */
	bool is_heavy;               /* takes much memory; see below */
	bool is_animated; /* only PNG says so here; decode.c knows others */
};

/*
 * A picture may have so many pixels; half, if it is one of those that decoders
 * need more memory for: with 16 bits for each colour, with four inks, interlaced
 * and transparent, or a GIF.  So none needs more than 450 MB.
 */
#define KIND_PIXELS       60000000UL
#define KIND_PIXELS_HEAVY 30000000UL

/* The longest side: a decoder holds some rows of the file in memory. */
#define KIND_SIDE 65535UL

/* Looks at the whole file.  `out` is complete if the verdict is VERDICT_OK. */
enum verdict kind_look(const unsigned char *bytes, size_t len,
		       struct kind *out);

/* Whether so many pixels are allowed. */
bool kind_fits(unsigned long width, unsigned long height, bool is_heavy);

#endif
