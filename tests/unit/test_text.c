/* What a post may contain, and how it is shown. */
#include "unit.h"

#define MAX      280
#define SMILE    "\xf0\x9f\x98\x80" /* U+1F600 */
#define NBSP     "\xc2\xa0"
#define ZWSP     "\xe2\x80\x8b" /* U+200B */
#define MARK     "\xef\xbf\xbd" /* U+FFFD */
#define LINE_END "\xe2\x80\xa8" /* U+2028 */
#define ZWJ      "\xe2\x80\x8d"
#define WOMAN    "\xf0\x9f\x91\xa9"
#define FLAG     "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa"
#define NO_CHAR  "\xef\xbf\xbe" /* U+FFFE */

static const char *times(const char *s, int n)
{
	size_t len = strlen(s);
	char *text = arena_alloc(&mem, len * (size_t)n + 1);

	for (int i = 0; i < n; i++)
		memcpy(text + (size_t)i * len, s, len);
	return text;
}

TEST(good_texts_and_how_they_are_stored)
{
	static const struct {
		const char *text, *stored;
	} table[] = {
		{ "hello", "hello" },
		{ "  two leading spaces", "  two leading spaces" },
		{ "at the end \n \n", "at the end" },
		{ "one\r\ntwo\r\n\r\nthree", "one\ntwo\n\nthree" },
		{ "one\rtwo", "one\ntwo" },
		{ "one\r\r\ntwo", "one\n\ntwo" },
		{ "end\r\n\r\n", "end" },
		{ "\r\nfirst line empty", "first line empty" },
		{ " \r\n\t\r\n  indented", "  indented" },
		{ NBSP "\n" ZWSP "\nfirst", "first" },
		{ "last\n" NBSP "\n" ZWSP "\n ", "last" },
		{ "Mon\t9:00\r\nTue\t\t10:00", "Mon 9:00\nTue  10:00" },
		{ "end\t", "end" },
		{ "one" LINE_END "two\xe2\x80\xa9three", "one\ntwo\nthree" },
		{ "one\n\n\ntwo", "one\n\n\ntwo" },
		{ "one\n\n\n\n\n\ntwo", "one\n\n\ntwo" },
		{ "one\n \n\t\n" NBSP "\n" ZWSP "\n two", "one\n\n\n two" },
		{ "one\n \ntwo", "one\n\ntwo" },
		{ ".", "." },
		{ SMILE, SMILE },
		{ NBSP "x", NBSP "x" },
		{ "%s %n \\ \" ' <b>&amp;", "%s %n \\ \" ' <b>&amp;" },
		{ "e" ZWSP, "e" ZWSP },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *stored = NULL;

		CHECK(table[i].text,
		      !rt_text_problem(&mem, table[i].text, MAX, &stored));
		assert_string_equal(table[i].stored, stored);
	}
}

TEST(refused_texts_and_why)
{
	static const struct {
		const char *text, *why;
	} table[] = {
		{ "", "empty" },
		{ " ", "empty" },
		{ " \r\n \r\n", "empty" },
		{ NBSP, "empty" },
		{ ZWSP, "empty" },
		{ " " NBSP "\r\n" ZWSP "\xef\xbb\xbf"
		  "\xe3\x80\x80",
		  "empty" },
		{ "a\xff", "UTF-8" },
		{ "a\xc3", "UTF-8" },
		{ "\xed\xa0\x80", "UTF-8" },
		{ "\xc0\x80", "UTF-8" },
		{ "\t", "empty" },
		{ "\n\t\n", "empty" },
		{ "a\x01"
		  "b",
		  "control" },
		{ "a\x1b[31m", "control" },
		{ "a\x7f", "control" },
		{ "a\xc2\x85", "control" },
		{ "a\xc2\x9f", "control" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *stored = NULL;
		const char *why =
			rt_text_problem(&mem, table[i].text, MAX, &stored);

		CHECK(table[i].text, why && strstr(why, table[i].why));
		CHECK(table[i].text, !stored);
	}
}

/* Letters with their accents, flags, and families of four count once. */
TEST(characters_are_counted_as_readers_see_them)
{
	static const char *const unit[] = {
		"a",
		"\xc3\xa9",
		"\xe2\x82\xac",
		SMILE,
		"e\xcc\x81",
		FLAG,
		WOMAN ZWJ WOMAN ZWJ WOMAN ZWJ WOMAN,
	};
	char *stored = NULL;

	for (size_t i = 0; i < COUNT(unit); i++) {
		const char *most = times(unit[i], MAX);
		const char *more = times(unit[i], MAX + 1);
		const char *why;

		CHECK(unit[i], !rt_text_problem(&mem, most, MAX, &stored));
		assert_string_equal(most, stored);
		why = rt_text_problem(&mem, more, MAX, &stored);
		CHECK(unit[i],
		      why && strstr(why, "281") && strstr(why, "280"));
		assert_string_equal(most, stored);
	}
}

/* A letter may have many accents, but not thousands. */
TEST(a_character_has_25_bytes_on_average)
{
	char *stored = NULL;
	const char *accents = times("\xcc\x81", 124); /* two bytes each */

	assert_null(rt_text_problem(&mem, arena_printf(&mem, "aa%s", accents),
				    10, &stored));
	assert_string_equal(
		"Your post has 11 characters; the limit is 10.",
		rt_text_problem(&mem, arena_printf(&mem, "aaa%s", accents), 10,
				&stored));
}

/* A browser counts one character where it sends CRLF. */
TEST(what_is_not_stored_is_not_counted)
{
	char *stored = NULL;

	assert_null(rt_text_problem(&mem, "12\r\n5", 4, &stored));
	assert_null(rt_text_problem(&mem, "1234   \r\n", 4, &stored));
	assert_string_equal("1234", stored);
	assert_null(rt_text_problem(&mem, "\r\n \r\n1234", 4, &stored));
	assert_null(rt_text_problem(&mem, "1\n\n\n\n\n5", 5, &stored));
	assert_string_equal("1\n\n\n5", stored);
	assert_non_null(rt_text_problem(&mem, "123\r\n5", 4, &stored));
}

TEST(texts_are_cleaned_to_be_shown)
{
	static const struct {
		const char *text, *shown;
	} table[] = {
		{ "", "" },
		{ "one\ntwo " SMILE, "one\ntwo " SMILE },
		{ "one\r\ntwo\rthree\r", "one\ntwo\nthree\n" },
		{ "\r\r\n", "\n\n" },
		{ "a\tb", "a b" },
		{ "a\x01"
		  "b\x1b"
		  "c\x7f",
		  "a" MARK "b" MARK "c" MARK },
		{ "\xc2\x80!", MARK "!" },
		{ NO_CHAR "\xef\xbf\xbf", MARK MARK },
		{ MARK, MARK },
		{ "\xff\xfe", MARK MARK },
		{ "a\xc3", "a" MARK },
		{ "a\xc3(", "a" MARK "(" },
		{ "\xed\xa0\x80", MARK MARK MARK },
		{ "\xf4\x90\x80\x80", MARK MARK MARK MARK },
		{ "<b>&amp;\"'", "<b>&amp;\"'" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].shown,
				    rt_text_clean(&mem, table[i].text));
}

TEST(empty_lines_of_earlier_posts_are_not_shown)
{
	static const struct {
		const char *text, *shown;
	} table[] = {
		{ "one\n\n\ntwo", "one\n\n\ntwo" },
		{ "one\n\n\n\ntwo", "one\n\n\ntwo" },
		{ "one\r\n\r\n\r\n\r\ntwo", "one\n\n\ntwo" },
		{ "one\n \n" NBSP "\n\n\ntwo", "one\n\n\ntwo" },
		{ "\n\none", "one" },
		{ "one\n\n\n", "one" },
		{ "one\x01\n\n\n\n", "one" MARK },
		{ "\n", "" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].shown,
				    rt_text_shown(&mem, table[i].text));
}

/* An import that is repeated must find what it has stored. */
TEST(imported_texts_keep_their_lines)
{
	static const struct {
		const char *text, *stored;
	} table[] = {
		{ "\r\none\r\n\r\n\r\n\r\ntwo \n", "\none\n\n\n\ntwo" },
		{ "a\tb\x01", "a b" MARK },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].stored,
				    rt_text_imported(&mem, table[i].text));
	assert_null(rt_text_imported(&mem, " \n" NBSP ZWSP));
	assert_null(rt_text_imported(&mem, ""));
}

/* Every byte turns into three: the sanitizer checks the end of the copy. */
TEST(cleaning_makes_room_for_the_worst)
{
	const char *bad = times("\xff", 40000);

	assert_string_equal(times(MARK, 40000), rt_text_clean(&mem, bad));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_texts_and_how_they_are_stored),
		PLAIN(refused_texts_and_why),
		PLAIN(characters_are_counted_as_readers_see_them),
		PLAIN(a_character_has_25_bytes_on_average),
		PLAIN(what_is_not_stored_is_not_counted),
		PLAIN(texts_are_cleaned_to_be_shown),
		PLAIN(empty_lines_of_earlier_posts_are_not_shown),
		PLAIN(imported_texts_keep_their_lines),
		PLAIN(cleaning_makes_room_for_the_worst),
	};

	return RUN_PLAIN(tests);
}
