/* A member's line about themselves. */
#include "unit.h"

/* "e" with a combining accent: two bytes, one code point. */
static const char *accents(int n)
{
	const char *text = "";

	while (n--)
		text = arena_printf(&mem, "%s\xc3\xa9", text);
	return text;
}

TEST(good_lines)
{
	static const struct {
		const char *given, *stored;
	} table[] = {
		{ "", "" },
		{ "Rows on Sundays.", "Rows on Sundays." },
		{ " \t two  words \r\n", "two  words" },
		{ "two\twords", "two words" },
		{ "   ", "" },
		/* A zero width space and a soft hyphen are invisible. */
		{ "\xe2\x80\x8b \xc2\xad", "" },
		/* A variation selector at the end belongs to its emoji. */
		{ "\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4\xef\xb8\x8f" },
		{ "<b>&amp;</b> {{BIO}}", "<b>&amp;</b> {{BIO}}" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *normal = NULL;

		CHECK(table[i].given,
		      !rt_bio_problem(&mem, table[i].given, &normal));
		assert_string_equal(table[i].stored, normal);
	}
}

TEST(bad_lines)
{
	static const struct {
		const char *given, *says;
	} table[] = {
		{ "two\nlines", "one line" },
		{ "two\r\nlines", "one line" },
		{ "two\rlines", "one line" },
		{ "two\xe2\x80\xa8lines", "one line" },
		{ "two\xe2\x80\xa9lines", "one line" },
		{ "a\x01", "control" },
		{ "a\x7f", "control" },
		{ "a\xc2\x85", "control" },
		{ "a\xff", "UTF-8" },
		{ "\xed\xa0\x80", "UTF-8" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *normal = NULL;
		const char *problem =
			rt_bio_problem(&mem, table[i].given, &normal);

		CHECK(table[i].given,
		      problem && strstr(problem, table[i].says));
		CHECK(table[i].given, !normal);
	}
}

TEST(length)
{
	char *normal = NULL;
	const char *problem;

	assert_null(rt_bio_problem(&mem, accents(160), &normal));
	assert_int_equal(320, strlen(normal));
	assert_null(rt_bio_problem(
		&mem, arena_printf(&mem, "  %s  ", accents(160)), &normal));
	problem = rt_bio_problem(&mem, accents(161), &normal);
	assert_string_equal("Your line has 161 characters; "
			    "the limit is 160.",
			    problem);
}

TEST(storing)
{
	struct rt_user alice = unit_member("alice");
	const char *bio = "?";

	assert_int_equal(RT_OK, rt_bio(rt, &mem, alice.id, &bio));
	assert_null(bio);
	assert_int_equal(RT_OK, rt_set_bio(rt, &mem, alice.id, "two words"));
	assert_redis("two words", "HGET user:1 bio");
	assert_int_equal(RT_OK, rt_bio(rt, &mem, alice.id, &bio));
	assert_string_equal("two words", bio);
	assert_int_equal(RT_OK, rt_set_bio(rt, &mem, alice.id, ""));
	assert_redis("0", "HEXISTS user:1 bio");
	assert_int_equal(RT_OK, rt_set_bio(rt, &mem, alice.id, ""));
	assert_redis("alice", "HGET user:1 username");
}

TEST(a_line_of_a_stranger_is_cleaned)
{
	struct rt_user alice = unit_member("alice");
	const char *bio = NULL;

	redis("HSET user:1 bio %s", "a\x01\xff");
	assert_int_equal(RT_OK, rt_bio(rt, &mem, alice.id, &bio));
	assert_string_equal("a\xef\xbf\xbd\xef\xbf\xbd", bio);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_lines),
		PLAIN(bad_lines),
		PLAIN(length),
		ADOPTED(storing),
		ADOPTED(a_line_of_a_stranger_is_cleaned),
	};

	return RUN_REDIS(tests);
}
