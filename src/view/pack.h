/*
 * The files that a member takes along, in a zip.  docs/export.md tells what
 * they hold.
 */
#ifndef PACK_H
#define PACK_H

#include "http/req.h"
#include "view/zip.h"

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

#endif
