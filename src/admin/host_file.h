/* Files that belong to the host, such as retwis.env: read whole, and replaced. */
#ifndef HOST_FILE_H
#define HOST_FILE_H

#include <sys/types.h>

#include "base/arena.h"

/* The whole text; NULL, with errno, if it cannot be read. */
const char *host_file_read(struct arena *a, const char *path);

/*
 * Replaces the file in one step, so that nobody reads half of it.  It keeps its
 * owner and its mode; a new one gets `mode`.  Returns NULL, or a sentence.
 */
const char *host_file_write(struct arena *a, const char *path,
			    const char *text, mode_t mode);

/* The value of the last line NAME=VALUE, without quotes; NULL if none has it. */
const char *host_file_get(struct arena *a, const char *path, const char *name);

/*
 * Sets NAME=VALUE in a file of settings: in the last line that sets it, which
 * is the one that counts, or in a new one at the end.  The value needs no
 * quotes.  Returns NULL, or a sentence.
 */
const char *host_file_set(struct arena *a, const char *path, const char *name,
			  const char *value);

#endif
