#include "libretwis/base/printable.h"

#include <stdbool.h>
#include <stdio.h>

#define ESCAPED 4 /* of \xNN */

static bool printable_is(char c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

const char *printable(struct arena *a, const char *text, size_t max)
{
	char *line = arena_alloc(a, ESCAPED * max + sizeof "\"...\"" + 1);
	char *to = line;
	size_t i = 0;

	*to++ = '"';
	for (; i < max && text[i]; i++)
		if (printable_is(text[i]))
			*to++ = text[i];
		else
			to += sprintf(to, "\\x%02x", (unsigned char)text[i]);
	sprintf(to, text[i] ? "\"..." : "\"");
	return line;
}
