/* Checking cases, and what leads to them. */
#include "checked.h"

/* A case about bob, in which alice has reported his post 2. */
static int reported(void **state)
{
	const struct rt_user alice = { .id = 1, .name = "alice" };
	const struct rt_report report = {
		.whom = 2, .post = 2, .words = "two", .text = ""
	};

	if (checked_site(state) != 0)
		return -1;
	return rt_report(rt, &mem, &alice, &report);
}

#define REPORTED(test)                                                        \
	cmocka_unit_test_setup_teardown(test, reported, unit_forget)

TEST(a_case_is_consistent)
{
	const struct rt_acting mod = { .by = 3 };

	checked_clean("open");
	assert_int_equal(RT_OK, rt_case_note(rt, &mem, 1, "hm", &mod));
	checked_clean("with a note");
	assert_int_equal(RT_OK,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &mod));
	checked_clean("closed");
}

#define CASE                                                                  \
	"HSET case:1 author 2 opened 9999999999 report:1:2 5~spam~",          \
		"SET next_case_id 1", "ZADD cases 1 2", "ZADD cases:2 1 1",   \
		"ZADD reported:1 1 1", "ZADD {cases}:due 9999999999999 0~1~2"

TEST(cases)
{
	static const struct break_row table[] = {
		{ "case cut short",
		  "case 1 is missing from cases",
		  { CASE, "ZREM cases 2" } },
		{ "case cut short",
		  "case 1 is missing from cases:2",
		  { CASE, "DEL cases:2" } },
		{ "case cut short",
		  "case 1 is missing from reported:1",
		  { CASE, "DEL reported:1" } },
		{ "case cut short",
		  "case 1 is missing from {cases}:due",
		  { CASE, "DEL {cases}:due" } },
		{ "case about a missing member",
		  "case 1 is about member 99, who does not exist",
		  { CASE, "HSET case:1 author 99", "DEL cases:2 cases" } },
		{ "case about somebody else",
		  "cases:1 has case 1, which is not about this member",
		  { CASE, "ZADD cases:1 1 1" } },
		{ "case about somebody else",
		  "cases:2 has case 7, which is not about this member",
		  { CASE, "ZADD cases:2 7 7" } },
		{ "case without that report",
		  "reported:2 has case 1, without a report by them",
		  { CASE, "ZADD reported:2 1 1" } },
		{ "case not open",
		  "cases has case 7 about member 1, which is not open",
		  { CASE, "ZADD cases 7 1" } },
		{ "case not open",
		  "cases has case 1 about member 2, which is not open",
		  { CASE, "HSET case:1 closed 1900000000000000~3" } },
		{ "outdated notification",
		  "notices:1 has handled 0 1, which is no longer true",
		  { CASE, "ZADD notices:1 5 handled~0~1" } },
		{ "outdated notification",
		  "notices:2 has note 0 1, which is no longer true",
		  { CASE, "ZADD notices:2 5 note~0~1" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(a_case_of_the_wrong_type)
{
	static const struct break_row table[] = {
		{ "key of the wrong type",
		  "case:1 is a string, but should be a hash; nothing else was "
		  "checked",
		  { "SET next_case_id 1", "SET case:1 x" } },
	};

	checked_unmended(table, COUNT(table));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REPORTED(a_case_is_consistent),
		SITE(cases),
		SITE(a_case_of_the_wrong_type),
	};

	return RUN_ADMIN(tests);
}
