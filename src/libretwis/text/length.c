/* How long a text is. */
#include <string.h>
#include <unigbrk.h>

#include "libretwis/retwis.h"

/*
 * The largest emoji that people use, a family of four, has 25 bytes.  Without
 * a limit a single letter could have thousands of accents.
 */
#define CHARACTER_BYTES 25

static bool length_is_ascii(const char *text)
{
	while (*text > 0)
		text++;
	return !*text;
}

size_t rt_text_length(struct arena *a, const char *text)
{
	size_t bytes = strlen(text), n = 0, least;
	char *begins;

	if (length_is_ascii(text))
		return bytes;
	begins = arena_room(a, bytes);
	u8_grapheme_breaks((const uint8_t *)text, bytes, begins);
	for (size_t i = 0; i < bytes; i++)
		n += begins[i];
	least = (bytes + CHARACTER_BYTES - 1) / CHARACTER_BYTES;
	return n > least ? n : least;
}
