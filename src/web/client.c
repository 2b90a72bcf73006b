/* From where a request comes, through whatever stands before us. */
#include <string.h>

#include "web/request.h"

/*
 * A header that came twice: libfcgi shows the first of the two, and that is
 * the client's own, where a proxy adds its line instead of its word.
 */
static const char *all_of(const struct req *q, const char *name)
{
	const char *all = NULL;
	size_t len = strlen(name);

	for (char **at = q->env; *at; at++)
		if (strncmp(*at, name, len) == 0 && (*at)[len] == '=') {
			const char *value = *at + len + 1;

			all = all ? arena_printf(q->a, "%s,%s", all, value)
				  : value;
		}
	return all;
}

const char *req_client(const struct req *q)
{
	return rt_client(q->a, q->conf->proxies, req_param(q, "REMOTE_ADDR"),
			 all_of(q, "HTTP_X_FORWARDED_FOR"));
}

/* What the proxy nearest to us says of the way to it. */
static const char *forwarded_scheme(const struct req *q)
{
	const char *all = all_of(q, "HTTP_X_FORWARDED_PROTO"), *last;

	if (!all ||
	    !rt_is_trusted(q->conf->proxies, req_param(q, "REMOTE_ADDR")))
		return "";
	last = strrchr(all, ',');
	all = last ? last + 1 : all;
	return all + strspn(all, " \t");
}

bool req_is_https(const struct req *q)
{
	const char *https = req_param(q, "HTTPS");

	return (https && strcmp(https, "on") == 0) ||
	       strcmp(forwarded_scheme(q), "https") == 0;
}
