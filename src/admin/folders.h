/* Where things are installed. */
#ifndef FOLDERS_H
#define FOLDERS_H

#include <stdbool.h>

#include "base/arena.h"

/*
 * The static files; the settings that the host writes; and all settings with
 * their defaults, which each version of Retwis replaces, with those of a site
 * that has retwis-picture in a file of their own.
 */
extern const char folders_static[], folders_settings[], folders_defaults[],
	folders_defaults_pictures[];

/* All files of the host; and the folder of what each version replaces. */
extern const char folders_host[], folders_shared[];

/*
 * The folder of retwis-worker and the others, with the folder `pages` in it:
 * that of this program if they are beside it, and otherwise the one into which
 * `make install` puts them.
 */
const char *folders_programs(struct arena *a);

/* Whether these are the programs of an installation. */
bool folders_are_installed(struct arena *a);

#endif
