/* Home timelines, which come and go and are made anew. */
#include "libretwis/base/secret.h"
#include "libretwis/timeline/home.h"
#include "libretwis/timeline/rebuild.h"
#include "proxy.h"
#include "race.h"
#include "unit.h"

static struct rt_user alice, bob, carol;

/* Carol follows bob; nobody has a timeline. */
static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	return rt_follow(rt, &mem, carol.id, bob.id) != RT_OK;
}

static struct rt_home look_at(const struct rt_user *who, struct rt_place place)
{
	struct rt_home h;

	memset(&h, 0x5a, sizeof h);
	assert_int_equal(RT_OK, rt_home(rt, &mem, who->secret, place, &h));
	return h;
}

static const char *look(const struct rt_user *who)
{
	struct rt_home h = look_at(who, RT_NO_PLACE);

	return unit_ids(&h.posts);
}

/* Posts that are only in the list of their author, from `first` down. */
static void write_own(uint64_t author, int first, int n, int step)
{
	static const char script[] =
		"for i = 0, ARGV[2] - 1 do "
		"local id = ARGV[1] - i * ARGV[3] "
		"redis.call('RPUSH', KEYS[1], id) "
		"redis.call('HSET', 'post:' .. id, 'user_id', 2, "
		"'username', 'bob', 'body', 'x', 'time', 1) end";

	redis("EVAL %s 1 own:%llu %d %d %d", script,
	      (unsigned long long)author, first, n, step);
}

/* Entries `from` to `to` of a list, and how many there are. */
static void expect_entries(uint64_t member, int from, int to, int n)
{
	static const char script[] =
		"local l = redis.call('LRANGE', KEYS[1], 0, -1) "
		"for i = 2, #l do if tonumber(l[i]) >= tonumber(l[i - 1]) "
		"then return 'disorder' end end "
		"return l[1] .. ' ' .. l[#l] .. ' ' .. #l";

	assert_redis(arena_printf(&mem, "%d %d %d", from, to, n),
		     "EVAL %s 1 posts:%llu", script,
		     (unsigned long long)member);
}

/* ---- coming and going -------------------------------------------------- */

TEST(it_is_made_at_the_first_look)
{
	unit_post(&alice, "not followed");
	unit_post(&bob, "two");
	unit_post(&carol, "three");
	assert_null(unit_entries(carol.id));
	assert_string_equal("3 2", look(&carol));
	assert_redis("3 2", "LRANGE posts:3 0 -1");
	assert_in_range(redis_number("TTL posts:3"), TIMELINE_SECONDS - 60,
			TIMELINE_SECONDS);
	assert_redis("3", "ZRANGE rebuilt 0 -1");
	assert_redis("0", "EXISTS lock:home:3");
	unit_post(&bob, "four");
	assert_redis("4 3 2", "LRANGE posts:3 0 -1");
	assert_string_equal("4 3 2", look(&carol));
}

TEST(an_empty_one_is_made_once)
{
	assert_string_equal("", look(&carol));
	assert_redis("0", "LRANGE posts:3 0 -1");
	/* What stands there now is not looked for again. */
	redis("RPUSH own:2 9");
	assert_string_equal("", look(&carol));
	assert_redis("0", "LRANGE posts:3 0 -1");
}

TEST(following_brings_posts_and_stopping_takes_them)
{
	unit_post(&alice, "one");
	unit_post(&bob, "two");
	assert_string_equal("2", look(&carol));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, carol.id, alice.id));
	assert_redis("2 1", "LRANGE posts:3 0 -1");
	assert_string_equal("2 1", look(&carol));
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, carol.id, bob.id));
	assert_redis("1", "LRANGE posts:3 0 -1");
	assert_string_equal("1", look(&carol));
}

TEST(who_was_not_here_gets_none_by_following)
{
	assert_int_equal(RT_OK, rt_follow(rt, &mem, carol.id, alice.id));
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, carol.id, bob.id));
	assert_redis("0", "EXISTS posts:3 rebuilt");
}

TEST(its_end_is_put_off_once_a_day)
{
	look(&carol);
	redis("EXPIRE posts:3 %d", TIMELINE_SECONDS - 3600);
	look(&carol);
	assert_in_range(redis_number("TTL posts:3"), 1,
			TIMELINE_SECONDS - 3600);
	redis("EXPIRE posts:3 %d", TIMELINE_SECONDS - 86400 - 60);
	look(&carol);
	assert_true(redis_number("TTL posts:3") > TIMELINE_SECONDS - 60);
	redis("PERSIST posts:3");
	look(&carol);
	assert_true(redis_number("TTL posts:3") > TIMELINE_SECONDS - 60);
}

TEST(nobody_else_s_is_made)
{
	const struct rt_user thief = { .secret = secret_of(&mem, 3) };

	look_at(&thief, RT_NO_PLACE);
	assert_redis("0", "EXISTS posts:3 rebuilt");
}

TEST(none_is_made_or_ended_where_not_adopted)
{
	unit_post(&bob, "one");
	redis("DEL posts:3");
	unit_unadopt();
	assert_string_equal("", look(&carol));
	assert_redis("0", "EXISTS posts:3");
	redis("RPUSH posts:3 1");
	assert_string_equal("1", look(&carol));
	assert_redis("-1", "TTL posts:3");
	rt_unfollow(rt, &mem, carol.id, bob.id);
	assert_string_equal("1", look(&carol));
}

/* ---- what it is made of ------------------------------------------------ */

TEST(the_newest_thousand)
{
	redis("ZADD following:3 1 1");
	write_own(1, 9000, 1500, 2); /* 9000 to 6002, even */
	write_own(2, 7999, 2000, 2); /* 7999 to 4001, odd */
	write_own(3, 8999, 3, 2);
	look(&carol);
	/* 501 from 8000 on and three; below, all of 496 numbers. */
	expect_entries(3, 9000, 7504, 1000);
}

TEST(many_who_write_little)
{
	redis("EVAL %s 0",
	      "for i = 10, 3009 do redis.call('ZADD', 'following:3', i, i) "
	      "redis.call('RPUSH', 'own:' .. i, i + 20000, i) end");
	look(&carol);
	expect_entries(3, 23009, 22010, 1000);
}

TEST(pages_are_the_same_as_of_one_that_was_there)
{
	struct rt_place place = { .start = 10, .after = 91 };
	struct rt_home h;

	write_own(2, 100, 100, 1);
	h = look_at(&carol, place);
	assert_string_equal("90 89 88 87 86 85 84 83 82 81",
			    unit_ids(&h.posts));
	assert_int_equal(10, h.here.start);
	assert_int_equal(20, h.older.start);
	assert_int_equal(81, h.older.after);
	redis("DEL posts:3");
	h = look_at(&carol, (struct rt_place){ .start = 95 });
	assert_string_equal("5 4 3 2 1", unit_ids(&h.posts));
	redis("DEL posts:3");
	h = look_at(&carol, (struct rt_place){ .start = RT_NO_START });
	assert_string_equal("", unit_ids(&h.posts));
	assert_redis("100", "LLEN posts:3");
}

TEST(shown_where_it_cannot_be_kept)
{
	unit_post(&bob, "one");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_string_equal("1", look(&carol));
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_redis("0", "EXISTS posts:3");
	assert_string_equal("1", look(&carol));
	assert_redis("1", "EXISTS posts:3");
}

/* ---- at once ----------------------------------------------------------- */

static unsigned long long meanwhile;

static void bob_posts(void)
{
	meanwhile = unit_post(&bob, "meanwhile");
}

static void carol_looks_once(void)
{
	struct rt_home h;

	rt_home(rt, &mem, carol.secret, RT_NO_PLACE, &h);
}

/* What was not finished is gone, and who has died holds no lock any more. */
static void a_minute_passes(void)
{
	redis("DEL lock:home:3");
	if (redis_number("TTL posts:3") <= TIMELINE_UNFINISHED)
		redis("DEL posts:3");
}

/* True if it came to its end. */
static bool make_in_vain(unsigned at, unsigned commands)
{
	unsigned long long before;
	bool ended;

	redis("DEL posts:3 own:2");
	before = unit_post(&bob, "before");
	meanwhile = 0;
	ended = proxy_run_with(at, bob_posts, commands, carol_looks_once);
	a_minute_passes();
	assert_string_equal(
		meanwhile ? arena_printf(&mem, "%llu %llu", meanwhile, before)
			  : arena_printf(&mem, "%llu", before),
		look(&carol));
	return ended;
}

/* Before any command; and killed before any later one, or not at all. */
TEST(what_is_delivered_while_it_is_made_is_not_missed)
{
	unsigned at = 0, commands;

	do {
		for (commands = at; !make_in_vain(at, commands);)
			commands++;
		at++;
	} while (meanwhile);
	assert_in_range(at, 15, 60);
}

TEST(somebody_else_has_just_made_it)
{
	struct rt_ids ids = { 0 };

	redis("RPUSH posts:3 7");
	assert_int_equal(RT_TAKEN, rebuild_home(rt, &mem, carol.id, &ids));
	assert_int_equal(0, ids.n);
	assert_redis("7", "LRANGE posts:3 0 -1");
}

static int carol_looks(int n)
{
	struct rt_home h;

	(void)n;
	return rt_home(rt, &mem, carol.secret, RT_NO_PLACE, &h) == RT_OK &&
	       h.posts.n == 1;
}

/*
 * Each look reads the timeline, and once more after it was made.  Making it
 * reads two own: lists twice; if all did so there were four times as many.
 */
TEST(twelve_tabs_make_it_once)
{
	int result[RACERS];
	const char *calls;

	unit_post(&bob, "one");
	redis("CONFIG RESETSTAT");
	race(carol_looks, result);
	assert_int_equal(RACERS, race_count(result, true));
	assert_redis("1", "LRANGE posts:3 0 -1");
	calls = strstr(redis("INFO commandstats"), "cmdstat_lrange:calls=");
	assert_non_null(calls);
	assert_in_range(strtol(strchr(calls, '=') + 1, NULL, 10), RACERS + 4,
			2 * RACERS + 4);
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(it_is_made_at_the_first_look),
		OURS(an_empty_one_is_made_once),
		OURS(following_brings_posts_and_stopping_takes_them),
		OURS(who_was_not_here_gets_none_by_following),
		OURS(its_end_is_put_off_once_a_day),
		OURS(nobody_else_s_is_made),
		OURS(none_is_made_or_ended_where_not_adopted),
		OURS(the_newest_thousand),
		OURS(many_who_write_little),
		OURS(pages_are_the_same_as_of_one_that_was_there),
		OURS(shown_where_it_cannot_be_kept),
		OURS(somebody_else_has_just_made_it),
		OURS(what_is_delivered_while_it_is_made_is_not_missed),
		OURS(twelve_tabs_make_it_once),
	};

	return RUN_REDIS(tests);
}
