/*
 * Writes a zip while it is sent, with libarchive.  Its table of contents comes
 * at the end, so if it breaks off before, no program takes it for a complete
 * file.
 *
 * All of these but zip_begin() return false if it breaks off.
 */
#ifndef ZIP_H
#define ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct zip;

/* Where a zip goes. */
struct zip_out {
	bool (*write)(void *who, const void *bytes, size_t len);
	void *who;
};

/* Begins a zip in the memory of `a`.  Returns NULL if memory runs out. */
struct zip *zip_begin(struct arena *a, const struct zip_out *out);

/* Begins the next file in it; or one of `size` bytes that can't be packed. */
bool zip_file(struct zip *z, const char *name);
bool zip_stored_file(struct zip *z, const char *name, uint64_t size);

/* Writes a piece of that file. */
bool zip_bytes(struct zip *z, const void *bytes, size_t len);
bool zip_text(struct zip *z, const char *text);

/*
 * Ends the zip and frees everything.  Only if it `is_whole` the table is
 * written.  Returns whether the zip is complete.
 */
bool zip_end(struct zip *z, bool is_whole);

#endif
