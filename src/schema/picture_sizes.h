/*
 * Which files a picture becomes.
 *
 * A table without logic, which retwis-picture has, too: it gets the descriptors
 * of the files in this order.
 */
#ifndef PICTURE_SIZES_H
#define PICTURE_SIZES_H

#include <stddef.h>

/* What a picture is for. */
enum picture_use {
	PICTURE_POST,
	PICTURE_FACE, /* of a member */
	PICTURE_MARK, /* of the site */
};

#define PICTURE_USES      3
#define PICTURE_SIZES_MAX 4

/* No file that we make is wider or higher, in pixels. */
#define PICTURE_SIDE 1600

enum picture_fit {
	PICTURE_WITHIN, /* the longer side is `px` at most; never enlarged */
	PICTURE_CUT,    /* a square from the middle, of exactly this size */
	PICTURE_PADDED, /* all of it in a square, with a transparent margin */
};

enum picture_format { PICTURE_WEBP, PICTURE_JPEG, PICTURE_PNG };

struct picture_size {
	const char *ending; /* of the file's name, after the token */
	unsigned px;
	enum picture_format format;
};

struct picture_sizes {
	const char *word; /* for this use, in the message to retwis-picture */
	enum picture_fit fit;
	size_t n;
	struct picture_size size[PICTURE_SIZES_MAX];
};

const struct picture_sizes *picture_sizes(enum picture_use use);

#endif
