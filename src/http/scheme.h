/* By which scheme a visitor came. */
#ifndef SCHEME_H
#define SCHEME_H

#include <stdbool.h>

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

#endif
