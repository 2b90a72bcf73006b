/*
 * The settings of an installed site: the host's file, and the one with all
 * defaults.  systemd reads both for the other programs, and retwis-admin reads
 * them itself.  What the host has set counts.
 */
#ifndef SETTINGS_FILE_H
#define SETTINGS_FILE_H

#include "base/arena.h"

struct setting {
	const char *name, *value;
	const char *path;
	unsigned line;
	struct setting *next;
};

/*
 * Reads NAME=VALUE lines, and after them the defaults of the installation.  The
 * file is read by systemd and by a shell, so a value must mean the same to both.
 * Prints a line about each line that is something else, each setting that is
 * there twice and each RETWIS_ name that no program reads, and adds their number
 * to `mistakes`.  If there is no setting at all, or the file cannot be read, it
 * prints that and returns NULL.
 */
struct setting *settings_read(struct arena *a, const char *path,
			      unsigned *mistakes);

/*
 * The first setting of that name, which ends at a blank; NULL if there is none.
 */
const struct setting *settings_find(const struct setting *list,
				    const char *name);

/* Puts these settings, and no other RETWIS_ name, into the environment. */
void settings_export(const struct setting *list);

/*
 * Adds to the environment what both files have and the environment has not,
 * unless that names a Redis: then it is about another site, or systemd has read
 * them already.  Of a name that is there twice the last value counts, as for
 * systemd.  Returns NULL, or why this is impossible: a value that systemd and a
 * shell would read differently must not lead to the wrong database.
 */
const char *settings_supply(struct arena *a);

#endif
