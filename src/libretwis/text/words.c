/* The beginning of a text. */
#include <string.h>

#include "base/utf8.h"
#include "libretwis/retwis.h"

#define ELLIPSIS "\xe2\x80\xa6"
#define JOINER   0x200d

static bool words_is_space(uint32_t code)
{
	return code == ' ' || code == '\n';
}

/*
 * A letter without its accent, or half of a joined emoji, would be a different
 * character.
 */
static bool words_may_end(uint32_t code, uint32_t last)
{
	return code != JOINER && last != JOINER && !utf8_is_mark(code);
}

const char *rt_first_words(struct arena *a, const char *text, size_t max)
{
	const char *at = text, *word = NULL, *end = text;
	uint32_t code, last = 0;
	bool blank = true;

	for (size_t n = 0; *at; n++, at += utf8_step(at), last = code) {
		code = utf8_at(at);
		if (words_may_end(code, last))
			end = at;
		if (words_is_space(code) && !words_is_space(last) &&
		    n > max / 2)
			word = at;
		if (n == max)
			return arena_printf(a, "%.*s" ELLIPSIS,
					    (int)((word ? word : end) - text),
					    text);
		blank = blank && utf8_is_blank(code);
	}
	return blank ? ELLIPSIS : text;
}

const char *rt_first_line(struct arena *a, const char *text)
{
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		const char *line;

		len = strcspn(text, "\n");
		line = arena_strndup(a, text, len);
		if (!utf8_all(line, utf8_is_blank))
			return line;
	}
	return "";
}
