/* Cookies as a browser sends them. */
#ifndef COOKIE_H
#define COOKIE_H

#include "libretwis/retwis.h"

#define COOKIE_SESSION "auth"
#define COOKIE_HOST    "__Host-auth" /* by HTTPS; see enum rt_way */
#define COOKIE_BROWSER "browser"     /* see rt_browser() */

/*
 * The value of `name` in "a=1; auth=...; b=2".  NULL where it is missing, and
 * where `cookies` is NULL.
 */
const char *cookie_value(struct arena *a, const char *cookies,
			 const char *name);

/*
 * The secret of the session, and how it came.  By HTTPS `__Host-auth` alone
 * counts wherever there is one.
 */
const char *cookie_secret(struct arena *a, const char *cookies, bool is_https,
			  enum rt_way *way);

#endif
