#include "http/scheme.h"

#include <string.h>

#include "libretwis/visitor.h"

bool scheme_is_https(const struct scheme *s, const char *proxies)
{
	const char *last;

	if (s->https && strcmp(s->https, "on") == 0)
		return true;
	if (!s->forwarded || !rt_is_trusted(proxies, s->remote))
		return false;
	last = strrchr(s->forwarded, ',');
	last = last ? last + 1 : s->forwarded;
	return strcmp(last + strspn(last, " \t"), "https") == 0;
}
