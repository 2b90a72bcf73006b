/* Entries on their way to rt_import_staging_add(), in a file: block after block. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
