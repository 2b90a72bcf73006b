/*
 * Writes a member's data as a zip; docs/export.md describes the files in it.
 *
 * The zip is written while it is sent.  Its table of contents comes at the
 * end, so if it breaks off before, no program takes it for a complete file.
 */
#ifndef PACK_H
#define PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "http/req.h"

#define PACK_TEMPLATES "export_head.tpl", "export_posts.tpl", "export_foot.tpl"

struct zip;

/* Where a zip goes. */
struct zip_out {
	bool (*write)(void *who, const void *bytes, size_t len);
	void *who;
};

struct pack {
	const struct rt_config *conf;
	struct rt *rt;
	struct rt_export *e;
	struct rt_export_profile profile;
	struct zip *zip;
	struct arena chunk; /* memory that is reused for each chunk */
	size_t rows;        /* in the current file */
	bool was_archive;   /* the archive's heading has been written */
};

/* Begins a zip in the memory of `a`.  Returns NULL if memory runs out. */
struct zip *zip_begin(struct arena *a, const struct zip_out *out);

/*
 * Ends the zip and frees everything.  Only if it `is_whole` the table is
 * written.  Returns whether the zip is complete.
 */
bool zip_end(struct zip *z, bool is_whole);

/* These return false if they break off.  All JSON files: */
bool pack_json(struct pack *p);

/* The posts as one HTML page, to be read offline: */
bool pack_html(struct pack *p);

/*
 * A string as JSON (RFC 8259), with its quotes.  NULL becomes "", and bytes
 * that aren't UTF-8 become U+FFFD.
 */
const char *json_text(struct arena *a, const char *text);

#endif
