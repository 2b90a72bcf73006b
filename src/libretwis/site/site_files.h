/* The texts that a host provides about the site; private to libretwis. */
#ifndef SITE_FILES_H
#define SITE_FILES_H

#include "libretwis/retwis.h"

/*
 * Reads about.txt, rules.txt, privacy.txt and imprint.txt in a folder.  Texts
 * are NULL if their file is missing or blank, and all are if `folder` is NULL.
 * Returns NULL, or a sentence that says what is wrong.  Everything is in `a`.
 */
const char *site_files_read(struct arena *a, const char *folder,
			    const char *text[RT_SITE_TEXTS]);

#endif
