/* The copies of counts in posts. */
#include "libretwis/post/count.h"

#include "unit.h"

static struct rt_user alice;

static int one_post(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	return unit_post(&alice, "hello") != 1;
}

TEST(each_has_its_length)
{
	static const struct {
		enum count what;
		uint64_t n;
	} table[] = {
		{ COUNT_REPLIES, 1 },
		{ COUNT_LIKES, 2 },
		{ COUNT_REPOSTS, 3 },
	};

	redis("RPUSH replies:1 5");
	redis("ZADD likes:1 1 1 2 2");
	redis("ZADD reposts:1 1 6 1 7 1 8");
	for (size_t i = 0; i < COUNT(table); i++) {
		uint64_t n = 0, none = 9;
		struct rt_pipe p;

		rt_pipe_begin(&p, rt, &mem);
		count_queue(&p, table[i].what, 1, &n);
		count_queue(&p, table[i].what, 99, &none);
		assert_int_equal(RT_OK, rt_pipe_end(&p));
		assert_int_equal(table[i].n, n);
		assert_int_equal(0, none);
		assert_int_equal(RT_OK,
				 count_copy(rt, &mem, table[i].what, 1, n));
	}
	assert_redis("1 2 3", "HMGET post:1 replies likes reposts");
}

/* A late request with an old number reads again, and writes the new one. */
TEST(an_old_number_does_not_stay)
{
	redis("ZADD likes:1 1 1 2 2");
	assert_int_equal(RT_OK, count_copy(rt, &mem, COUNT_LIKES, 1, 7));
	assert_redis("2", "HGET post:1 likes");
	redis("DEL likes:1");
	assert_int_equal(RT_OK, count_copy(rt, &mem, COUNT_LIKES, 1, 2));
	assert_redis("0", "HGET post:1 likes");
}

TEST(nothing_is_written_to_what_is_gone)
{
	redis("HSET post:2 gone 1");
	redis("HSET post:3 gone 1 user_id 1 body x");
	redis("HSET post:4 body x");
	for (uint64_t id = 2; id <= 5; id++) {
		assert_int_equal(RT_NOT_FOUND,
				 count_copy(rt, &mem, COUNT_LIKES, id, 1));
		assert_redis("0", "HEXISTS post:%d likes", (int)id);
	}
	assert_redis("0", "EXISTS post:5");
}

TEST(many_at_once)
{
	struct counted c[] = {
		{ .what = COUNT_LIKES, .post = 1, .n = 5 },
		{ .what = COUNT_LIKES, .post = 0, .n = 5 },
		{ .what = COUNT_REPLIES, .post = 99, .n = 5 },
		{ .what = COUNT_REPOSTS, .post = 2, .n = 1 },
		/* The same once more, as of a moment ago. */
		{ .what = COUNT_LIKES, .post = 1, .n = 6 },
	};

	unit_post(&alice, "two");
	redis("ZADD likes:1 1 1 2 2 3 3");
	redis("ZADD reposts:2 1 5");
	assert_int_equal(RT_OK, counts_copy(rt, &mem, c, COUNT(c)));
	assert_redis("3", "HGET post:1 likes");
	assert_redis("1", "HGET post:2 reposts");
	assert_redis("0", "EXISTS post:0 post:99");
	assert_int_equal(RT_OK, counts_copy(rt, &mem, c, 0));
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, one_post, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ONE(each_has_its_length),
		ONE(an_old_number_does_not_stay),
		ONE(nothing_is_written_to_what_is_gone),
		ONE(many_at_once),
	};

	return RUN_REDIS(tests);
}
