/* One post on its own page. */
#include "unit.h"

static struct rt_user alice;

static int one_post(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	return unit_post(&alice, "hello") != 1;
}

static struct rt_status look(const char *secret, uint64_t id)
{
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, secret, id, &s));
	return s;
}

TEST(a_post)
{
	struct rt_status s = look(alice.secret, 1);

	assert_int_equal(alice.id, s.me.id);
	assert_int_equal(1, s.post.id);
	assert_int_equal(1, s.post.user_id);
	assert_string_equal("alice", s.post.name);
	assert_string_equal("hello", s.post.body);
	assert_in_range(s.post.time, time(NULL) - 60, time(NULL));
	assert_int_equal(0, look(NULL, 1).me.id);
	assert_int_equal(1, look("forged", 1).post.id);
}

TEST(no_post)
{
	const uint64_t table[] = { 0, 2, INT64_MAX, UINT64_MAX };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_status s = look(alice.secret, table[i]);

		assert_int_equal(0, s.post.id);
		assert_int_equal(alice.id, s.me.id);
	}
}

TEST(half_a_post_is_none)
{
	redis("HSET post:2 user_id 1 time 5");
	redis("HSET post:3 body x time 5");
	redis("HSET post:4 body x user_id abc time 5");
	for (uint64_t id = 2; id <= 4; id++)
		assert_int_equal(0, look(NULL, id).post.id);
}

TEST(a_post_by_php)
{
	redis("HMSET post:2 user_id 1 time 1700000000 body php");
	assert_string_equal("alice", look(NULL, 2).post.name);
	assert_string_equal("php", look(NULL, 2).post.body);
	/* Its author is gone. */
	redis("HMSET post:3 user_id 99 time 1700000000 body php");
	assert_int_equal(0, look(NULL, 3).post.id);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, one_post, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ONE(a_post),
		ONE(no_post),
		ONE(half_a_post_is_none),
		ONE(a_post_by_php),
	};

	return RUN_REDIS(tests);
}
