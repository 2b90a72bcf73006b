/* Texts in JSON. */
#include "view/pack.h"

#include "unit.h"

TEST(texts)
{
	static const struct {
		const char *text, *json;
	} table[] = {
		{ NULL, "\"\"" },
		{ "", "\"\"" },
		{ "plain", "\"plain\"" },
		{ "\"a\\b\"", "\"\\\"a\\\\b\\\"\"" },
		{ "two\nlines", "\"two\\nlines\"" },
		{ "</script>'&", "\"</script>'&\"" },
		{ "\xc3\xa9 \xf0\x9f\xa6\x8a",
		  "\"\xc3\xa9 \xf0\x9f\xa6\x8a\"" },
		{ "\xff\xc3", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\x01\x1f\x7f\t\r",
		  "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \\n\"" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].json,
				    json_text(&mem, table[i].text));
}

int main(void)
{
	const struct CMUnitTest tests[] = { PLAIN(texts) };

	return RUN_PLAIN(tests);
}
