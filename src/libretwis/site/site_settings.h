/*
 * The site's settings one by one, and how they are stored; private to
 * libretwis.
 */
#ifndef SITE_SETTINGS_H
#define SITE_SETTINGS_H

#include "libretwis/retwis.h"

/*
 * The fields of the hash: the names of all settings, and after them `setup`.
 */
#define SITE_FIELDS (RT_SETTINGS + 1)
extern const char *const site_fields[SITE_FIELDS];

/* Whether it is one line of 1 to `max` characters that a page can show. */
bool site_line_ok(const char *line, unsigned max);

/*
 * Puts the values that make sense, and are not locked, into `conf`, with texts
 * in `a`.  NULL is a field that does not exist.
 */
void site_settings_apply(struct arena *a, struct rt_config *conf,
			 const char *const value[SITE_FIELDS]);

#endif
