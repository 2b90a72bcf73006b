/*
 * The pictures in an export, which are copied out of it, and what its posts say
 * of them.  All of this runs in a thread, as unpack.h does.
 *
 *	pictures/12-1.webp		the first one of the post 12
 *	pictures/12-1-ORIGIN.webp	of one that had been imported there
 */
#ifndef UNPACK_PICTURES_H
#define UNPACK_PICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libretwis/retwis.h"

struct json_object;

/* So many of one file are copied, as many as an export has at the most. */
#define UNPACK_PICTURES 4000

struct unpack_pictures {
	int copy;        /* an empty file for them; -1: the site has none */
	const char *key; /* from rt_import_key() */

	/* The result; the memory is the caller's. */
	struct rt_raw_picture *raw;
	size_t n;
	size_t named; /* pictures in the file, whether they were copied or not */
};

/* The picture that is being copied. */
struct copied_picture {
	const char *token;
	uint64_t at, bytes;
};

/*
 * Whether an entry of the zip is named like a picture.  Sets its token, which is
 * in `a`; `origin` is that of the file.
 */
bool copied_begin(struct arena *a, const struct unpack_pictures *u,
		  const char *origin, const char *name,
		  struct copied_picture *is);

/* False if they can't be written. */
bool copied_bytes(const struct unpack_pictures *u, struct copied_picture *is,
		  const char *bytes, size_t len);

/*
 * Keeps it if it begins like one of an export; what else is in it, a worker finds
 * out.  Any other is left out.
 */
void copied_end(struct unpack_pictures *u, const struct copied_picture *is);

/*
 * What a post in the file says of its pictures.  `origin` is that of the post,
 * and `is_archive` says where it stood.  A picture of a size that none can have
 * is left out.  False if it makes no sense.
 */
bool unpack_post_pictures(struct arena *a, const struct unpack_pictures *u,
			  struct json_object *object, bool is_archive,
			  struct rt_post *post);

#endif
