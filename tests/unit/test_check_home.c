/* Checking home timelines. */
#include "checked.h"

/* Bob follows alice, and has recently looked at his home page. */
static int looked(void **state)
{
	if (checked_site(state) != 0)
		return -1;
	redis("DEL posts:2");
	redis("RPUSH posts:2 5 4 3 2 1");
	redis("EXPIRE posts:2 1000");
	redis("ZADD following:2 XX 1000 1");
	redis("ZADD followers:1 XX 1000 2");
	return 0;
}

#define LOOKED(test) cmocka_unit_test_setup_teardown(test, looked, unit_forget)

/*
 * Checks that it is found and repaired, and that the timeline then has to be
 * rebuilt.
 */
static void expect(const char *line)
{
	const char *found = checked(true);

	if (!strstr(found, arena_printf(&mem, "+%s\n", line)))
		fail_msg("not found, or not mended: %s\n%s", line, found);
	checked_clean(line);
}

TEST(a_timeline_where_all_fits)
{
	checked_clean("at first");
	redis("RPUSH posts:2 0");
	checked_clean("with a mark at its end");
	redis("LPUSH posts:2 3");
	checked_clean("where a post is twice until its owner looks");
	redis("DEL posts:1");
	redis("RPUSH posts:1 6");
	redis("LTRIM posts:2 0 1");
	checked_clean("when older posts have been cut off");
}

TEST(what_does_not_belong_there)
{
	redis("LPUSH posts:2 6");
	expect("post of a stranger: posts:2 has post 6 of somebody not "
	       "followed");
	assert_redis("0", "EXISTS posts:2");
}

TEST(of_somebody_just_left)
{
	redis("ZREM following:2 1");
	redis("ZADD following:2 1 3");
	redis("ZADD followers:3 1 2");
	redis("LPUSH posts:2 6");
	expect("unfollowed, but still shown: posts:2 has post 4 of somebody "
	       "unfollowed");
	assert_redis("0", "EXISTS posts:2");
}

TEST(what_it_lacks)
{
	static const int table[] = { 2, 3, 4, 5 };

	for (size_t i = 0; i < COUNT(table); i++) {
		unit_forget(NULL);
		looked(NULL);
		redis("LREM posts:2 0 %d", table[i]);
		expect(arena_printf(&mem,
				    "post not delivered: posts:2 lacks post "
				    "%d of somebody followed",
				    table[i]));
		assert_redis("0", "EXISTS posts:2");
	}
}

TEST(an_empty_one_lacks_all)
{
	redis("DEL posts:2");
	redis("RPUSH posts:2 0");
	redis("EXPIRE posts:2 1000");
	expect("post not delivered: posts:2 lacks post 1 of somebody "
	       "followed");
}

/* Following was interrupted before the timeline was deleted. */
TEST(of_somebody_just_followed)
{
	redis("LREM posts:2 0 4");
	redis("ZADD following:2 XX %lld 1", (long long)time(NULL));
	expect("follow not shown: posts:2 lacks post 4 from before a follow");
}

TEST(what_is_on_its_way)
{
	static const char *const table[][2] = {
		{ "ZADD outbox 5 4", "DEL outbox" },
		{ "LPUSH {fanout}:jobs 5", "DEL {fanout}:jobs" },
		{ "LPUSH {fanout}:dead 5", "DEL {fanout}:dead" },
	};

	redis("LREM posts:2 0 4");
	for (size_t i = 0; i < COUNT(table); i++) {
		const char *found;

		redis_all(&table[i][0], 1);
		found = checked(false);
		assert_non_null(strstr(found, "deliveries waiting: "));
		assert_null(strstr(found, "post not delivered"));
		redis_all(&table[i][1], 1);
	}
	redis("ZADD {fanout}:workers 1 w");
	redis("LPUSH {fanout}:taken:w %s", "5 0 job");
	assert_null(strstr(checked(false), "post not delivered"));
	redis("DEL {fanout}:taken:w");
	assert_non_null(strstr(checked(false), "post not delivered"));
}

/* More than are read at first, and by more members than are read at once. */
/* Bob follows 250 more, who wrote the posts 11 to 710. */
static void many_authors(void)
{
	static const char script[] =
		"for m = 4, 253 do redis.call('HSET', 'user:' .. m,"
		" 'username', 'm' .. m, 'password', 'x', 'auth', 's' .. m) "
		"redis.call('HSET', 'users', 'm' .. m, m) "
		"redis.call('HSET', 'auths', 's' .. m, m) "
		"redis.call('ZADD', 'users_by_time', m, 'm' .. m) "
		"redis.call('ZADD', 'members', 0, 'm' .. m .. '\t' .. m) "
		"redis.call('ZADD', 'directory', 0, 'm' .. m .. '\t' .. m) "
		"redis.call('ZADD', 'following:2', 10, m) "
		"redis.call('ZADD', 'followers:' .. m, 10, 2) end "
		"for id = 11, 710 do "
		"local by = id < 511 and 253 or 4 + id % 250 "
		"redis.call('HSET', 'post:' .. id, 'user_id', by, 'time',"
		" 1700000000, 'body', 'b', 'username', 'm' .. by) "
		"redis.call('LPUSH', 'own:' .. by, id) "
		"redis.call('LPUSH', 'timeline', id) "
		"redis.call('LPUSH', 'posts:2', id) end "
		"redis.call('SET', 'next_user_id', 253) "
		"redis.call('SET', 'next_post_id', 710)";

	redis("EVAL %s 0", script);
}

TEST(long_lists_of_many_authors)
{
	static const int table[] = { 40, 300, 510, 511, 710 };

	for (size_t i = 0; i < COUNT(table); i++) {
		unit_forget(NULL);
		looked(NULL);
		/* Its posts are not indexed. */
		conf.names_only = true;
		many_authors();
		checked_clean("long lists");
		redis("LREM posts:2 0 %d", table[i]);
		expect(arena_printf(&mem,
				    "post not delivered: posts:2 lacks post "
				    "%d of somebody followed",
				    table[i]));
	}
	conf.names_only = false;
}

/* Alice has written this many more posts, and bob's timeline has them all. */
static void alice_writes(int n)
{
	static const char script[] =
		"for id = 11, 10 + ARGV[1] do "
		"redis.call('HSET', 'post:' .. id, 'user_id', 1, 'time', id,"
		" 'body', 'x', 'username', 'alice') "
		"redis.call('LPUSH', 'own:1', id) "
		"redis.call('LPUSH', 'posts:2', id) end "
		"redis.call('DEL', 'posts:1', 'timeline') "
		"redis.call('SET', 'next_post_id', 10 + ARGV[1])";

	redis("EVAL %s 0 %d", script, n);
}

/* Deliveries do not trim it each time. */
TEST(a_timeline_that_is_too_long)
{
	alice_writes(TIMELINE_LONGEST - 5);
	assert_null(strstr(checked(false), "list too long"));
	alice_writes(TIMELINE_LONGEST);
	assert_non_null(strstr(checked(true), "+list too long: posts:2"));
	assert_redis("1000", "LLEN posts:2");
}

static size_t count_lines(const char *text, const char *begin)
{
	size_t n = 0;

	for (; (text = strstr(text, begin)); text++)
		n++;
	return n;
}

TEST(none_of_many_authors_is_left_out)
{
	many_authors();
	redis("DEL posts:2");
	redis("RPUSH posts:2 0");
	redis("EXPIRE posts:2 1000");
	assert_int_equal(705, count_lines(checked(false),
					  "post not delivered: posts:2"));
}

/* It is at the end, below posts that were trimmed. */
TEST(one_that_came_late)
{
	conf.names_only = true;
	many_authors();
	redis("LTRIM posts:2 0 599");
	checked_clean("cut off");
	redis("RPUSH posts:2 20");
	checked_clean("with an older one at the end");
	redis("LREM posts:2 0 200");
	expect("post not delivered: posts:2 lacks post 200 of somebody "
	       "followed");
	conf.names_only = false;
}

/* Deleting a post leaves it there, and pages skip it. */
TEST(deleted_posts)
{
	struct rt_user bob = { .id = 2, .name = "bob" };

	redis("RPUSH posts:2 7 99");
	checked_clean("with what is gone");
	for (uint64_t id = 1; id <= 7; id++)
		rt_post_delete(rt, &mem, &bob, id);
	unit_deliver();
	assert_redis("0", "EXISTS own:2");
	checked_clean("without any post of its owner");
}

TEST(a_post_may_be_delivered_hours_later)
{
	redis("LREM posts:2 0 1");
	redis("LPUSH posts:2 1");
	redis("HINCRBY post:1 time -20000");
	checked_clean("delivered late");
}

/* PHP neither removes nor adds anything. */
TEST(of_a_time_when_php_wrote)
{
	redis("HDEL post:6 username");
	redis("LPUSH posts:2 6");
	expect("unfollowed, but still shown: posts:2 has post 6 of somebody unfollowed");
	redis("RPUSH posts:2 5 4 3 2");
	redis("LREM posts:2 0 4");
	redis("EXPIRE posts:2 1000");
	redis("HDEL post:4 username");
	expect("follow not shown: posts:2 lacks post 4 from before a follow");
}

/* As PHP wrote it, or before wrong timelines were rebuilt. */
TEST(one_that_never_ends_may_lack_some)
{
	redis("PERSIST posts:2");
	redis("LREM posts:2 0 4");
	redis("LPUSH posts:2 6");
	checked_clean("without an end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOOKED(a_timeline_where_all_fits),
		LOOKED(what_does_not_belong_there),
		LOOKED(of_somebody_just_left),
		LOOKED(what_it_lacks),
		LOOKED(an_empty_one_lacks_all),
		LOOKED(of_somebody_just_followed),
		LOOKED(what_is_on_its_way),
		LOOKED(long_lists_of_many_authors),
		LOOKED(a_timeline_that_is_too_long),
		LOOKED(none_of_many_authors_is_left_out),
		LOOKED(one_that_came_late),
		LOOKED(deleted_posts),
		LOOKED(a_post_may_be_delivered_hours_later),
		LOOKED(of_a_time_when_php_wrote),
		LOOKED(one_that_never_ends_may_lack_some),
	};

	return RUN_ADMIN(tests);
}
