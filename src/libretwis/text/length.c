/* How long a text is. */
#include <string.h>
#include <unigbrk.h>

#include "libretwis/retwis.h"

/*
 * The largest emoji that people use, a family of four, has 25 bytes.  Without
 * a limit a single letter could have thousands of accents.  A name has fewer
 * emoji, and stays short enough for the search and for what compares names.
 */
#define CHARACTER_BYTES 25
#define NAME_BYTES      (RT_DISPLAY_BYTES / RT_DISPLAY_MAX)

static bool length_is_ascii(const char *text)
{
	while (*text > 0)
		text++;
	return !*text;
}

/* A text of more than `most` bytes for each character counts as longer. */
static size_t length_count(struct arena *a, const char *text, size_t most)
{
	size_t bytes = strlen(text), n = 0, least;
	char *begins;

	if (length_is_ascii(text))
		return bytes;
	begins = arena_room(a, bytes);
	u8_grapheme_breaks((const uint8_t *)text, bytes, begins);
	for (size_t i = 0; i < bytes; i++)
		n += begins[i];
	least = (bytes + most - 1) / most;
	return n > least ? n : least;
}

size_t rt_text_length(struct arena *a, const char *text)
{
	return length_count(a, text, CHARACTER_BYTES);
}

size_t rt_display_length(struct arena *a, const char *name)
{
	return length_count(a, name, NAME_BYTES);
}
