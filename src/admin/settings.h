/* The file of a site's settings, such as /etc/retwis/retwis.env. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>

#include "base/arena.h"

struct setting {
	const char *name, *value;
	unsigned line;
	struct setting *next;
};

/*
 * Reads NAME=VALUE lines.  Both systemd and a shell read that file, and so a
 * value must mean the same to both.  Says on stderr, a line each, what is no
 * such line, what stands there twice, and which RETWIS_ name nobody reads;
 * adds their number to `mistakes`.  NULL, after such a line, if there is no
 * setting at all or no such file.  All of it lives in `a`.
 */
struct setting *settings_read(struct arena *a, const char *path,
			      unsigned *mistakes);

/* Puts these settings, and no other RETWIS_ name, into the environment. */
void settings_export(const struct setting *list);

/* The one of that name, or NULL; `name` may go on behind it, with a blank. */
const struct setting *settings_find(const struct setting *list,
				    const char *name);

#endif
