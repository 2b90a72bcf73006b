/* Percent-encoding. */
#include "unit.h"
#include "http/form.h"

TEST(bytes)
{
	static const char keep[] = "abcdefghijklmnopqrstuvwxyz"
				   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789-._~";

	for (int byte = 0; byte < 256; byte++) {
		char code[URL_CODE_MAX + 1] = "", right[8];
		char one = (char)byte;
		size_t n = url_encode_byte(&one, 1, code);

		if (byte && strchr(keep, byte))
			snprintf(right, sizeof right, "%c", byte);
		else
			snprintf(right, sizeof right, "%%%02X",
				 (unsigned)byte);
		assert_int_equal(strlen(right), n);
		assert_memory_equal(right, code, n);
	}
}

TEST(segments)
{
	static const struct {
		const char *plain, *encoded;
	} table[] = {
		{ "", "" },
		{ "alice", "alice" },
		{ "Ann Lee", "Ann%20Lee" },
		{ "a/b?c#d&e=f+g%h", "a%2Fb%3Fc%23d%26e%3Df%2Bg%25h" },
		{ "..", ".." },
		{ "\xc3\xa9\xff\x01", "%C3%A9%FF%01" },
		{ "<\">'", "%3C%22%3E%27" },
		{ "\r\n", "%0D%0A" },
		/* Names that would be taken for a feed. */
		{ "x.atom", "x%2Eatom" },
		{ ".atom", "%2Eatom" },
		{ "a.b.atom.atom", "a.b.atom%2Eatom" },
		{ "x.atoms", "x.atoms" },
		{ "x.Atom", "x.Atom" },
		{ "xatom", "xatom" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *encoded = url_encode(&mem, table[i].plain);

		assert_string_equal(table[i].encoded, encoded);
		assert_string_equal(
			table[i].plain,
			url_decode(&mem, encoded, strlen(encoded), false));
	}
}

TEST(decoding)
{
	static const struct {
		const char *text, *path, *form;
	} table[] = {
		{ "", "", "" },
		{ "plain", "plain", "plain" },
		{ "a+b", "a+b", "a b" },
		{ "a%2Bb", "a+b", "a+b" },
		{ "%41%6a%6A", "Ajj", "Ajj" },
		{ "%25", "%", "%" },
		{ "%2541", "%41", "%41" },
		{ "%c3%A9", "\xc3\xa9", "\xc3\xa9" },
		{ "%00", "\x01", "\x01" },
		{ "a%00b",
		  "a\x01"
		  "b",
		  "a\x01"
		  "b" },
		{ "%", NULL, NULL },
		{ "%4", NULL, NULL },
		{ "a%", NULL, NULL },
		{ "a%zz", NULL, NULL },
		{ "%4g", NULL, NULL },
		{ "%g4", NULL, NULL },
		{ "% 1", NULL, NULL },
		{ "%+1", NULL, NULL },
		{ "%-1", NULL, NULL },
		{ "%0x", NULL, NULL },
		{ "%%41", NULL, NULL },
		{ "%u0041", NULL, NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		size_t len = strlen(table[i].text);

		for (int plus = 0; plus < 2; plus++) {
			const char *right =
				plus ? table[i].form : table[i].path;
			char *s = url_decode(&mem, table[i].text, len, plus);

			CHECK(table[i].text, !s == !right);
			CHECK(table[i].text, !s || !strcmp(s, right));
		}
	}
}

/* Digits after the segment do not belong to it. */
TEST(a_segment_ends_where_it_ends)
{
	assert_null(url_decode(&mem, "%41", 2, false));
	assert_null(url_decode(&mem, "%41", 1, false));
	assert_string_equal("ab", url_decode(&mem, "abc", 2, false));
	assert_string_equal("A", url_decode(&mem, "%41B", 3, false));
}

TEST(a_nul_hides_nothing)
{
	assert_string_equal("a\x01"
			    "b",
			    url_decode(&mem, "a\0b", 3, true));
	assert_string_equal("\x01", url_decode(&mem, "\0", 1, false));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(bytes),
		PLAIN(segments),
		PLAIN(decoding),
		PLAIN(a_segment_ends_where_it_ends),
		PLAIN(a_nul_hides_nothing),
	};

	return RUN_PLAIN(tests);
}
