/* Host names in any script (IDN); private to libretwis. */
#ifndef IDN_H
#define IDN_H

#include "base/arena.h"

/*
 * The host name as it may be shown.  If it mixes scripts, so that it could
 * pass for another one, that is its form in ASCII, such as
 * xn--pple-43d.com.  NULL if there is no such form.
 */
const char *idn_shown(struct arena *a, const char *host);

#endif
