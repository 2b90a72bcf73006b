/* Which passwords are good enough. */
#include "unit.h"

/* `n` letters, no two neighbours of a keyboard or an alphabet. */
static char *long_password(size_t n)
{
	char *text = arena_alloc(&mem, n + 1);

	for (size_t i = 0; i < n; i++)
		text[i] = "vqzkxwpjgmfyubhtdcnreoilas"[(i * i + i / 7) % 26];
	return text;
}

TEST(good_passwords)
{
	static const char *const table[] = {
		"correct horse battery staple",
		"8bytes!x",
		"tr0ub4dor&3",
		"        leading",
		("\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe"
		 "\xd0\xbb\xd1\x8c\xd0\xb6\xd1\x8e"),
		"kitten-in-the-rain",
		"Zq9#mPw2",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i],
		      !rt_password_problem(&mem, table[i], "anna", "Retwis"));
}

TEST(short_and_missing_ones)
{
	static const struct {
		const char *password, *why;
	} table[] = {
		{ "", "Choose" },
		{ "a", "at least 8" },
		{ "Zq9#mPw", "at least 8" },
		{ "\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c\xd0\xb6",
		  "at least 8" },
		/* Each e with its accent is one character. */
		{ "e\xcc\x81 e\xcc\x81 e\xcc\x81 q", "at least 8" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *why = rt_password_problem(&mem, table[i].password,
						      "anna", "Retwis");

		CHECK(table[i].password, why && strstr(why, table[i].why));
	}
}

TEST(common_ones)
{
	static const char *const table[] = {
		"password", "password1",  "12345678", "123456789", "iloveyou",
		"qwertyui", "qwertyuiop", "baseball", "superman",  "trustno1",
		"sunshine", "football",   "princess", "starwars",  "11111111",
		"00000000", "abcd1234",   "letmein1", "PASSWORD",  "Password",
		"aaaaaaaa", "abcdefgh",   "michael1", "1q2w3e4r",  "passw0rd",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *why =
			rt_password_problem(&mem, table[i], "anna", "Retwis");

		CHECK(table[i], why && strstr(why, "most common"));
	}
}

TEST(what_everybody_reads)
{
	static const struct {
		const char *password, *name, *site, *why;
	} table[] = {
		{ "here-is-anna-again", "anna", "Retwis", "your name" },
		{ "here-is-ANNA-again", "anna", "Retwis", "your name" },
		{ "here-is-anna-again", "Anna", "Retwis", "your name" },
		{ "here-is-anna-again", "ben", "Retwis", NULL },
		{ "my long rETWIS word", "ben", "Retwis", "this site" },
		{ "my long retwi word", "ben", "Retwis", NULL },
		{ "my long chess word", "ben", "Chess", "this site" },
		{ "my long club word", "ben", "Club", "this site" },
		{ "my long zoo word", "ben", "Zoo", NULL },
		{ "here-is-anna-again", "", "", NULL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *why = rt_password_problem(
			&mem, table[i].password, table[i].name, table[i].site);

		CHECK(table[i].password,
		      table[i].why ? why && strstr(why, table[i].why) : !why);
	}
}

TEST(long_ones)
{
	const char *why;

	assert_null(rt_password_problem(&mem, long_password(1000), "anna",
					"Retwis"));
	why = rt_password_problem(&mem, long_password(1001), "anna", "Retwis");
	assert_non_null(why);
	assert_non_null(strstr(why, "at most 1000"));
}

/* Two hundred letters would keep the meter busy for seconds. */
TEST(long_ones_are_looked_at_quickly)
{
	int64_t began = unit_now();

	for (size_t n = 64; n <= 1000; n += 104)
		rt_password_problem(&mem, long_password(n), "anna", "Retwis");
	assert_in_range(unit_now() - began, 0, 2000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_passwords), PLAIN(short_and_missing_ones),
		PLAIN(common_ones),    PLAIN(what_everybody_reads),
		PLAIN(long_ones),      PLAIN(long_ones_are_looked_at_quickly),
	};

	return RUN_PLAIN(tests);
}
