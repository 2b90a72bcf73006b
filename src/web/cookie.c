#include "web/cookie.h"

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
