/*
 * Translations from a .mo file, the one that msgfmt of GNU gettext makes.  In
 * Debian 13 the C library's gettext() translates nothing in the locale C.UTF-8,
 * and no other one is sure to be installed.
 */
#ifndef CATALOG_H
#define CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All is 0 for an empty one. */
struct catalog {
	unsigned char *bytes;
	size_t len;
	uint32_t n, keys, texts; /* how many, and where their tables are */
};

/*
 * Reads the file.  What it returns stays in memory as long as the program runs.
 * Returns false if the file can't be read (errno) or isn't one (EINVAL).
 */
bool catalog_read(struct catalog *c, const char *path);

/*
 * The translation of this key, "English" or "context\004English", in one of the
 * forms of a message with a number; 0 is that of all others.  NULL: there is none.
 */
const char *catalog_find(const struct catalog *c, const char *key,
			 unsigned form);

#endif
