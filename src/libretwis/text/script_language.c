#include "libretwis/retwis.h"

#include <string.h>

#include "base/utf8.h"

/*
 * Blocks of letters that tell the language, or one that is by far the most
 * common: https://www.unicode.org/Public/UNIDATA/Blocks.txt.  Latin and Cyrillic
 * letters don't.  Sorted by code points.
 */
static const struct letters {
	uint32_t first, last;
	char language[3];
} blocks[] = {
	{ 0x0370, 0x03FF, "el" },   /* Greek */
	{ 0x0530, 0x058F, "hy" },   /* Armenian */
	{ 0x0590, 0x05FF, "he" },   /* Hebrew */
	{ 0x0600, 0x06FF, "ar" },   /* Arabic */
	{ 0x0750, 0x077F, "ar" },   /* its supplements */
	{ 0x08A0, 0x08FF, "ar" },   /* */
	{ 0x0900, 0x097F, "hi" },   /* Devanagari */
	{ 0x0980, 0x09FF, "bn" },   /* Bengali */
	{ 0x0A00, 0x0A7F, "pa" },   /* Gurmukhi */
	{ 0x0A80, 0x0AFF, "gu" },   /* Gujarati */
	{ 0x0B80, 0x0BFF, "ta" },   /* Tamil */
	{ 0x0C00, 0x0C7F, "te" },   /* Telugu */
	{ 0x0C80, 0x0CFF, "kn" },   /* Kannada */
	{ 0x0D00, 0x0D7F, "ml" },   /* Malayalam */
	{ 0x0D80, 0x0DFF, "si" },   /* Sinhala */
	{ 0x0E00, 0x0E7F, "th" },   /* Thai */
	{ 0x0E80, 0x0EFF, "lo" },   /* Lao */
	{ 0x1000, 0x109F, "my" },   /* Myanmar */
	{ 0x10A0, 0x10FF, "ka" },   /* Georgian */
	{ 0x1100, 0x11FF, "ko" },   /* Hangul Jamo */
	{ 0x1200, 0x137F, "am" },   /* Ethiopic */
	{ 0x1780, 0x17FF, "km" },   /* Khmer */
	{ 0x1F00, 0x1FFF, "el" },   /* Greek Extended */
	{ 0x3040, 0x30FF, "ja" },   /* Hiragana and Katakana */
	{ 0x3400, 0x4DBF, "zh" },   /* Han */
	{ 0x4E00, 0x9FFF, "zh" },   /* */
	{ 0xAC00, 0xD7AF, "ko" },   /* Hangul Syllables */
	{ 0xFB50, 0xFDFF, "ar" },   /* Arabic Presentation Forms */
	{ 0xFE70, 0xFEFF, "ar" },   /* */
	{ 0x20000, 0x323AF, "zh" }, /* Han */
};

#define BLOCKS (sizeof blocks / sizeof *blocks)

static const struct letters *block_of(uint32_t code)
{
	for (size_t i = 0; i < BLOCKS && blocks[i].first <= code; i++)
		if (code <= blocks[i].last)
			return &blocks[i];
	return NULL;
}

/*
 * How many letters are of the language.  Japanese mixes its own letters with
 * Han, so these count for it, too.
 */
static size_t letters_of(const char *language, const size_t *count)
{
	size_t letters = 0;

	for (size_t i = 0; i < BLOCKS; i++)
		if (strcmp(blocks[i].language, language) == 0 ||
		    (strcmp(language, "ja") == 0 &&
		     strcmp(blocks[i].language, "zh") == 0))
			letters += count[i];
	return letters;
}

const char *rt_text_language(const char *text)
{
	size_t letters = 0, of_blocks = 0, count[BLOCKS] = { 0 };

	for (; *text; text += utf8_step(text)) {
		uint32_t code = utf8_at(text);
		const struct letters *block =
			code < blocks[0].first ? NULL : block_of(code);

		/* A vowel sign is part of what is read, but no letter. */
		if (!block || !utf8_is_word(code)) {
			letters += code > '9' && utf8_is_letter(code);
			continue;
		}
		letters++;
		of_blocks++;
		count[block - blocks]++;
	}
	if (!of_blocks)
		return NULL;
	/* Kana is before Han, so any of it makes a text Japanese. */
	for (size_t i = 0; i < BLOCKS; i++)
		if (count[i] &&
		    2 * letters_of(blocks[i].language, count) > letters)
			return blocks[i].language;
	return NULL;
}
