/* Cookies as a browser sends them. */
#ifndef COOKIE_H
#define COOKIE_H

#include "libretwis/base/arena.h"

#define COOKIE_SESSION "auth"
#define COOKIE_BROWSER "browser" /* see rt_browser() */

/*
 * The value of `name` in "a=1; auth=...; b=2".  NULL where it is missing, and
 * where `cookies` is NULL.
 */
const char *cookie_value(struct arena *a, const char *cookies,
			 const char *name);

#endif
