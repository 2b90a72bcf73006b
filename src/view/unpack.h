/* Entries on their way to rt_import_staging_add(), in a file: block after block. */
#ifndef UNPACK_H
#define UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libretwis/retwis.h"

struct arena;

struct blocks {
	int fd;
	char *text;    /* of the block that is being filled */
	size_t len, n; /* bytes and entries in it */
};

/* `fd`: an empty file. */
void blocks_begin(struct blocks *b, struct arena *a, int fd);

/* Both return false where the file takes no more. */
bool blocks_add(struct blocks *b, const char *entry);
bool blocks_end(struct blocks *b);

/*
 * Reads the next block.  NULL at the end, which is where `fd` cannot be read,
 * too.
 */
const char *blocks_next(struct arena *a, int fd);

/* Posts by where they were and their ids there: is each of them there once? */

struct post_key;

struct post_keys {
	struct post_key *v;
	size_t n;
};

/* With room for so many. */
void post_keys_begin(struct post_keys *k, struct arena *a, size_t room);

/* Its `origin` is one of RT_ORIGIN_LEN hexadecimal digits. */
void post_keys_add(struct post_keys *k, const struct rt_post *post);

/* Behind the last one. */
bool post_keys_differ(struct post_keys *k);

/*
 * The file that a member takes along from another Retwis: looks at all of it,
 * and writes the posts as an archive has them.
 *
 *	retwis.json	what it is, and from where
 *	posts.json replies.json archive.json	posts, an object each
 *
 * All else is unpacked, compared with its checksum, and thrown away.
 */

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
