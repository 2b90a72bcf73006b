/* Foreign text in a log line. */
#include "base/printable.h"
#include "unit.h"

TEST(what_is_escaped)
{
	static const struct {
		const char *text, *shown;
	} table[] = {
		{ "", "\"\"" },
		{ "kim", "\"kim\"" },
		{ " ~", "\" ~\"" },
		{ "a\nb", "\"a\\x0ab\"" },
		{ "\t\r\033\177", "\"\\x09\\x0d\\x1b\\x7f\"" },
		{ "\"\\", "\"\\x22\\x5c\"" },
		{ "\xc3\xa9\xff", "\"\\xc3\\xa9\\xff\"" },
		{ "12345678", "\"12345678\"" },
		{ "123456789", "\"12345678\"..." },
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff",
		  "\"\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\"..." },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].shown,
				    printable(&mem, table[i].text, 8));
}

TEST(a_sentence_of_another_program)
{
	char line[PRINTABLE_LINE], long_one[2 * PRINTABLE_LINE];

	assert_string_equal("", printable_line(line, ""));
	assert_string_equal("ERR \"no\"", printable_line(line, "ERR \"no\""));
	assert_string_equal("ERR?[2J?retwis: all is well? ??",
			    printable_line(line, "ERR\033[2J\nretwis: all is "
						 "well\177 \xc3\xa9"));
	memset(long_one, 'x', sizeof long_one - 1);
	long_one[sizeof long_one - 1] = '\0';
	assert_int_equal(PRINTABLE_LINE - 1,
			 strlen(printable_line(line, long_one)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(what_is_escaped),
		PLAIN(a_sentence_of_another_program),
	};

	return RUN_PLAIN(tests);
}
