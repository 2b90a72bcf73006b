/* What the host tells of the site; private to libretwis. */
#ifndef SITE_FILES_H
#define SITE_FILES_H

#include "libretwis/retwis.h"

/*
 * Reads about.txt, rules.txt, privacy.txt and imprint.txt of a folder.  Those
 * that are not there, or blank, are NULL; so are all where `folder` is NULL.
 * Returns NULL, or a sentence that says what is wrong.  All lives in `a`.
 */
const char *site_files_read(struct arena *a, const char *folder,
			    const char *text[RT_SITE_TEXTS]);

#endif
