/*
 * Checks a file that a member has exported from another Retwis, and extracts
 * its posts in the form in which archives are stored.
 *
 *	retwis.json	says what the file is, and where it is from
 *	posts.json replies.json archive.json	have posts, one object each
 *
 *	pictures/	has their pictures, and is all that later parts have
 *
 * All other files in it are unpacked, compared with their checksums, and
 * ignored.
 */
#ifndef UNPACK_H
#define UNPACK_H

#include <stdint.h>

#include "view/unpack_pictures.h"

struct unpack {
	int zip;         /* the file, open */
	int blocks;      /* an empty file for the posts; see blocks_next() */
	int64_t now;     /* seconds since 1970; a later post is refused */
	struct arena *a; /* for the list of pictures */

	/* The result. */
	int status;          /* 0, or an HTTP status: 422, 500 or 507 */
	const char *problem; /* a sentence, with 422 */
	uint64_t posts;
	struct unpack_pictures pictures;
};

/* Runs in a thread (base/compute.h); `unpack` is a struct unpack. */
void unpack_file(void *unpack);

/*
 * Reads the next block of posts for rt_import_staging_add().  Returns NULL at
 * the end of the file, or if it can't be read.
 */
const char *blocks_next(struct arena *a, int fd);

#endif
