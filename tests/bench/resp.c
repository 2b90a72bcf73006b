#include "resp.h"

#include <stdlib.h>
#include <string.h>

size_t resp_length(const char *bytes, size_t len)
{
	const char *at = bytes, *end = bytes + len, *line;
	long n;

	/* `values` still have to come: an array adds its own to them. */
	for (long values = 1; values > 0; values--) {
		line = at;
		at = memchr(line, '\n', (size_t)(end - line));
		if (!at)
			return 0;
		at++;
		if (*line == '+' || *line == ':')
			continue;
		if (*line != '*' && *line != '$')
			return RESP_WRONG;
		n = strtol(line + 1, NULL, 10);
		if (n < 0)
			continue;
		if (*line == '*')
			values += n;
		else if (end - at < n + 2)
			return 0;
		else
			at += n + 2;
	}
	return (size_t)(at - bytes);
}
