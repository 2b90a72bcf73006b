/* Unicode: reading code points, and their properties. */
#include <stdio.h>

#include "base/utf8.h"
#include "unit.h"

TEST(good_forms)
{
	static const struct {
		const char *bytes;
		size_t len;
		uint32_t code;
	} table[] = {
		{ "A", 1, 'A' },
		{ "\x7f", 1, 0x7f },
		{ "\xc2\x80", 2, 0x80 },
		{ "\xdf\xbf", 2, 0x7ff },
		{ "\xe0\xa0\x80", 3, 0x800 },
		{ "\xe2\x82\xac", 3, 0x20ac },
		{ "\xed\x9f\xbf", 3, 0xd7ff },
		{ "\xee\x80\x80", 3, 0xe000 },
		{ "\xef\xbf\xbf", 3, 0xffff },
		{ "\xf0\x90\x80\x80", 4, 0x10000 },
		{ "\xf0\x9f\x98\x80", 4, 0x1f600 },
		{ "\xf4\x8f\xbf\xbf", 4, 0x10ffff },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *s = arena_printf(&mem, "%s!", table[i].bytes);
		uint32_t code = 0;

		CHECK(s, utf8_read(s, strlen(s), &code) == table[i].len);
		CHECK(s, code == table[i].code);
		/* None of its bytes may be missing. */
		for (size_t len = 0; len < table[i].len; len++)
			CHECK(s, utf8_read(s, len, &code) == 0);
	}
}

TEST(bad_forms)
{
	static const struct {
		const char *what, *bytes;
	} table[] = {
		{ "a continuation alone", "\x80!!!" },
		{ "the last continuation alone", "\xbf!!!" },
		{ "overlong NUL", "\xc0\x80!!" },
		{ "overlong /", "\xc0\xaf!!" },
		{ "overlong 7f", "\xc1\xbf!!" },
		{ "overlong in three", "\xe0\x80\xaf!" },
		{ "overlong 7ff", "\xe0\x9f\xbf!" },
		{ "overlong in four", "\xf0\x80\x80\xaf" },
		{ "overlong ffff", "\xf0\x8f\xbf\xbf" },
		{ "first surrogate", "\xed\xa0\x80!" },
		{ "last surrogate", "\xed\xbf\xbf!" },
		{ "a pair of surrogates", "\xed\xa0\xbd\xed\xb8\x80" },
		{ "110000", "\xf4\x90\x80\x80" },
		{ "1fffff", "\xf7\xbf\xbf\xbf" },
		{ "f5", "\xf5\x80\x80\x80" },
		{ "five bytes", "\xf8\x88\x80\x80\x80" },
		{ "six bytes", "\xfc\x84\x80\x80\x80\x80" },
		{ "fe", "\xfe!!!" },
		{ "ff", "\xff!!!" },
		{ "two bytes, then ASCII", "\xc3(!!" },
		{ "three bytes, then ASCII", "\xe2\x82(!" },
		{ "four bytes, then ASCII", "\xf0\x9f\x98(" },
		{ "a start after a start", "\xc3\xc3\xa9!" },
		{ "ends after one", "\xc3" },
		{ "ends after two", "\xe2\x82" },
		{ "ends after three", "\xf0\x9f\x98" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *s = table[i].bytes;
		uint32_t code = 77;

		CHECK(table[i].what, utf8_read(s, strlen(s), &code) == 0);
		CHECK(table[i].what, code == 77);
	}
}

/* Only the given number of bytes is read; the sanitizer checks that. */
TEST(reads_no_further_than_it_may)
{
	char *one = malloc(1);
	uint32_t code;

	*one = '\xf0';
	assert_int_equal(0, utf8_read(one, 1, &code));
	assert_int_equal(0, utf8_read(one, 0, &code));
	free(one);
}

TEST(controls)
{
	for (uint32_t code = 0; code < 0x200; code++) {
		bool control = code < 0x20 || (code >= 0x7f && code <= 0x9f);

		if (code == '\n')
			control = false;
		assert_int_equal(control, utf8_is_control(code));
	}
}

TEST(blanks)
{
	static const uint32_t blank[] = {
		' ',     '\t',    '\n',   '\r',   0xa0,   0xad,    0x34f,
		0x61c,   0x1680,  0x180e, 0x2000, 0x200a, 0x200b,  0x200c,
		0x200d,  0x200e,  0x200f, 0x2028, 0x2029, 0x202a,  0x202e,
		0x202f,  0x205f,  0x2060, 0x2066, 0x2069, 0x206f,  0x2800,
		0x3000,  0x3164,  0xfe00, 0xfe0f, 0xfeff, 0xffa0,  0x115f,
		0x1160,  0x17b4,  0x17b5, 0x180b, 0x180f, 0xe0000, 0xe0020,
		0xe0100, 0xe0fff,
	};
	static const uint32_t shown[] = {
		'!',    '0',    'a',    0xa1,   0xac,    0xae,
		0xe9,   0x300,  0x1fff, 0x2010, 0x2027,  0x2030,
		0x2070, 0x20ac, 0x4e00, 0xfdff, 0xfe10,  0xfffd,
		0x115e, 0x1161, 0x180a, 0x1810, 0x1f600, 0xe1000,
	};
	char name[16];

	for (size_t i = 0; i < COUNT(blank); i++) {
		snprintf(name, sizeof name, "U+%04X", blank[i]);
		CHECK(name, utf8_is_blank(blank[i]));
	}
	for (size_t i = 0; i < COUNT(shown); i++) {
		snprintf(name, sizeof name, "U+%04X", shown[i]);
		CHECK(name, !utf8_is_blank(shown[i]));
	}
}

TEST(letters_marks_and_words)
{
	static const struct {
		uint32_t code;
		bool letter, mark, word, unspaced;
	} table[] = {
		{ 'a', true, false, true, false },
		{ '7', true, false, true, false },
		{ '_', false, false, true, false },
		{ '-', false, false, false, false },
		{ 0xe9, true, false, true, false },
		{ 0x301, false, true, true, false },  /* acute, combining */
		{ 0x64e, true, true, true, false },   /* an Arabic vowel */
		{ 0x416, true, false, true, false },  /* Cyrillic */
		{ 0xe01, true, false, true, true },   /* Thai */
		{ 0x3042, true, false, true, true },  /* Hiragana */
		{ 0x6f22, true, false, true, true },  /* Han */
		{ 0x20000, true, false, true, true }, /* Han, further on */
		{ 0xb2d8, true, false, true, true },  /* Hangul */
		{ 0x1f600, false, false, false, false } /* a smile */,
		/* Invisible code points count as nothing. */
		{ 0x3164, false, false, false, true },
		{ 0xfe0f, false, false, false, false },
		{ 0x200d, false, false, false, false },
		{ 0, false, false, false, false },
	};
	char name[16];

	for (size_t i = 0; i < COUNT(table); i++) {
		uint32_t code = table[i].code;

		snprintf(name, sizeof name, "U+%04X", code);
		CHECK(name, utf8_is_letter(code) == table[i].letter);
		CHECK(name, utf8_is_mark(code) == table[i].mark);
		CHECK(name, utf8_is_word(code) == table[i].word);
		CHECK(name, utf8_is_unspaced(code) == table[i].unspaced);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_forms),
		PLAIN(bad_forms),
		PLAIN(reads_no_further_than_it_may),
		PLAIN(controls),
		PLAIN(blanks),
		PLAIN(letters_marks_and_words),
	};

	return RUN_PLAIN(tests);
}
