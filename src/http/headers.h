/*
 * What single HTTP headers mean: cookies, the scheme, the browser.  It needs
 * no struct req, since the live gateway reads requests of its own.
 */
#ifndef HEADERS_H
#define HEADERS_H

#include <stdbool.h>

#include "base/arena.h"
#include "libretwis/retwis.h"

#define COOKIE_SESSION "auth"
#define COOKIE_HOST    "__Host-auth" /* over HTTPS; see enum rt_cookie_origin */
#define COOKIE_BROWSER "browser"     /* see rt_browser() */
#define COOKIE_DONE    "done"        /* see view/done.h */

/* See rt_challenge(). */
#define COOKIE_CHALLENGE      "challenge"
#define COOKIE_CHALLENGE_HOST "__Host-challenge" /* over HTTPS */

/*
 * The value of the cookie `name` in "a=1; auth=...; b=2".  NULL if it is
 * missing or `cookies` is NULL.
 */
const char *cookie_value(struct arena *a, const char *cookies,
			 const char *name);

/*
 * The session's secret, or NULL, and how it came.  Over HTTPS only
 * `__Host-auth` counts, unless there is none.
 */
const char *cookie_secret(struct arena *a, const char *cookies, bool is_https,
			  enum rt_cookie_origin *way);

/* What our web server says about a connection; each may be NULL. */
struct scheme {
	const char *https;     /* "on" */
	const char *remote;    /* the address that connected to it */
	const char *forwarded; /* X-Forwarded-Proto, all lines of it */
};

/*
 * Whether the visitor uses HTTPS, according to our web server or to a proxy in
 * front of it whose address is in `proxies`.  Of X-Forwarded-Proto only the
 * last word counts: it comes from the proxy next to us.
 */
bool scheme_is_https(const struct scheme *s, const char *proxies);

/*
 * "Firefox on Android", for a member's list of devices, from the header
 * User-Agent.  NULL and anything unknown is "A browser".  At most 32 bytes,
 * and never text from the header itself.  It is stored in English.
 */
const char *agent_name(struct arena *a, const char *header);

/* Such a name in the language of the site. */
const char *agent_shown(struct arena *a, const char *name);

#endif
