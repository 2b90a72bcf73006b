/* Cookies as a browser sends them. */
#ifndef HEADERS_H
#define HEADERS_H

#include <stdbool.h>

#include "base/arena.h"
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

/* By which scheme a visitor came. */

/* What our web server says; each may be NULL. */
struct scheme {
	const char *https;  /* "on" */
	const char *remote; /* the address that talks to it */
	const char
		*forwarded; /* the header X-Forwarded-Proto, all lines of it */
};

/*
 * By HTTPS, as our web server or one of the trusted `proxies` before it says:
 * of the header the last word counts, which is of the proxy nearest to us.
 */
bool scheme_is_https(const struct scheme *s, const char *proxies);

/* What a browser calls itself. */

/*
 * "Firefox on Android", for a list of one's own devices, from the header
 * User-Agent.  NULL, and what we do not know, is "A browser".  At most 32
 * bytes, and never a word of the header itself.
 */
const char *agent_name(struct arena *a, const char *header);

#endif
