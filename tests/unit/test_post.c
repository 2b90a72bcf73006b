/* Posts: storing and delivering one. */
#include "unit.h"

static struct rt_user alice, bob, carol;

static void three_members(void)
{
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
}

static int adopted(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	three_members();
	return 0;
}

static int classic(void **state)
{
	if (unit_fresh(state) != 0)
		return -1;
	three_members();
	return 0;
}

/* A list as long as `n` older posts would make it. */
static void fill(const char *list, int n)
{
	static const char script[] =
		"for i = 1, ARGV[2] do"
		" redis.call('LPUSH', ARGV[1], i) end "
		"redis.call('SET', 'next_post_id', ARGV[2])";

	redis("EVAL %s 0 %s %d", script, list, n);
}

TEST(a_post_and_its_lists)
{
	time_t before = time(NULL);
	uint64_t id;

	rt_follow(rt, &mem, bob.id, alice.id);
	unit_timeline(alice.id);
	unit_timeline(bob.id);
	id = unit_post(&alice, "hello");
	assert_int_equal(1, id);
	assert_redis("1", "HGET post:1 user_id");
	assert_redis("hello", "HGET post:1 body");
	assert_redis("alice", "HGET post:1 username");
	assert_in_range(redis_number("HGET post:1 time"), before,
			unit_second());
	assert_redis("1", "LRANGE own:1 0 -1");
	assert_redis("1", "LRANGE timeline 0 -1");
	assert_string_equal("1", unit_entries(alice.id));
	assert_string_equal("1", unit_entries(bob.id));
	assert_redis("0", "EXISTS posts:3");
	assert_redis("0", "EXISTS own:2");
}

TEST(the_newest_is_the_first)
{
	rt_follow(rt, &mem, bob.id, alice.id);
	unit_timeline(alice.id);
	unit_timeline(bob.id);
	unit_post(&alice, "one");
	unit_post(&bob, "two");
	unit_post(&alice, "three");
	assert_redis("3 1", "LRANGE own:1 0 -1");
	assert_string_equal("3 1", unit_entries(alice.id));
	assert_redis("2", "LRANGE own:2 0 -1");
	assert_string_equal("3 2 1", unit_entries(bob.id));
	assert_redis("3 2 1", "LRANGE timeline 0 -1");
}

TEST(texts_are_stored_as_they_are)
{
	static const char *const table[] = {
		"one\ntwo\n\n  three",
		"%s %d %n %%",
		"<script>alert(\"1\")</script> &amp; '",
		"\xf0\x9f\x98\x80 \xe2\x80\xae",
		"*1\r\n$4\r\nPING\r\n",
		" ",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		unsigned long long id = unit_post(&alice, table[i]);

		assert_redis(table[i], "HGET post:%llu body", id);
	}
}

TEST(only_those_who_follow_now_are_served)
{
	rt_follow(rt, &mem, bob.id, alice.id);
	unit_timeline(bob.id);
	unit_post(&alice, "one");
	assert_string_equal("1", unit_entries(bob.id));
	rt_unfollow(rt, &mem, bob.id, alice.id);
	rt_follow(rt, &mem, carol.id, alice.id);
	/* It is rebuilt; carol's is not before she looks. */
	assert_string_equal("", unit_entries(bob.id));
	assert_null(unit_entries(carol.id));
	unit_timeline(carol.id);
	unit_post(&alice, "two");
	assert_string_equal("", unit_entries(bob.id));
	assert_string_equal("2", unit_entries(carol.id));
}

/* ---- how long lists may be --------------------------------------------- */

/* A worker lets a follower's timeline grow by a hundred before it trims it. */
TEST(home_timelines_are_capped_once_adopted)
{
	rt_follow(rt, &mem, bob.id, alice.id);
	fill("posts:2", 1099);
	fill("posts:1", 1000);
	unit_post(&alice, "hello");
	assert_redis("1000", "LLEN posts:1");
	assert_redis("1001", "LINDEX posts:1 0");
	assert_redis("2", "LINDEX posts:1 -1");
	assert_redis("1100", "LLEN posts:2");
	unit_post(&alice, "hello again");
	assert_redis("1000", "LLEN posts:2");
	assert_redis("1002", "LINDEX posts:2 0");
	assert_redis("102", "LINDEX posts:2 -1");
}

TEST(a_long_list_of_before_is_cut_to_the_cap)
{
	fill("posts:1", 3000);
	unit_post(&alice, "hello");
	assert_redis("1000", "LLEN posts:1");
	assert_redis("3001", "LINDEX posts:1 0");
	assert_redis("2002", "LINDEX posts:1 -1");
}

TEST(classic_lists_are_never_cut)
{
	static const char *const lists[] = { "posts:1", "posts:2" };

	rt_follow(rt, &mem, bob.id, alice.id);
	for (size_t i = 0; i < COUNT(lists); i++)
		fill(lists[i], 1500);
	unit_post(&alice, "hello");
	for (size_t i = 0; i < COUNT(lists); i++) {
		assert_redis("1501", "LLEN %s", lists[i]);
		assert_redis("1501", "LINDEX %s 0", lists[i]);
		assert_redis("1", "LINDEX %s -1", lists[i]);
	}
}

TEST(own_lists_are_never_cut)
{
	fill("own:1", 1500);
	unit_post(&alice, "hello");
	assert_redis("1501", "LLEN own:1");
	assert_redis("1501", "LINDEX own:1 0");
}

TEST(the_public_timeline_is_always_capped)
{
	fill("timeline", 1000);
	unit_post(&alice, "one");
	assert_redis("1000", "LLEN timeline");
	assert_redis("1001", "LINDEX timeline 0");
	assert_redis("2", "LINDEX timeline -1");
}

/* ---- what PHP Retwis finds --------------------------------------------- */

TEST(classic_keys_keep_their_types)
{
	static const struct {
		const char *key, *type;
	} table[] = {
		{ "next_user_id", "string" }, { "next_post_id", "string" },
		{ "users", "hash" },          { "user:4", "hash" },
		{ "auths", "hash" },          { "users_by_time", "zset" },
		{ "followers:4", "zset" },    { "following:4", "zset" },
		{ "posts:4", "list" },        { "post:1", "hash" },
		{ "timeline", "list" },
	};
	struct rt_user dave;

	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "dave", "opensesame", &dave));
	rt_follow(rt, &mem, dave.id, alice.id);
	rt_follow(rt, &mem, alice.id, dave.id);
	unit_timeline(dave.id);
	unit_post(&dave, "hello");
	rt_set_password(rt, &mem, &dave, "opensesame");
	rt_sign_in(rt, &mem, "dave", "opensesame", &dave);
	rt_sign_out(rt, &mem, &dave);
	for (size_t i = 0; i < COUNT(table); i++)
		assert_redis(table[i].type, "TYPE %s", table[i].key);
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, adopted, unit_forget)
#define CLASSIC(test)                                                         \
	cmocka_unit_test_setup_teardown(test, classic, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(a_post_and_its_lists),
		OURS(the_newest_is_the_first),
		OURS(texts_are_stored_as_they_are),
		OURS(only_those_who_follow_now_are_served),
		OURS(home_timelines_are_capped_once_adopted),
		OURS(a_long_list_of_before_is_cut_to_the_cap),
		CLASSIC(classic_lists_are_never_cut),
		OURS(own_lists_are_never_cut),
		CLASSIC(own_lists_are_never_cut),
		OURS(the_public_timeline_is_always_capped),
		CLASSIC(the_public_timeline_is_always_capped),
		OURS(classic_keys_keep_their_types),
		CLASSIC(classic_keys_keep_their_types),
	};

	return RUN_REDIS(tests);
}
