#include "web/origin.h"

#include <string.h>
#include <strings.h>

#include "web/peer.h"

#define HOST_MAX 253
#define LETTERS                                                               \
	"abcdefghijklmnopqrstuvwxyz"                                          \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* A name, a number, or [a number of IPv6]; and perhaps a port. */
static bool is_host(const char *host)
{
	bool is_ipv6 = *host == '[';
	size_t len = is_ipv6 ? 1 + strspn(host + 1, DIGITS "abcdefABCDEF:.")
			     : strspn(host, LETTERS DIGITS "-._");

	if (len <= is_ipv6 || len > HOST_MAX || (is_ipv6 && host[len] != ']'))
		return false;
	host += len + is_ipv6;
	if (*host != ':')
		return !*host;
	len = strspn(host + 1, DIGITS);
	return len > 0 && len <= 5 && !host[1 + len];
}

const char *req_base(const struct req *q)
{
	const char *host = req_param(q, "HTTP_HOST");

	if (!host || !is_host(host))
		return NULL;
	return arena_printf(q->a, "%s://%s",
			    req_is_https(q) ? "https" : "http", host);
}

/* Compares without the scheme, which a proxy may have changed. */
static bool is_our_host(const char *origin, const char *host)
{
	const char *name = strstr(origin, "://");

	return name && host && strcasecmp(name + 3, host) == 0;
}

/* "none" is the member's own doing: no other site can cause it. */
bool req_is_same_origin(const struct req *q)
{
	const char *site = req_param(q, "HTTP_SEC_FETCH_SITE");
	const char *origin = req_param(q, "HTTP_ORIGIN");

	if (site)
		return strcmp(site, "same-origin") == 0 ||
		       strcmp(site, "none") == 0;
	return !origin || is_our_host(origin, req_param(q, "HTTP_HOST"));
}
