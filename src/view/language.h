/*
 * The language of the site: RETWIS_LANGUAGE.  `make` writes the templates in
 * each language of po/, with the words from there, into a folder of its own.
 */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include "base/arena.h"

/*
 * From now on _() is in the site's language.  Sets the folder of its templates,
 * in `a`, which is one of those in `all`.  Returns NULL, or a sentence that says
 * what is wrong.
 */
const char *language_load(struct arena *a, const char *all,
			  const char **templates);

#endif
