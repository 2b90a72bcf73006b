/* The visitor: the address from which a request came. */
#include <string.h>

#include "base/network.h"
#include "redis/connection.h"
#include "libretwis/site/context.h"

#define UNKNOWN "unknown"
#define BLANKS  " \t"

static bool visitor_is_unix(const char *remote)
{
	return !remote || !*remote || strcmp(remote, "unix:") == 0;
}

bool rt_is_trusted(const char *trusted, const char *remote)
{
	struct address_ip ip;

	if (visitor_is_unix(remote))
		return network_list_has_unix(trusted);
	return network_read(remote, strlen(remote), &ip) &&
	       network_list_has(trusted, &ip);
}

/*
 * The last entry before `end`, without blanks; moves `end` to the comma before
 * it.
 */
static const char *visitor_last_entry(const char *text, const char **end,
				      size_t *len)
{
	const char *from = *end, *to = *end;

	while (from > text && from[-1] != ',')
		from--;
	*end = from > text ? from - 1 : text;
	while (from < to && strchr(BLANKS, *from))
		from++;
	while (from < to && strchr(BLANKS, to[-1]))
		to--;
	*len = (size_t)(to - from);
	return from;
}

/*
 * Each proxy appends the address that connected to it.  So the end of the list
 * is true, as far back as our own proxies wrote it.  The first address from
 * the end that is not one of them is the client, who could have invented
 * everything before it.
 */
static bool visitor_find(const char *trusted, const char *text,
			 struct address_ip *ip)
{
	const char *end = text + strlen(text);
	bool found = false;

	while (end > text) {
		size_t len;
		const char *entry = visitor_last_entry(text, &end, &len);

		if (!network_read(entry, len, ip))
			return found;
		found = true;
		if (!network_list_has(trusted, ip))
			return found;
	}
	return found;
}

const char *rt_client(struct arena *a, const char *trusted, const char *remote,
		      const char *forwarded)
{
	struct address_ip ip;

	if (forwarded && rt_is_trusted(trusted, remote) &&
	    visitor_find(trusted, forwarded, &ip))
		return network_client(a, &ip);
	if (!visitor_is_unix(remote) &&
	    network_read(remote, strlen(remote), &ip))
		return network_client(a, &ip);
	return UNKNOWN;
}

void rt_visitor(struct rt *rt, const char *client, const char *browser)
{
	rt->context->visitor = client;
	rt->context->browser = browser;
}

const char *rt_browser(const struct rt *rt)
{
	return rt->context->browser;
}

uint64_t rt_wait(const struct rt *rt)
{
	return rt->context->wait;
}
