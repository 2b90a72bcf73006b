#include "web/cookie.h"

#include <string.h>

#define COOKIE "auth="

const char *cookie_secret(struct arena *a, const char *cookies)
{
	while (cookies) {
		cookies += strspn(cookies, " ;");
		if (strncmp(cookies, COOKIE, strlen(COOKIE)) == 0) {
			cookies += strlen(COOKIE);
			return arena_strndup(a, cookies,
					     strcspn(cookies, "; "));
		}
		cookies = strchr(cookies, ';');
	}
	return NULL;
}
