#include "http/origin.h"

#include <string.h>
#include <strings.h>

#include "http/peer.h"

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

const char *req_link(const struct req *q, const char *path)
{
	const char *base = req_base(q);

	return base ? arena_printf(q->a, "%s%s", base, path) : path;
}

/*
 * Whether "http://HOST", or an address that begins so, is of this host.  The
 * scheme does not count, since a proxy may have changed it.
 */
static bool is_our_host(const char *address, const char *host)
{
	const char *name = strstr(address, "://");
	size_t len;

	if (!name || !host ||
	    strcspn(address, "/?#") < (size_t)(name - address))
		return false;
	name += strlen("://");
	len = strcspn(name, "/?#");
	return strlen(host) == len && strncasecmp(name, host, len) == 0;
}

/*
 * "none" is the member's own doing: no other site can cause it.  A browser for
 * text sends none of the two first headers, and tells from which page it comes.
 */
bool req_is_same_origin(const struct req *q)
{
	const char *site = req_param(q, "HTTP_SEC_FETCH_SITE");
	const char *origin = req_param(q, "HTTP_ORIGIN");
	const char *page = req_param(q, "HTTP_REFERER");
	const char *host = req_param(q, "HTTP_HOST");

	if (site)
		return strcmp(site, "same-origin") == 0 ||
		       strcmp(site, "none") == 0;
	if (origin)
		return is_our_host(origin, host);
	return !page || is_our_host(page, host);
}
