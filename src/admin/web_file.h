/*
 * The short file that the web server reads for this site, site.conf, as far as
 * `retwis-admin setup` cares: the name of the site in it.
 */
#ifndef WEB_FILE_H
#define WEB_FILE_H

#include <stdbool.h>

#include "base/arena.h"

enum web_file_state {
	WEB_FILE_NONE,   /* neither a file nor the sample to make it from */
	WEB_FILE_NEW,    /* only the sample */
	WEB_FILE_OURS,   /* nothing but the name differs from the sample */
	WEB_FILE_EDITED, /* the host's, which nobody else writes to */
};

struct web_file {
	const char *server; /* nginx or apache; NULL: neither is installed */
	const char *path;   /* of site.conf, with the root before it */
	const char *shown;  /* the same without the root, for sentences */
	const char *link;   /* by which Debian's web server includes it */
	const char *text;   /* of the file, or else of the sample */
	const char *name;   /* of the site; "": any */
	enum web_file_state state;
	bool is_linked;
	bool has_default; /* Debian's own site, which is in the way */
	bool has_certificate;
};

/* Looks below the folder `root`, which is "" for this machine. */
void web_file_find(struct arena *a, const char *root, struct web_file *web);

/* The line that names the site; "" stands for any name. */
const char *web_file_line(struct arena *a, const struct web_file *web,
			  const char *name);

/*
 * Writes the file with that name in it; not if the host has edited it.  Returns
 * NULL, or a sentence.
 */
const char *web_file_write(struct arena *a, const struct web_file *web,
			   const char *name);

#endif
