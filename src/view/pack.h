/*
 * Writes a member's data into a zip; docs/export.md describes the files in it.
 */
#ifndef PACK_H
#define PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "http/req.h"
#include "libretwis/export.h"
#include "view/zip.h"

#define PACK_TEMPLATES "export_head.tpl", "export_posts.tpl", "export_foot.tpl"

/* A file is read and sent in pieces of so many bytes. */
#define PACK_PIECE ((size_t)64 * 1024)

struct pack {
	const struct rt_config *conf;
	struct rt *rt;
	struct rt_export *e;
	struct rt_export_profile profile;
	struct rt_export_place place; /* of this part */
	struct zip *zip;
	struct arena chunk; /* memory that is reused for each chunk */
	size_t rows;        /* in the current file */
	bool was_archive;   /* the archive's heading has been written */

	bool has_pictures; /* one of the posts that were written has some */
	char *piece;       /* of PACK_PIECE bytes, for files */
	size_t n;          /* of pictures in this part */
	uint64_t bytes;    /* of them */
	/* The last post whose pictures are in it: where the next part begins. */
	struct rt_export_place last;
	enum { PACK_GOES_ON, PACK_IS_FULL, PACK_IS_AWAY } pictures;
};

/* These return false if they break off.  The file that every part has: */
bool pack_site(struct pack *p);

/* All other JSON files: */
bool pack_json(struct pack *p);

/* The posts as one HTML page, to be read offline: */
bool pack_html(struct pack *p);

/* Passes each portion of what rt_export_part() has begun to `put`. */
bool pack_portions(struct pack *p,
		   bool (*put)(struct pack *p,
			       const struct rt_export_some *some));

/*
 * The name of the `n`-th picture of a post, from 0, without its ending:
 * "pictures/12-1"; in an archive "pictures/12-1-ORIGIN", since posts of several
 * sites may have one id.
 */
const char *pack_picture_name(struct arena *a, const struct rt_post *post,
			      size_t n);

#define PACK_FACE "face"
#define PACK_WEBP ".webp"

/*
 * A string as JSON (RFC 8259), with its quotes.  NULL becomes "", and bytes
 * that aren't UTF-8 become U+FFFD.
 */
const char *json_text(struct arena *a, const char *text);

#endif
