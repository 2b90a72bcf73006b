/* Where the parts of this Retwis are. */
#ifndef FOLDERS_H
#define FOLDERS_H

#include <stdbool.h>

#include "base/arena.h"

/* The file of the settings. */
extern const char *const folders_settings;

/* The folder of the files that the web server sends by itself. */
extern const char *const folders_static;

/*
 * The folder of retwis-worker and retwis-live, and of a folder `pages`.  For a
 * retwis-admin that lies beside them it is its own, and else the one where
 * `make install` has put them.
 */
const char *folders_programs(struct arena *a);

/* Whether these are the programs of an installation. */
bool folders_are_installed(struct arena *a);

#endif
