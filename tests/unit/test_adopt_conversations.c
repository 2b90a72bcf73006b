/* Adopting the conversations of what older programs wrote. */
#include "libretwis/host/adopt_conversations.h"
#include "proxy.h"
#include "unit.h"

/* Members 1 to 3, and this many posts, none of which knows its conversation. */
static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	unit_member("alice");
	unit_member("bob");
	unit_member("carol");
	return 0;
}

/* A post by this member, in reply to that one unless it is 0. */
static void old_post(int id, int by, int parent)
{
	redis("HSET post:%d user_id %d time 1 body x username m", id, by);
	if (parent)
		redis("HSET post:%d reply_to %d reply_name m", id, parent);
	redis("SET next_post_id %d", id);
}

static void adopt(void)
{
	assert_int_equal(RT_OK, adopt_conversations(unit_admin(), NULL));
}

static void adopt_whatever_happens(void)
{
	adopt_conversations(rt, NULL);
}

static const char *root_of(int id)
{
	return redis("HMGET post:%d root root_user_id", id);
}

/* 1 by alice, 2 by bob to 1, 3 by carol to 2, 4 by bob alone. */
static void small_talk(void)
{
	old_post(1, 1, 0);
	old_post(2, 2, 1);
	old_post(3, 3, 2);
	old_post(4, 2, 0);
}

static void expect_small_talk(void)
{
	assert_string_equal("1 1", root_of(2));
	assert_string_equal("1 1", root_of(3));
	for (int id = 1; id <= 4; id += 3) {
		assert_redis("0", "HEXISTS post:%d root", id);
		assert_redis("0", "HEXISTS post:%d root_user_id", id);
	}
	assert_redis("2 1 3 2", "ZRANGE conversation:1 0 -1");
	assert_redis("0", "EXISTS conversation:4");
}

TEST(replies_join_what_they_answer)
{
	small_talk();
	adopt();
	expect_small_talk();
	/* Once more changes nothing. */
	adopt();
	expect_small_talk();
	/* And what is written next goes on there. */
	unit_reply(&(struct rt_user){ .id = 1, .name = "alice" }, "x", 3);
	assert_string_equal("1 1", root_of(5));
	assert_redis("2 1 3 2 5 3", "ZRANGE conversation:1 0 -1");
}

/* A hundred ids are read at once. */
TEST(a_chain_over_many_chunks)
{
	enum { LONG = 350 };

	old_post(1, 1, 0);
	for (int id = 2; id <= LONG; id++)
		old_post(id, id % 3 + 1, id - 1);
	adopt();
	assert_redis("349", "ZCARD conversation:1");
	for (int id = 2; id <= LONG; id++)
		assert_string_equal("1 1", root_of(id));
	assert_redis("350 349", "ZRANGE conversation:1 -1 -1");
}

/* Those who answered the same deleted post stay together. */
TEST(the_parent_is_gone)
{
	old_post(2, 1, 1);
	old_post(3, 2, 1);
	old_post(4, 3, 3);
	old_post(150, 3, 1);
	old_post(160, 3, 150);
	adopt();
	assert_redis("2 1 3 1 4 3 150 1 160 150",
		     "ZRANGE conversation:1 0 -1");
	for (int id = 2; id <= 4; id++) {
		assert_redis("1", "HGET post:%d root", id);
		assert_redis("0", "HEXISTS post:%d root_user_id", id);
	}
	assert_redis("0", "EXISTS post:1");
}

/* It is being deleted, and knew its conversation. */
TEST(the_parent_is_closed)
{
	old_post(1, 1, 0);
	redis("HSET post:2 was_user_id 2 gone 1 root 1 root_user_id 1 "
	      "reply_to 1");
	old_post(3, 3, 2);
	redis("HSET post:120 was_user_id 2 gone 1 root 1 root_user_id 1 "
	      "reply_to 1");
	old_post(250, 3, 120);
	adopt();
	assert_string_equal("1 1", root_of(3));
	assert_string_equal("1 1", root_of(250));
	assert_redis("3 2 250 120", "ZRANGE conversation:1 0 -1");
}

TEST(what_is_known_already_counts)
{
	small_talk();
	redis("HSET post:2 root 77 root_user_id 7");
	adopt();
	assert_string_equal("77 7", root_of(2));
	assert_string_equal("77 7", root_of(3));
	assert_redis("2 1 3 2", "ZRANGE conversation:77 0 -1");
	assert_redis("0", "EXISTS conversation:1");
}

TEST(reposts_and_nonsense_join_nothing)
{
	small_talk();
	redis("HSET post:5 user_id 1 time 1 repost_of 1");
	old_post(6, 1, 6);
	old_post(7, 1, 9);
	redis("HSET post:8 user_id 1 time 1 body x reply_to x");
	redis("SET post:9 text");
	old_post(10, 1, 5);
	redis("HSET post:11 body half");
	redis("SET next_post_id 11");
	adopt();
	for (int id = 5; id <= 11; id++)
		if (id != 9)
			CHECK(arena_printf(&mem, "%d", id),
			      !redis_number("HEXISTS post:%d root", id));
	expect_small_talk();
	redis("DEL post:9");
}

TEST(deleted_ones_are_not_added_again)
{
	struct rt_user bob = { .id = 2, .name = "bob" };

	small_talk();
	adopt();
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &bob, 2));
	adopt();
	assert_redis("2 1 gone 3 2", "ZRANGE conversation:1 0 -1");
}

TEST(beyond_the_cap)
{
	old_post(1, 1, 0);
	redis("EVAL %s 0", "for id = 2, 1105 do redis.call('HSET',"
			   " 'post:' .. id, 'user_id', 2, 'time', 1, 'body',"
			   " 'x', 'reply_to', 1) end "
			   "redis.call('SET', 'next_post_id', 1105)");
	adopt();
	assert_redis("1000", "ZCARD conversation:1");
	assert_redis("1001 1", "ZRANGE conversation:1 -1 -1");
	assert_string_equal("1 1", root_of(1105));
}

/* However far it came, the next run does the rest. */
TEST(killed_anywhere)
{
	bool has_finished = false;
	unsigned n;

	for (n = 1; !has_finished; n++) {
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
		small_talk();
		has_finished = proxy_run(n, adopt_whatever_happens);
		adopt();
		expect_small_talk();
	}
	assert_in_range(n, 15, 40);
}

ON_MANY(killed_anywhere)

static uint64_t told, total;

static void tell(uint64_t done, uint64_t of)
{
	assert_in_range(done, told + 1, told + 100);
	told = done;
	total = of;
}

TEST(it_tells_how_far_it_is)
{
	old_post(1, 1, 0);
	old_post(250, 1, 0);
	told = 0;
	assert_int_equal(RT_OK, adopt_conversations(rt, tell));
	assert_int_equal(250, told);
	assert_int_equal(250, total);
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(replies_join_what_they_answer),
		SITE(a_chain_over_many_chunks),
		SITE(the_parent_is_gone),
		SITE(the_parent_is_closed),
		SITE(what_is_known_already_counts),
		SITE(reposts_and_nonsense_join_nothing),
		SITE(deleted_ones_are_not_added_again),
		SITE(beyond_the_cap),
		SITE(killed_anywhere),
		SITE(killed_anywhere_on_many),
		SITE(it_tells_how_far_it_is),
	};

	return RUN_REDIS(tests);
}
