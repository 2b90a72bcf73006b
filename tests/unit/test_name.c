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
		{ "a", "2 to 20" },
		{ "abcdefghij01234567890", "2 to 20" },
		{ "Alice", "letters" },
		{ "al ice", "letters" },
		{ " alice", "letters" },
		{ "alice\n", "letters" },
		{ "al-ice", "letters" },
		{ "al.ice", "letters" },
		{ "al/ice", "letters" },
		{ "@alice", "letters" },
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
		PLAIN(folding_makes_a_copy),
	};

	return RUN_PLAIN(tests);
}
