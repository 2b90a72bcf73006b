/* Where the parts of this Retwis are. */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>

#include "libretwis/base/arena.h"

/* The file of the settings. */
extern const char *const places_settings;

/* The folder of the files that the web server sends by itself. */
extern const char *const places_static;

/*
 * The folder of retwis-worker and retwis-live, and of a folder `pages`.  For a
 * retwis-admin that lies beside them it is its own, and else the one where
 * `make install` has put them.
 */
const char *places_programs(struct arena *a);

/* Whether these are the programs of an installation. */
bool places_are_installed(struct arena *a);

#endif
