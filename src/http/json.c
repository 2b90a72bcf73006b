#include "http/json.h"

#include <stdio.h>
#include <string.h>

#include "libretwis/retwis.h"

#define ESCAPED_MAX 6 /* \u000a */

static char *json_put(char *to, unsigned char c)
{
	if (c == '\n')
		return stpcpy(to, "\\n");
	if (c < ' ' || c == 0x7f)
		return to + snprintf(to, ESCAPED_MAX + 1, "\\u%04x", c);
	if (c == '"' || c == '\\')
		*to++ = '\\';
	*to++ = (char)c;
	return to;
}

const char *json_text(struct arena *a, const char *text)
{
	const char *from = rt_text_clean(a, text ? text : "");
	char *json = arena_room(a, ESCAPED_MAX * strlen(from) + sizeof "\"\"");
	char *to = json;

	*to++ = '"';
	for (; *from; from++)
		to = json_put(to, (unsigned char)*from);
	*to++ = '"';
	*to = '\0';
	return json;
}
