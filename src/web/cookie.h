/* The one cookie. */
#ifndef COOKIE_H
#define COOKIE_H

#include "libretwis/arena.h"

/* The session's secret in "a=1; auth=...; b=2"; NULL without, or for NULL. */
const char *cookie_secret(struct arena *a, const char *cookies);

#endif
