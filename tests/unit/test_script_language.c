/* Which language the letters of a text tell. */
#include "unit.h"

TEST(letters_that_tell_a_language)
{
	static const struct {
		const char *text, *language;
	} table[] = {
		{ "", NULL },
		{ "Hello, 123!", NULL },
		{ "Grüße aus Łódź", NULL },
		{ "Привет", NULL },
		{ "Καλημέρα σε όλους", "el" },
		{ "صباح الخير", "ar" },
		{ "בוקר טוב", "he" },
		{ "สวัสดีครับ", "th" },
		{ "नमस्ते दोस्तों", "hi" },
		{ "今天下午开会", "zh" },
		{ "今日は会議があります", "ja" },
		{ "東京都千代田区の", "ja" },
		{ "안녕하세요", "ko" },
		{ "გამარჯობა", "ka" },
		{ "Բարեւ", "hy" },
		/* The larger part of the letters says it. */
		{ "Say صباح", "ar" },
		{ "We say صباح here", NULL },
		{ "مرحبا @alice", NULL },
		{ "مرحبا بكم @alice", "ar" },
		/* Digits, signs and emoji are of no language. */
		{ "٣ - 1234567890 \xf0\x9f\x98\x80 مرحبا", "ar" },
		{ "\xff\xfe", NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *language = rt_text_language(table[i].text);

		CHECK(table[i].text,
		      table[i].language
			      ? language && strcmp(language,
						   table[i].language) == 0
			      : !language);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(letters_that_tell_a_language),
	};

	return RUN_PLAIN(tests);
}
