/* Follows. */
#include "rights.h"
#include "unit.h"

static uint64_t score(const char *key, int member)
{
	return redis_number("ZSCORE %s %d", key, member);
}

TEST(following)
{
	time_t before = time(NULL);

	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_redis("2", "ZRANGE following:1 0 -1");
	assert_redis("1", "ZRANGE followers:2 0 -1");
	assert_redis("0", "EXISTS following:2");
	assert_redis("0", "EXISTS followers:1");
	assert_in_range(score("following:1", 2), before, unit_second());
	assert_int_equal(score("following:1", 2), score("followers:2", 1));
}

TEST(following_twice_keeps_the_first_time)
{
	redis("ZADD following:1 1000 2");
	redis("ZADD followers:2 1000 1");
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(1000, score("following:1", 2));
	assert_int_equal(1000, score("followers:2", 1));
	assert_redis("1", "ZCARD following:1");
}

/* Also within the same second, and not in the order of their digits. */
TEST(in_the_order_of_time)
{
	static const int order[] = { 5, 10, 9, 2, 30, 1, 11, 3 };

	redis("ZADD following:7 1700000000 99 1700000001 88");
	for (size_t i = 0; i < COUNT(order); i++)
		assert_int_equal(RT_OK,
				 rt_follow(rt, &mem, 7, (uint64_t)order[i]));
	for (size_t i = 0; i < COUNT(order); i++)
		rt_follow(rt, &mem, (uint64_t)order[i], 7);
	assert_redis("3 11 1 30 2 9 10 5 88 99", "ZREVRANGE following:7 0 -1");
	assert_redis("3 11 1 30 2 9 10 5", "ZREVRANGE followers:7 0 -1");
}

TEST(pressing_again_finishes_what_was_cut_off)
{
	redis("ZADD following:1 1000 2");
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_redis("1", "ZRANGE followers:2 0 -1");
	redis("ZREM following:1 2");
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, 1, 2));
	assert_redis("0", "EXISTS followers:2");
}

static const char *home_ids(const struct rt_user *who, struct rt_place place)
{
	struct rt_home h;

	assert_int_equal(RT_OK, rt_home(rt, &mem, who->secret, place, &h));
	return unit_ids(&h.posts);
}

/*
 * Rebuilding a timeline from thousands of lists is left to the next look, so
 * that a press of a button stays cheap.  Nothing is missing then, nor there
 * twice, and the second page continues the first.
 */
TEST(whoever_follows_very_many_waits_for_the_next_look)
{
	static const char many[] = "for i = 1001, 1501 do "
				   "redis.call('ZADD', KEYS[1], i, i) end";
	struct rt_user alice, bob, carol;
	struct rt_place older = RT_NO_PLACE;
	uint64_t before;

	redis("SET layout 1");
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	for (int i = 0; i < 8; i++) {
		unit_post(&bob, "hello");
		unit_post(&carol, "hi");
	}
	redis("EVAL %s 1 following:1", many);
	rt_follow(rt, &mem, alice.id, bob.id);
	assert_string_equal("15 13 11 9 7 5 3 1",
			    home_ids(&alice, RT_NO_PLACE));
	before = unit_commands();
	assert_int_equal(RT_OK, rt_follow(rt, &mem, alice.id, carol.id));
	assert_in_range(unit_commands() - before, 1, 30);
	unit_post(&bob, "meanwhile");
	unit_deliver();
	assert_string_equal("17 16 15 14 13 12 11 10 9 8",
			    home_ids(&alice, RT_NO_PLACE));
	older.start = 10;
	older.after = 8;
	assert_string_equal("7 6 5 4 3 2 1", home_ids(&alice, older));
	before = unit_commands();
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, alice.id, bob.id));
	assert_in_range(unit_commands() - before, 1, 30);
	assert_string_equal("16 14 12 10 8 6 4 2",
			    home_ids(&alice, RT_NO_PLACE));
	before = unit_commands();
	home_ids(&alice, RT_NO_PLACE);
	assert_in_range(unit_commands() - before, 1, 60);
}

TEST(stopping)
{
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 3));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 3, 2));
	for (int twice = 0; twice < 2; twice++) {
		assert_int_equal(RT_OK, rt_unfollow(rt, &mem, 1, 2));
		assert_redis("3", "ZRANGE following:1 0 -1");
		assert_redis("3", "ZRANGE followers:2 0 -1");
	}
}

/* Each costs a timeline, so there may be as many of these as follows. */
TEST(stopping_without_following)
{
	struct rt_rate usual = conf.rate[RT_RATE_FOLLOW];

	rt_visitor(rt, "192.0.2.1", NULL);
	conf.rate[RT_RATE_FOLLOW] = (struct rt_rate){ 2, 600 };
	for (int i = 0; i < 2; i++)
		assert_int_equal(RT_OK, rt_unfollow(rt, &mem, 1, 2));
	assert_redis("", "KEYS follow*");
	assert_int_equal(RT_LIMITED, rt_unfollow(rt, &mem, 1, 2));
	redis("ZADD following:1 1000 2");
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, 1, 2));
	conf.rate[RT_RATE_FOLLOW] = usual;
}

/* Interrupted at the second of the commands below. */
TEST(stopping_takes_the_timeline_first)
{
	unit_skip("nutcracker", "Twemproxy knows no users");
	redis("SET layout 1");
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	redis("RPUSH posts:1 7");
	rights_take("zrem");
	assert_int_equal(RT_FORBIDDEN, rt_unfollow(rt, &mem, 1, 2));
	rights_give_back("zrem");
	assert_redis("0", "EXISTS posts:1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(following),
		FRESH(following_twice_keeps_the_first_time),
		FRESH(in_the_order_of_time),
		FRESH(pressing_again_finishes_what_was_cut_off),
		FRESH(whoever_follows_very_many_waits_for_the_next_look),
		FRESH(stopping),
		FRESH(stopping_without_following),
		FRESH(stopping_takes_the_timeline_first),
	};

	return RUN_REDIS(tests);
}
