/* The beginning of a text, for titles and previews. */
#include <string.h>

#include "libretwis/retwis.h"
#include "libretwis/utf8.h"

#define ELLIPSIS "\xe2\x80\xa6" /* U+2026 */
#define JOINER   0x200d

/* Words with one space between them. */
static char *on_one_line(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;

	for (; *text; text++) {
		if (*text != ' ' && *text != '\n')
			*to++ = *text;
		else if (to > copy && to[-1] != ' ')
			*to++ = ' ';
	}
	if (to > copy && to[-1] == ' ')
		to--;
	*to = '\0';
	return copy;
}

/* What belongs to the letter or the picture before it. */
static bool is_appended(uint32_t code)
{
	return utf8_is_mark(code) || code == JOINER ||
	       (code >= 0xfe00 && code <= 0xfe0f) ||
	       (code >= 0x1f3fb && code <= 0x1f3ff);
}

/*
 * Where a text of more than `max` code points ends: after the last word that
 * fits, or within a long one, but not within a letter.
 */
static size_t find_cut(const char *text, size_t max)
{
	size_t word = 0, letter = 0, last = 0;
	uint32_t before = 0;

	for (size_t at = 0, n = 0; n <= max; n++) {
		uint32_t code = utf8_at(text + at);

		if (code == ' ')
			word = at;
		if (!is_appended(code) && before != JOINER)
			letter = at;
		before = code;
		last = at;
		at += utf8_step(text + at);
	}
	if (2 * word >= last)
		return word;
	return letter ? letter : last;
}

const char *rt_excerpt(struct arena *a, const char *text, size_t max)
{
	const char *line = on_one_line(a, text);

	if (utf8_count(line) <= max)
		return line;
	return arena_printf(a, "%.*s" ELLIPSIS, (int)find_cut(line, max - 1),
			    line);
}

static bool is_blank(const char *s)
{
	while (*s && utf8_is_blank(utf8_at(s)))
		s += utf8_step(s);
	return !*s;
}

const char *rt_headline(struct arena *a, const char *text, size_t max)
{
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		const char *line;

		len = strcspn(text, "\n");
		line = arena_strndup(a, text, len);
		if (!is_blank(line))
			return rt_excerpt(a, line, max);
	}
	return "";
}
