/* The beginning of a text: on one line, and not cut within a letter. */
#include "unit.h"

#define ACCENT  "\xcc\x81"     /* combines with the letter before */
#define JOINER  "\xe2\x80\x8d" /* between pictures that are one */
#define WOMAN   "\xf0\x9f\x91\xa9"
#define BROWN   "\xf0\x9f\x8f\xbd" /* the skin of the one before */
#define HEART   "\xe2\x9d\xa4\xef\xb8\x8f"
#define NOTHING "\xe2\x80\x8b" /* a space of no width */

TEST(excerpts)
{
	static const struct {
		const char *text;
		size_t max;
		const char *excerpt;
	} table[] = {
		{ "", 5, "" },
		{ "hello", 5, "hello" },
		{ "hello!", 5, "hell…" },
		{ "one two", 7, "one two" },
		{ "one two three", 12, "one two…" },
		{ "one two three", 8, "one two…" },
		{ "one two three", 7, "one…" },
		/* A word at the very beginning would leave too little. */
		{ "a bcdefghijkl", 8, "a bcdef…" },
		{ "two\nlines", 20, "two lines" },
		{ "\n\n  a \n\n b  \n", 20, "a b" },
		{ " \n ", 20, "" },
		{ "é漢🦉é漢🦉", 6, "é漢🦉é漢🦉" },
		{ "é漢🦉é漢🦉é", 6, "é漢🦉é漢…" },
		/* What belongs together is kept, or goes as a whole. */
		{ "abcde" ACCENT "fg", 6, "abcd…" },
		{ "abcde" ACCENT "fg", 7, "abcde" ACCENT "…" },
		{ "abc" WOMAN BROWN "de", 5, "abc…" },
		{ "abc" HEART "de", 5, "abc…" },
		{ "ab" WOMAN JOINER WOMAN "c", 5, "ab…" },
		{ "ab" WOMAN JOINER WOMAN "cd", 6,
		  "ab" WOMAN JOINER WOMAN "…" },
		/* Unless there is nothing but that. */
		{ ACCENT ACCENT ACCENT ACCENT, 3, ACCENT ACCENT "…" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(
			table[i].excerpt,
			rt_excerpt(&mem, table[i].text, table[i].max));
}

TEST(headlines)
{
	static const struct {
		const char *text, *headline;
	} table[] = {
		{ "", "" },
		{ "one line", "one line" },
		{ "first\nsecond", "first" },
		{ "\n \nthird\nfourth", "third" },
		{ NOTHING "\n\nthird", "third" },
		{ NOTHING "\n \n", "" },
		{ "a longer first line\nshort", "a longer…" },
		{ "  a  b  \n", "a b" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].headline,
				    rt_headline(&mem, table[i].text, 12));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(excerpts),
		PLAIN(headlines),
	};

	return RUN_PLAIN(tests);
}
