/*
 * A zip that is written while it is made, by libarchive.
 *
 * The table at the end of a zip tells what is in it.  If it breaks off before,
 * there is none, and no program takes what is there for a whole file.
 *
 * libarchive brings eight other libraries along, a megabyte for a process: so
 * it is loaded for a zip, and goes with it.
 */
#ifndef ZIP_H
#define ZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct zip;

struct zip_out {
	bool (*write)(void *who, const void *bytes, size_t len);
	void *who;
};

/* In `a`, and it goes to `out`.  NULL without memory. */
struct zip *zip_begin(struct arena *a, const struct zip_out *out);

/*
 * Begins the next file, and writes some of it.  False if `out` does not take
 * it, and for a file of more than 4 GB, which many programs cannot read.
 */
bool zip_file(struct zip *z, const char *name);
bool zip_text(struct zip *z, const char *text);

/*
 * Ends it, and frees all.  If it `is_whole` the table is written; false if that
 * fails.
 */
bool zip_end(struct zip *z, bool is_whole);

#endif
