/*
 * The file that a member takes along from another Retwis: looks at all of it,
 * and writes the posts as an archive has them.
 *
 *	retwis.json	what it is, and from where
 *	posts.json replies.json archive.json	posts, an object each
 *
 * All else is unpacked, compared with its checksum, and thrown away.
 */
#ifndef UNPACK_H
#define UNPACK_H

#include <stdint.h>

struct unpack {
	int zip;     /* the file, open */
	int blocks;  /* and one for what comes out, empty; see blocks.h */
	int64_t now; /* seconds; nothing was written later */
	/* What has come of it. */
	int status;          /* 0, or an HTTP status: 422, 500 or 507 */
	const char *problem; /* a sentence, with 422 */
	uint64_t posts;
};

/* For compute(): `unpack` is a struct unpack. */
void unpack_file(void *unpack);

#endif
