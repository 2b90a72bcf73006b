#include "view/ics.h"

#include <string.h>

#include "base/digits.h"
#include "base/utf8.h"
#include "libretwis/retwis.h"

/* ---- a text that grows -------------------------------------------------- */

#define ROOM_FIRST 1024

static void ics_put(struct ics *c, const char *bytes, size_t len)
{
	if (c->len + len > c->room) {
		size_t room = 2 * (c->len + len) + ROOM_FIRST;
		char *larger = arena_room(c->a, room);

		if (c->len)
			memcpy(larger, c->text, c->len);
		c->text = larger;
		c->room = room;
	}
	memcpy(c->text + c->len, bytes, len);
	c->len += len;
}

/* ---- lines -------------------------------------------------------------- */

#define LINE_BYTES 75 /* without its CRLF, but with the space of a fold */
#define LINE_END   "\r\n"
#define FOLD       LINE_END " "

/*
 * What stays on one line.  An escaped character may be folded, but why rely on
 * programs that unfold lines before they read them?
 */
static size_t ics_step(const char *at)
{
	return *at == '\\' && at[1] ? 2 : utf8_step(at);
}

void ics_line(struct ics *c, const char *line)
{
	size_t column = 0;

	for (size_t len; *line; line += len, column += len) {
		len = ics_step(line);
		if (column + len > LINE_BYTES) {
			ics_put(c, FOLD, strlen(FOLD));
			column = 1;
		}
		ics_put(c, line, len);
	}
	ics_put(c, LINE_END, strlen(LINE_END));
}

static const char *ics_escape(struct arena *a, const char *text)
{
	char *escaped = arena_room(a, 2 * strlen(text) + 1), *to = escaped;

	for (; *text; text++) {
		if (strchr("\\;,\n", *text))
			*to++ = '\\';
		*to++ = *text;
		if (*text == '\n')
			to[-1] = 'n';
	}
	*to = '\0';
	return escaped;
}

void ics_text(struct ics *c, const char *name, const char *text)
{
	const char *clean = rt_text_clean(c->a, text);

	ics_line(c,
		 arena_printf(c->a, "%s:%s", name, ics_escape(c->a, clean)));
}

void ics_number(struct ics *c, const char *name, uint64_t n)
{
	ics_line(c, arena_printf(c->a, "%s:" ID, name, n));
}

void ics_time(struct ics *c, const char *name, time_t time)
{
	char text[sizeof "20270328T010000Z"];
	struct tm utc;

	gmtime_r(&time, &utc);
	strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &utc);
	ics_line(c, arena_printf(c->a, "%s:%s", name, text));
}

void ics_day(struct ics *c, const char *name, time_t time)
{
	char text[sizeof "20270328"];
	struct tm local;

	localtime_r(&time, &local);
	strftime(text, sizeof text, "%Y%m%d", &local);
	ics_line(c, arena_printf(c->a, "%s;VALUE=DATE:%s", name, text));
}
