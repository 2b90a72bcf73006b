/* Finding members, by name and by id. */
#include "unit.h"

static int some(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	unit_member("alice");
	unit_member("Bob");
	unit_member("Ann Lee");
	redis("HSET names bob 2");
	redis("HSET names %s 3", "ann lee");
	return 0;
}

TEST(by_name)
{
	static const struct {
		const char *asked, *name;
		uint64_t id;
	} table[] = {
		{ "alice", "alice", 1 },
		{ "ALICE", "alice", 1 },
		{ "Bob", "Bob", 2 },
		{ "bob", "Bob", 2 },
		{ "bOB", "Bob", 2 },
		{ "Ann Lee", "Ann Lee", 3 },
		{ "ANN LEE", "Ann Lee", 3 },
		/* With what phones and people add. */
		{ "alice ", "alice", 1 },
		{ " @Alice", "alice", 1 },
		{ "@bob\xc2\xa0", "Bob", 2 },
		{ "@Ann Lee", "Ann Lee", 3 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user u = { 0 };

		CHECK(table[i].asked,
		      rt_user_by_name(rt, &mem, table[i].asked, &u) == RT_OK);
		assert_int_equal(table[i].id, u.id);
		assert_string_equal(table[i].name, u.name);
		assert_redis(u.secret, "HGET user:%d auth", (int)u.id);
	}
}

/* In an older database an @ or a blank may be part of a name. */
TEST(an_older_name_comes_before_a_trimmed_one)
{
	static const struct {
		const char *asked;
		uint64_t id;
	} table[] = {
		{ "@Alice", 4 }, { "@alice", 4 }, { "@ALICE", 4 },
		{ "alice", 1 },  { "alice ", 1 }, { "@alice ", 1 },
	};

	unit_member("@Alice");
	redis("HSET names @alice 4");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user u = { 0 };

		CHECK(table[i].asked,
		      rt_user_by_name(rt, &mem, table[i].asked, &u) == RT_OK);
		assert_int_equal(table[i].id, u.id);
	}
}

TEST(unknown_whos)
{
	static const char *const table[] = {
		"",   " ",      "@",  "carol",  "@@alice",
		"al", "AnnLee", "%s", "a\r\nb",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user u = { .id = 77 };

		CHECK(table[i],
		      rt_user_by_name(rt, &mem, table[i], &u) == RT_NOT_FOUND);
		assert_int_equal(77, u.id);
	}
}

TEST(a_claim_without_its_hash)
{
	struct rt_user u = { .id = 77 };

	redis("HSET users ghost 99");
	assert_int_equal(RT_NOT_FOUND, rt_user_by_name(rt, &mem, "ghost", &u));
	assert_int_equal(RT_NOT_FOUND, rt_user_by_id(rt, &mem, 99, &u));
	assert_int_equal(77, u.id);
}

TEST(by_id)
{
	struct rt_user u = { 0 };

	assert_int_equal(RT_OK, rt_user_by_id(rt, &mem, 1, &u));
	assert_int_equal(1, u.id);
	assert_string_equal("alice", u.name);
	assert_int_equal(RT_OK, rt_user_by_id(rt, &mem, 3, &u));
	assert_string_equal("Ann Lee", u.name);
}

TEST(unknown_ids)
{
	const uint64_t table[] = { 0, 4, INT64_MAX, UINT64_MAX };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user u = { .id = 77 };

		assert_int_equal(RT_NOT_FOUND,
				 rt_user_by_id(rt, &mem, table[i], &u));
		assert_int_equal(77, u.id);
	}
}

/* The remains of a registration that was interrupted, or came second. */
TEST(a_hash_that_no_name_points_to)
{
	struct rt_user u = { .id = 77 };

	redis("HSET user:8 username dave auth x");
	assert_int_equal(RT_NOT_FOUND, rt_user_by_id(rt, &mem, 8, &u));
	redis("HSET user:9 username alice auth x");
	assert_int_equal(RT_NOT_FOUND, rt_user_by_id(rt, &mem, 9, &u));
	assert_int_equal(77, u.id);
}

#define SOME(test) cmocka_unit_test_setup_teardown(test, some, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SOME(by_name),
		SOME(an_older_name_comes_before_a_trimmed_one),
		SOME(unknown_whos),
		SOME(a_claim_without_its_hash),
		SOME(by_id),
		SOME(unknown_ids),
		SOME(a_hash_that_no_name_points_to),
	};

	return RUN_REDIS(tests);
}
