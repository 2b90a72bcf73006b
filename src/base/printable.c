#include "base/printable.h"

#include <stdbool.h>
#include <string.h>

#define ESCAPED 4 /* the length of \xNN */

static bool printable_is(char c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

static char *printable_escape(char *to, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";

	*to++ = '\\';
	*to++ = 'x';
	*to++ = hex[c >> 4];
	*to++ = hex[c & 15];
	return to;
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
			to = printable_escape(to, (unsigned char)text[i]);
	memcpy(to, text[i] ? "\"..." : "\"", text[i] ? 5 : 2);
	return line;
}

const char *printable_line(char line[PRINTABLE_LINE], const char *text)
{
	size_t i = 0;

	for (; i < PRINTABLE_LINE - 1 && text[i]; i++)
		line[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	line[i] = '\0';
	return line;
}
