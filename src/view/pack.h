/*
 * A zip that is written while it is made, by libarchive.
 *
 * The table at the end of a zip tells what is in it.  If it breaks off before,
 * there is none, and no program takes what is there for a whole file.
 *
 * libarchive brings eight other libraries along, a megabyte for a process: so
 * it is loaded for a zip, and goes with it.
 */
#ifndef PACK_H
#define PACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "http/req.h"

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

/* JSON, as RFC 8259 has it. */

/* A string with its quotes.  "" for NULL; what is no UTF-8 becomes U+FFFD. */
const char *json_text(struct arena *a, const char *text);

/*
 * The files that a member takes along, in a zip.  docs/export.md tells what
 * they hold.
 */

struct pack {
	const struct rt_config *conf;
	struct rt *rt;
	struct rt_export *e;
	struct rt_export_profile profile;
	struct zip *zip;
	struct arena chunk; /* what the next chunk forgets */
	size_t rows;        /* in this file */
	bool was_archive;   /* its heading was written */
};

/* Each returns false where it breaks off.  All files of JSON: */
bool pack_json(struct pack *p);

/* Hands one part to `put`, some of it at a time. */
bool pack_part(struct pack *p, enum rt_export_part part,
	       bool (*put)(struct pack *p, const struct rt_export_some *some));

/* The posts as one page of HTML, to be read without a network. */

#define PACK_TEMPLATES "export_head.tpl", "export_posts.tpl", "export_foot.tpl"

bool pack_reader(struct pack *p);

#endif
