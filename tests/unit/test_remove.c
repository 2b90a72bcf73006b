/* Removing members and posts permanently. */
#include "unit.h"

static struct rt_user alice, bob;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	rt_follow(rt, &mem, alice.id, bob.id);
	rt_follow(rt, &mem, bob.id, alice.id);
	return 0;
}

static struct rt_removal removal(const char *name)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, rt_removal(rt, &mem, name, &r));
	return r;
}

static void remove_member(const char *name)
{
	struct rt_removal r = removal(name);

	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
}

/* ---- what is deleted with a member -------------------------------------- */

TEST(what_there_is)
{
	struct rt_removal r;

	unit_post(&alice, "one");
	unit_post(&alice, "two");
	r = removal("alice");
	assert_int_equal(alice.id, r.user.id);
	assert_string_equal("alice", r.user.name);
	assert_string_equal(alice.secret, r.user.secret);
	assert_int_equal(2, r.posts);
	assert_int_equal(1, r.followers);
	assert_int_equal(1, r.following);
	assert_true(r.adopted);
	assert_int_equal(alice.id, removal("ALICE").user.id);
	redis("DEL layout");
	assert_false(removal("alice").adopted);
}

TEST(unknown_members)
{
	static const char *const table[] = { "", "carol", "alice a" };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_removal r = { .posts = 77 };

		CHECK(table[i],
		      rt_removal(rt, &mem, table[i], &r) == RT_NOT_FOUND);
		assert_int_equal(77, r.posts);
	}
}

/* ---- members ----------------------------------------------------------- */

TEST(nothing_of_a_member_stays)
{
	struct rt_user me;

	unit_post(&alice, "one");
	unit_post(&bob, "two");
	unit_post(&alice, "three");
	redis("ZADD members 0 alice\t1 0 bob\t2");
	redis("ZADD directory 0 alice\t1 0 bob\t2");
	redis("HSET known:1 digest x");
	redis("HSET sessions:1 digest x");
	remove_member("alice");
	assert_redis("0", "EXISTS user:1 own:1 posts:1 followers:1 "
			  "following:1 post:1 post:3 known:1 sessions:1");
	assert_null(redis("HGET users alice"));
	assert_null(redis("HGET auths %s", alice.secret));
	assert_redis("bob", "ZRANGE users_by_time 0 -1");
	assert_redis("bob\t2", "ZRANGE members 0 -1");
	assert_redis("bob\t2", "ZRANGE directory 0 -1");
	assert_redis("2", "LRANGE timeline 0 -1");
	assert_redis("0", "EXISTS followers:2 following:2");
	assert_int_equal(RT_OK, rt_session(rt, &mem, alice.secret, &me));
	assert_int_equal(0, me.id);
	/* The other member is unchanged. */
	assert_redis("two", "HGET post:2 body");
	assert_redis("2", "LRANGE own:2 0 -1");
	assert_int_equal(RT_OK, rt_user_by_id(rt, &mem, bob.id, &me));
}

TEST(what_is_left_in_home_timelines_is_skipped)
{
	struct rt_home home;

	unit_post(&alice, "one");
	unit_post(&bob, "two");
	remove_member("alice");
	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, bob.secret, RT_NO_PLACE, &home));
	assert_string_equal("2", unit_ids(&home.posts));
}

/* With any capitals, and only the host can make it available. */
TEST(the_name_is_reserved)
{
	static const char *const names[] = { "alice", "ALICE", "Alice" };
	struct rt_user user;
	bool is_reserved = true;

	assert_int_equal(RT_OK,
			 rt_is_reserved(rt, &mem, "alice", &is_reserved));
	assert_false(is_reserved);
	assert_int_equal(RT_NOT_FOUND, rt_release(rt, &mem, "alice"));
	remove_member("alice");
	for (size_t i = 0; i < COUNT(names); i++)
		CHECK(names[i], rt_register(rt, &mem, names[i], "opensesame",
					    &user) == RT_TAKEN);
	assert_redis("1", "SCARD reserved");
	assert_null(strstr(redis("SMEMBERS reserved"), "alice"));
	assert_int_equal(RT_OK,
			 rt_is_reserved(rt, &mem, "aLICE", &is_reserved));
	assert_true(is_reserved);
	/* With a different key nobody can try names out. */
	conf.key = "another key";
	assert_int_equal(RT_OK,
			 rt_is_reserved(rt, &mem, "alice", &is_reserved));
	assert_false(is_reserved);
	conf.key = UNIT_KEY;
	assert_int_equal(RT_OK, rt_release(rt, &mem, "Alice"));
	assert_redis("0", "EXISTS reserved");
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "alice", "opensesame", &user));
	assert_int_equal(3, user.id);
}

/* Nobody has ever seen it. */
TEST(the_name_of_one_who_only_waited_is_free)
{
	struct rt_newcomer wanda = { .name = "wanda",
				     .password = "opensesame",
				     .who = "A friend" };
	struct rt_user user;
	const char *name;

	assert_int_equal(RT_OK, rt_newcomer(rt, &mem, &wanda, &user));
	assert_int_equal(RT_OK, rt_refuse(rt, &mem, &nobody, user.id, &name));
	assert_string_equal("wanda", name);
	assert_redis("0", "EXISTS reserved user:3 waiting");
	assert_int_equal(RT_OK, rt_newcomer(rt, &mem, &wanda, &user));
}

TEST(older_names)
{
	struct rt_user ann = unit_member("Ann");

	redis("HSET names ann %d", (int)ann.id);
	unit_member("ANN");
	redis("ZADD members 0 ann\t3 0 ann\t4");
	remove_member("ANN");
	assert_redis("3", "HGET names ann");
	assert_redis("ann\t3", "ZRANGE members 0 -1");
	remove_member("ann");
	assert_null(redis("HGET names ann"));
	assert_redis("0", "EXISTS members");
	assert_redis("2", "HLEN users");
}

TEST(many_posts_and_follows)
{
	static const char script[] =
		"for i = 1, 1500 do "
		"redis.call('HMSET', 'post:' .. i, 'user_id', 1, 'body', 'x') "
		"redis.call('LPUSH', 'own:1', i) "
		"redis.call('ZADD', 'followers:1', i, 1000 + i) "
		"redis.call('ZADD', 'following:' .. 1000 + i, i, 1) "
		"redis.call('ZADD', 'following:1', i, 1000 + i) "
		"redis.call('ZADD', 'followers:' .. 1000 + i, i, 1) end";

	redis("EVAL %s 0", script);
	remove_member("alice");
	assert_redis("", "KEYS post:*");
	assert_redis("", "KEYS follow*");
	assert_redis("", "KEYS own:*");
}

/* Posts that PHP wrote after the adoption are only in posts:1. */
TEST(posts_by_php_go_too)
{
	redis("HMSET post:9 user_id 1 time 1 body php");
	redis("LPUSH posts:1 9");
	remove_member("alice");
	assert_redis("0", "EXISTS post:9");
}

/* The next attempt finds by the claim what is left to be done. */
TEST(cut_off_before_the_end)
{
	static const char *const gone[] = {
		"HDEL auths secret0of0alice",
		"ZREM users_by_time alice",
		"ZREM members alice\t1",
		"ZREM directory alice\t1",
		"DEL user:1",
		"DEL followers:1",
		"DEL own:1",
		"DEL posts:1",
		"DEL notices:1",
	};

	for (size_t n = 0; n <= COUNT(gone); n++) {
		assert_int_equal(0, members(NULL));
		unit_post(&alice, "one");
		redis("ZADD members 0 alice\t1");
		redis("ZADD directory 0 alice\t1");
		redis("ZADD notices:1 0 seen");
		redis_all(gone, n);
		remove_member("alice");
		assert_null(redis("HGET users alice"));
		assert_redis("0", "EXISTS members directory");
		assert_redis("0", "EXISTS user:1 own:1 posts:1 followers:1 "
				  "notices:1");
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

static uint64_t told, recipients_total;

static void tell(uint64_t done, uint64_t total)
{
	assert_true(done > told);
	told = done;
	recipients_total = total;
}

TEST(it_tells_how_far_it_is)
{
	struct rt_removal r;

	unit_post(&alice, "one");
	r = removal("alice");
	told = 0;
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, tell));
	assert_int_equal(3, told);
	assert_int_equal(3, recipients_total);
}

/* ---- posts ------------------------------------------------------------- */

TEST(a_post)
{
	struct rt_status status;

	unit_post(&alice, "one");
	unit_post(&alice, "two");
	assert_int_equal(RT_OK, rt_erase_post(rt, 1, NULL));
	/* A mark, which expires by itself. */
	assert_redis("gone 1", "HGETALL post:1");
	assert_in_range(redis_number("TTL post:1"), 590, 600);
	assert_redis("2", "LRANGE own:1 0 -1");
	assert_redis("2", "LRANGE timeline 0 -1");
	assert_int_equal(RT_OK, rt_status(rt, &mem, NULL, 1, 0, &status));
	assert_int_equal(0, status.post.id);
	assert_int_equal(RT_NOT_FOUND, rt_erase_post(rt, 1, NULL));
	assert_int_equal(RT_NOT_FOUND, rt_erase_post(rt, 99, NULL));
	assert_redis("1", "EXISTS post:2");
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(what_there_is),
		SITE(unknown_members),
		SITE(nothing_of_a_member_stays),
		SITE(what_is_left_in_home_timelines_is_skipped),
		SITE(the_name_is_reserved),
		SITE(the_name_of_one_who_only_waited_is_free),
		SITE(older_names),
		SITE(many_posts_and_follows),
		SITE(posts_by_php_go_too),
		FRESH(cut_off_before_the_end),
		SITE(it_tells_how_far_it_is),
		SITE(a_post),
	};

	return RUN_ADMIN(tests);
}
