/* The words of a text, as the search knows them. */
#include "libretwis/text/words.h"
#include "unit.h"

/* Each word, and after a slash its second spelling. */
static const char *split(const char *text, size_t most)
{
	struct words words;
	const char *line = "";

	words_find(&mem, text, most, &words);
	for (size_t i = 0; i < words.n; i++) {
		const char *const *s = words.v[i].spelling;

		line = arena_printf(&mem, "%s%s%s%s%s", line, i ? " " : "",
				    s[0], s[1] ? "/" : "", s[1] ? s[1] : "");
	}
	return words.more ? arena_printf(&mem, "%s ...", line) : line;
}

TEST(words)
{
	static const struct {
		const char *text, *words;
	} table[] = {
		{ "", "" },
		{ "a I 7", "" },
		{ "Snow, snow and ICE!", "snow and ice" },
		{ "the 17th, 2026-11-26", "the 17th 2026 11 26" },
		{ "#Tag @anna_b www.example.org/x",
		  "tag anna www example org" },
		{ "don't", "don" },
		{ "M\xc3\xbcller", "muller/mueller" },
		{ "mu\xcc\x88ller", "muller/mueller" },
		{ "\xc3\x84 \xc3\xa9", "ae" },
		{ "Wei\xc3\x9f caf\xc3\xa9", "weiss cafe" },
		{ "S\xc3\xb8ren", "soren/soeren" },
		{ "donau\xc2\xad"
		  "dampf",
		  "donaudampf" },
		{ "one\xe2\x80\x8btwo", "one two" },
		{ "\xd0\x9c\xd0\x98\xd0\xa0", "\xd0\xbc\xd0\xb8\xd1\x80" },
		/* Scripts without blanks, in pairs. */
		{ "\xe6\x9d\xb1\xe4\xba\xac\xe9\x83\xbd",
		  "\xe6\x9d\xb1\xe4\xba\xac \xe4\xba\xac\xe9\x83\xbd" },
		{ "\xe6\x9d\xb1", "" },
		{ "iPhone\xe3\x82\x92"
		  "\xe8\xb2\xb7 x",
		  "iphone \xe3\x82\x92\xe8\xb2\xb7" },
		{ "\xe0\xb8\x81\xe0\xb8\xb1\xe0\xb8\x9a",
		  "\xe0\xb8\x81\xe0\xb8\xb1 \xe0\xb8\xb1\xe0\xb8\x9a" },
		/* Full-width letters are letters. */
		{ "\xef\xbc\xa1\xef\xbc\xa2", "ab" },
		/* Whatever is no UTF-8 ends a word. */
		{ "snow\xff"
		  "ball",
		  "snow ball" },
		{ "\xe6\x9d", "" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		if (strcmp(split(table[i].text, 64), table[i].words) != 0)
			fail_msg("%s: %s", table[i].text,
				 split(table[i].text, 64));
}

TEST(a_long_word_is_cut)
{
	char word[50];
	const char *found;

	memset(word, 'x', sizeof word);
	word[40] = '\0';
	assert_string_equal(word, split(word, 64));
	word[40] = 'x';
	word[41] = '\0';
	found = split(word, 64);
	assert_int_equal(40, strlen(found));
}

TEST(only_the_first_ones)
{
	assert_string_equal("one two ...", split("one two one three", 2));
	assert_string_equal("one two", split("one two one two", 2));
}

static bool has(const char *words, const char *text)
{
	struct words w;

	words_find(&mem, words, 8, &w);
	return words_are_in(&mem, &w, text);
}

TEST(a_text_has_them)
{
	const char *long_text = "";

	assert_true(has("", "anything"));
	assert_true(has("ice snow", "Snow, and then ICE"));
	assert_false(has("ice rain", "Snow, and then ICE"));
	assert_false(has("no", "snow"));
	assert_true(has("muller", "M\xc3\xbcller"));
	assert_true(has("mueller", "M\xc3\xbcller"));
	assert_true(has("m\xc3\xbcller", "Mueller"));
	assert_true(has("m\xc3\xbcller", "Muller"));
	assert_false(has("mueller", "Muller"));
	/* Also after those that are indexed. */
	for (int i = 0; i < 200; i++)
		long_text = arena_printf(&mem, "%s word%d", long_text, i);
	assert_true(has("word199", long_text));
	assert_false(has("word200", long_text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(words),
		PLAIN(a_long_word_is_cut),
		PLAIN(only_the_first_ones),
		PLAIN(a_text_has_them),
	};

	return RUN_PLAIN(tests);
}
