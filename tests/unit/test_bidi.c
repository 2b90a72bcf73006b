/* Directions that end where their text ends. */
#include "unit.h"

#define LRE "\xe2\x80\xaa"
#define PDF "\xe2\x80\xac"
#define RLO "\xe2\x80\xae"
#define LRI "\xe2\x81\xa6"
#define FSI "\xe2\x81\xa8"
#define PDI "\xe2\x81\xa9"
#define LRM "\xe2\x80\x8e" /* a mark that opens nothing */

TEST(what_is_open_is_closed)
{
	static const struct {
		const char *text, *balanced;
	} table[] = {
		{ "", "" },
		{ "abc", "abc" },
		{ "a" LRM "b \xe2\x80\xa6", "a" LRM "b \xe2\x80\xa6" },
		{ RLO "abc", RLO "abc" PDF },
		{ RLO "abc" PDF "d", RLO "abc" PDF "d" },
		{ LRI "a" RLO "b", LRI "a" RLO "b" PDF PDI },
		{ LRI "a" RLO "b" PDI "c", LRI "a" RLO "b" PDF PDI "c" },
		{ FSI "a" PDF "b" PDI, FSI "ab" PDI },
		{ RLO LRE "a" PDF "b", RLO LRE "a" PDF "b" PDF },
		{ PDI PDF "a", "a" },
		{ RLO "a" PDI "b", RLO "ab" PDF },
		{ RLO "one\ntwo" PDF, RLO "one" PDF "\ntwo" },
		{ RLO, RLO PDF },
		{ "\xe2\x80", "\xe2\x80" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *text = rt_text_balanced(&mem, table[i].text);

		assert_string_equal(table[i].balanced, text);
		assert_string_equal(text, rt_text_balanced(&mem, text));
	}
}

TEST(words_that_are_cut_are_closed)
{
	assert_string_equal(RLO "one two" PDF "\xe2\x80\xa6",
			    rt_first_words(&mem, RLO "one two three" PDF, 10));
	assert_string_equal(RLO "one" PDF,
			    rt_first_words(&mem, RLO "one", 10));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(what_is_open_is_closed),
		PLAIN(words_that_are_cut_are_closed),
	};

	return RUN_PLAIN(tests);
}
