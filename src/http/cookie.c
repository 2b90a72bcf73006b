#include "http/cookie.h"

#include <string.h>

const char *cookie_value(struct arena *a, const char *cookies,
			 const char *name)
{
	size_t len = strlen(name);

	while (cookies) {
		cookies += strspn(cookies, " ;");
		if (strncmp(cookies, name, len) == 0 && cookies[len] == '=') {
			cookies += len + 1;
			return arena_strndup(a, cookies,
					     strcspn(cookies, "; "));
		}
		cookies = strchr(cookies, ';');
	}
	return NULL;
}

const char *cookie_secret(struct arena *a, const char *cookies, bool is_https,
			  enum rt_way *way)
{
	const char *secret =
		is_https ? cookie_value(a, cookies, COOKIE_HOST) : NULL;

	*way = is_https ? RT_WAY_HTTPS : RT_WAY_HTTP;
	if (secret || !(secret = cookie_value(a, cookies, COOKIE_SESSION)))
		return secret;
	if (is_https)
		*way = RT_WAY_DOUBTFUL;
	return secret;
}
