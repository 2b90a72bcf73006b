/*
 * A zip from outside, by libarchive's reader for zip and none of its others;
 * loaded late.  Everything in it is read, so that all checksums are compared.
 *
 * For a thread (base/compute.h): it takes as long as there is to unpack.
 */
#ifndef UNZIP_H
#define UNZIP_H

#include <stdbool.h>
#include <stddef.h>

#define UNZIP_ENTRIES 16
#define UNZIP_BYTES   ((size_t)256 * 1024 * 1024) /* all together, unpacked */

/* Each is false to say that it is enough. */
struct unzip_events {
	/* An entry of this name; its bytes are asked for if `wants`. */
	bool (*begin)(void *who, const char *name, bool *wants);
	bool (*bytes)(void *who, const char *bytes, size_t len);
	bool (*end)(void *who);
};

enum unzip_end {
	UNZIP_OK,
	UNZIP_ENOUGH, /* an event said so */
	UNZIP_BROKEN, /* no zip, or one that is cut short, changed, or locked */
	UNZIP_TOO_BIG, /* more entries, or more bytes */
};

/* Reads the file from its beginning. */
enum unzip_end unzip(int fd, const struct unzip_events *events, void *who);

#endif
