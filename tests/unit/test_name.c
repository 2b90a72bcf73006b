/* Which names a member may have. */
#include "unit.h"

TEST(good_names)
{
	static const char *const table[] = {
		"al", "alice", "a_b", "_a", "__", "42", "abcdefghij0123456789",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], !rt_name_problem(table[i]));
}

TEST(refused_names_and_why)
{
	static const struct {
		const char *name, *why;
	} table[] = {
		{ "", "Choose" },
		{ "a", "at least 2" },
		{ "abcdefghij01234567890", "at most 20" },
		{ "Alice", "letters" },
		{ "al ice", "spaces" },
		{ " alice", "spaces" },
		{ "al\xc2\xa0ice", "spaces" },
		{ "alice\n", "spaces" },
		{ "al-ice", "hyphens" },
		{ "al.ice", "dots" },
		{ "al/ice", "letters" },
		{ "@alice", "letters" },
		{ "alice@example.org", "e-mail" },
		{ "al\x01"
		  "ce",
		  "letters" },
		{ "al\xc3\xa9", "letters" },
		{ "%61lice", "letters" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *why = rt_name_problem(table[i].name);

		CHECK(table[i].name, why && strstr(why, table[i].why));
	}
}

TEST(names_are_folded)
{
	static const struct {
		const char *name, *folded;
	} table[] = {
		{ "", "" },
		{ "alice", "alice" },
		{ "ALICE", "alice" },
		{ "AZaz09_@[`{", "azaz09_@[`{" },
		{ "Ann Lee", "ann lee" },
		{ "\xc3\x89mile", "\xc3\x89mile" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].folded,
				    rt_name_fold(&mem, table[i].name));
}

TEST(names_as_they_are_typed)
{
	static const struct {
		const char *typed, *name;
	} table[] = {
		{ "grete", "grete" },
		{ "Grete", "grete" },
		{ " grete ", "grete" },
		{ "grete\t\r\n", "grete" },
		{ "@grete", "grete" },
		{ " @Grete ", "grete" },
		{ "@ grete", "grete" },
		/* Only one, since an older name may begin with another. */
		{ "@@grete", "@grete" },
		/* U+FF20, of a Japanese keyboard */
		{ "\xef\xbc\xa0grete", "grete" },
		/* NBSP, narrow NBSP, ideographic space, ZWSP, BOM */
		{ "\xc2\xa0grete\xe2\x80\xaf", "grete" },
		{ "grete\xe3\x80\x80", "grete" },
		{ "\xe2\x80\x8bgrete\xef\xbb\xbf", "grete" },
		/* The isolates that a browser copies around a name */
		{ "\xe2\x81\xa8@grete\xe2\x81\xa9", "grete" },
		{ "ann lee", "ann lee" },
		{ "\xc3\x89mile", "\xc3\x89mile" },
		{ "al\xff ", "al\xff" },
		{ "", "" },
		{ "@", "" },
		{ " \xc2\xa0 ", "" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].name,
				    rt_name_typed(&mem, table[i].typed));
}

TEST(names_that_sound_official)
{
	static const struct {
		const char *name, *site;
		bool is_official;
	} table[] = {
		{ "admin", "Retwis", true },
		{ "_ad_min_", "Retwis", true },
		{ "administrator", "Retwis", true },
		{ "moderator", "Retwis", true },
		{ "support", "Retwis", true },
		{ "root", "Retwis", true },
		{ "help", "Retwis", true },
		{ "security", "Retwis", true },
		{ "host", "Retwis", true },
		{ "system", "Retwis", true },
		{ "retwis", "Retwis", true },
		{ "r00t", "Retwis", true },
		{ "adm1n", "Retwis", true },
		{ "he1p_", "Retwis", true },
		{ "m0derator", "Retwis", true },
		{ "retw1s", "Retwis", true },
		{ "tennis_club_l86o", "Tennis-Club 1860!", true },
		{ "tennis_club_1860", "Tennis-Club 1860!", true },
		{ "tennisclub1860", "Tennis-Club 1860!", true },
		{ "cafe_muller", "Caf\xc3\xa9 M\xc3\xbcller", true },
		{ "cafemueller", "Cafe\xcc\x81 Mu\xcc\x88ller", true },
		{ "strasse",
		  "Stra\xc3\x9f"
		  "e",
		  true },
		{ "alice", "Retwis", false },
		{ "adminton", "Retwis", false },
		{ "helpful", "Retwis", false },
		{ "retwis2", "Retwis", false },
		{ "tennis", "Tennis-Club 1860!", false },
		/* Nothing of this can be in a name. */
		{ "alice", "\xe6\x97\xa5\xe6\x9c\xac", false },
		{ "__", "\xe6\x97\xa5\xe6\x9c\xac", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].name, rt_name_is_official(&mem, table[i].name,
							 table[i].site) ==
					     table[i].is_official);
}

TEST(folding_makes_a_copy)
{
	char name[] = "Alice";
	char *folded = rt_name_fold(&mem, name);

	assert_ptr_not_equal(name, folded);
	assert_string_equal("Alice", name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_names),
		PLAIN(refused_names_and_why),
		PLAIN(names_are_folded),
		PLAIN(names_as_they_are_typed),
		PLAIN(names_that_sound_official),
		PLAIN(folding_makes_a_copy),
	};

	return RUN_PLAIN(tests);
}
