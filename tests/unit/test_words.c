/* The beginning of a text. */
#include "unit.h"

#define E_ACUTE "e\xcc\x81"        /* an e and its accent */
#define PARENT  "\xf0\x9f\x91\xa9" /* an emoji ... */
#define JOINER  "\xe2\x80\x8d"     /* ... and what joins it to the next */
#define DOTS    "\xe2\x80\xa6"

TEST(first_words)
{
	static const struct {
		const char *text, *words;
	} table[] = {
		{ "", DOTS },
		{ " ", DOTS },
		{ "\xe2\x80\x8b \n", DOTS },
		{ "a", "a" },
		{ "one two", "one two" },
		{ "ten letter", "ten letter" },
		{ "ten letters", "ten letter" DOTS },
		{ "eleven and more", "eleven and" DOTS },
		{ "sevenly, so on", "sevenly," DOTS },
		{ "seven   spaces", "seven   sp" DOTS },
		{ "eights   spaces", "eights" DOTS },
		{ "in two\nlines there", "in two" DOTS },
		{ "a word of its own", "a word of" DOTS },
		{ "I Rindfleisch", "I Rindflei" DOTS },
		{ "ten letter and", "ten letter" DOTS },
		{ "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
		  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4",
		  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
		  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4" DOTS },
		{ "123456789" E_ACUTE "x", "123456789" DOTS },
		{ "12345678" E_ACUTE "x", "12345678" E_ACUTE DOTS },
		{ "12345678" PARENT JOINER PARENT "x", "12345678" DOTS },
		{ "123456789" PARENT JOINER PARENT "x", "123456789" DOTS },
		{ "1234567" PARENT JOINER PARENT "x",
		  "1234567" PARENT JOINER PARENT DOTS },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *words = rt_first_words(&mem, table[i].text, 10);

		if (strcmp(words, table[i].words) != 0)
			fail_msg("%s: %s", table[i].text, words);
	}
}

TEST(first_line)
{
	static const struct {
		const char *text, *line;
	} table[] = {
		{ "", "" },
		{ "one line", "one line" },
		{ "first\nsecond", "first" },
		{ "first\n", "first" },
		{ "\n \nthird\nfourth", "third" },
		{ "\xe2\x80\x8b\n\n third ", " third " },
		{ "\xe2\x80\x8b\n \n", "" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].line,
				    rt_first_line(&mem, table[i].text));
}

/* All of it is a single letter. */
TEST(nowhere_to_end)
{
	const char *text = "e";

	for (int i = 0; i < 300; i++)
		text = arena_printf(&mem, "%s\xcc\x81", text);
	assert_string_equal(DOTS, rt_first_words(&mem, text, 100));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(first_words),
		PLAIN(first_line),
		PLAIN(nowhere_to_end),
	};

	return RUN_PLAIN(tests);
}
