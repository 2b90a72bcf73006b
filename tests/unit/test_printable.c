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

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(what_is_escaped),
	};

	return RUN_PLAIN(tests);
}
