/* Home timelines, which expire and are rebuilt. */
#include <limits.h>

#include <sys/mman.h>

#include "base/day.h"
#include "base/secret.h"
#include "libretwis/timeline/home_list.h"
#include "libretwis/timeline/rebuild.h"
#include "libretwis/post/dispatch.h"
#include "proxy.h"
#include "race.h"
#include "unit.h"

/*
 * More commands than home sends while it is built. In a process that no longer
 * knows the newest members and the tags of the day, it sends some 30 more.
 */
#define MANY 120

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

static struct rt_home pass_judge(const struct rt_user *who,
				 struct rt_place place)
{
	struct rt_home h;

	memset(&h, 0x5a, sizeof h);
	assert_int_equal(RT_OK, rt_home(rt, &mem, who->secret, place, &h));
	return h;
}

static const char *look(const struct rt_user *who)
{
	struct rt_home h = pass_judge(who, RT_NO_PLACE);

	return unit_ids(&h.posts);
}

/* Posts that are only in their author's list, from `first` down. */
static void write_own(uint64_t author, int first, int n, int step)
{
	static const char script[] =
		"for i = 0, ARGV[3] - 1 do "
		"local id = ARGV[2] - i * ARGV[4] "
		"redis.call('RPUSH', ARGV[1], id) "
		"redis.call('HSET', 'post:' .. id, 'user_id', 2, "
		"'username', 'bob', 'body', 'x', 'time', 1) end";

	redis("EVAL %s 0 own:%llu %d %d %d", script,
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

/* ---- expiring and rebuilding -------------------------------------------- */

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
	assert_redis("0", "EXISTS lock:{posts:3}");
	unit_post(&bob, "four");
	assert_redis("4 3 2", "LRANGE posts:3 0 -1");
	assert_string_equal("4 3 2", look(&carol));
}

TEST(an_empty_one_is_made_once)
{
	assert_string_equal("", look(&carol));
	assert_redis("0", "LRANGE posts:3 0 -1");
	/* Posts that are in it now are not searched for again. */
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
	assert_redis("0", "EXISTS posts:3");
}

static int seconds_left(int when_she_looks)
{
	redis("EXPIRE posts:3 %d", when_she_looks);
	look(&carol);
	return (int)redis_number("TTL posts:3");
}

TEST(its_end_is_put_off_once_a_day)
{
	unit_post(&bob, "one");
	look(&carol);
	assert_in_range(seconds_left(5000), TIMELINE_SECONDS - 60,
			TIMELINE_SECONDS);
	redis("HSET user:3 last %s", day_today(&mem));
	assert_in_range(seconds_left(5000), 4940, 5000);
	redis("HSET user:3 last 2001-02-03");
	redis("PERSIST posts:3");
	look(&carol);
	assert_in_range(redis_number("TTL posts:3"), TIMELINE_SECONDS - 60,
			TIMELINE_SECONDS);
}

TEST(its_end_is_put_off_for_a_new_post)
{
	unit_post(&bob, "one");
	look(&carol);
	redis("HSET user:3 last %s", day_today(&mem));
	assert_in_range(seconds_left(5000), 4940, 5000);
	unit_post(&bob, "two");
	assert_in_range(seconds_left(5000), TIMELINE_SECONDS - 60,
			TIMELINE_SECONDS);
}

TEST(one_that_is_being_made_ends_by_itself)
{
	unit_post(&bob, "one");
	look(&carol);
	assert_in_range(seconds_left(TIMELINE_UNFINISHED), 1,
			TIMELINE_UNFINISHED);
}

TEST(behind_its_end_it_is_not_made_again)
{
	unit_post(&bob, "one");
	look(&carol);
	redis("RPUSH own:2 9");
	pass_judge(&carol, (struct rt_place){ .start = 50 });
	pass_judge(&carol, (struct rt_place){ .start = 50, .after = 1 });
	assert_redis("1", "LRANGE posts:3 0 -1");
	assert_redis("0", "EXISTS lock:{posts:3}");
}

TEST(nobody_else_s_is_made)
{
	const struct rt_user thief = { .secret = secret_new_for(&mem, 3) };

	pass_judge(&thief, RT_NO_PLACE);
	assert_redis("0", "EXISTS posts:3");
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

/* ---- its contents ------------------------------------------------------- */

TEST(the_newest_thousand)
{
	redis("ZADD following:3 1 1");
	write_own(1, 9000, 1500, 2); /* 9000 to 6002, even */
	write_own(2, 7999, 2000, 2); /* 7999 to 4001, odd */
	write_own(3, 8999, 3, 2);
	look(&carol);
	/* 501 from 8000 down, and three; below that, 496 numbers each. */
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
	h = pass_judge(&carol, place);
	assert_string_equal("90 89 88 87 86 85 84 83 82 81",
			    unit_ids(&h.posts));
	assert_int_equal(10, h.here.start);
	assert_int_equal(20, h.older.start);
	assert_int_equal(81, h.older.after);
	redis("DEL posts:3");
	h = pass_judge(&carol, (struct rt_place){ .start = 95 });
	assert_string_equal("5 4 3 2 1", unit_ids(&h.posts));
	redis("DEL posts:3");
	h = pass_judge(&carol, (struct rt_place){ .start = RT_NO_START });
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

/* How often Redis was read, in round trips. */
static uint64_t reads(void)
{
	const char *stat =
		strstr(redis("INFO stats"), "total_reads_processed");

	assert_non_null(stat);
	return strtoull(strchr(stat, ':') + 1, NULL, 10);
}

static uint64_t reads_of_a_look(int sources)
{
	uint64_t before;

	redis("DEL posts:3 following:3");
	redis("EVAL %s 0 %d",
	      "for i = 1, ARGV[1] do "
	      "redis.call('ZADD', 'following:3', i, 1000 + i) end",
	      sources);
	before = reads();
	look(&carol);
	return reads() - before;
}

/* And the owner is one more: so three hundred take four round trips, twice. */
TEST(a_hundred_lists_a_trip)
{
	uint64_t one = reads_of_a_look(1);

	unit_skip(SEVERAL, "it counts what one Redis reads");
	assert_int_equal(one, reads_of_a_look(99));
	assert_int_equal(one + 2, reads_of_a_look(100));
	assert_int_equal(one + 6, reads_of_a_look(300));
}

/* ---- out of order ------------------------------------------------------ */

/*
 * The ids of all pages, one after the other, with something happening between
 * two.
 */
static const char *read_on(void (*between)(void))
{
	struct rt_place place = RT_NO_PLACE;
	const char *all = "";
	int pages = 0;

	do {
		assert_true(pages++ < 10);
		struct rt_home h = pass_judge(&carol, place);

		all = arena_printf(&mem, "%s%s%s", all, *all ? " " : "",
				   unit_ids(&h.posts));
		place = h.older;
		if (between)
			between();
	} while (place.start);
	return all;
}

static const char *from_to(int first, int last)
{
	const char *all = arena_printf(&mem, "%d", first);

	while (--first >= last)
		all = arena_printf(&mem, "%s %d", all, first);
	return all;
}

/* A worker pushes a post that the rebuilt timeline already has. */
static void push_once_more(int id)
{
	redis("LPUSHX posts:3 %d", id);
}

TEST(a_second_copy_is_shown_once)
{
	static const int copies[] = { 60, 59, 51, 50, 49, 30, 1 };

	write_own(bob.id, 60, 60, 1);
	for (size_t i = 0; i < COUNT(copies); i++) {
		redis("DEL posts:3");
		look(&carol);
		push_once_more(copies[i]);
		assert_string_equal(from_to(60, 1), read_on(NULL));
		expect_entries(3, 60, 1, 60);
		assert_in_range(redis_number("TTL posts:3"),
				TIMELINE_SECONDS - 60, TIMELINE_SECONDS);
	}
}

static int next_copy;

static void push_another(void)
{
	push_once_more(next_copy);
	next_copy -= 3;
}

/* Above and below what has been read, on every page. */
TEST(paging_neither_repeats_nor_skips_while_copies_come)
{
	static const int first[] = { 60, 55, 45, 36 };

	write_own(bob.id, 60, 60, 1);
	for (size_t i = 0; i < COUNT(first); i++) {
		redis("DEL posts:3");
		next_copy = first[i];
		assert_string_equal(from_to(60, 1), read_on(push_another));
	}
}

/* On one page or on two, and before or after the timeline was put in order. */
TEST(what_comes_late_gets_its_place)
{
	write_own(bob.id, 60, 60, 1);
	redis("LREM own:2 1 58");
	redis("LREM own:2 1 33");
	look(&carol);
	push_once_more(33);
	push_once_more(58);
	assert_string_equal(from_to(60, 1), read_on(NULL));
	expect_entries(3, 60, 1, 60);
}

/*
 * Memory is full, or too few replicas are connected, or it is itself a
 * replica.
 */
static const struct {
	const char *on, *off;
} read_only[] = {
	{ "CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0" },
	{ "CONFIG SET min-replicas-to-write 1",
	  "CONFIG SET min-replicas-to-write 0" },
	{ "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE" },
};

/* In an existing timeline, and in one that the page rebuilds each time. */
TEST(a_second_copy_is_shown_once_where_nothing_can_be_written)
{
	unit_skip(SEVERAL, "it makes one Redis read-only");
	write_own(bob.id, 60, 60, 1);
	for (size_t i = 0; i < COUNT(read_only); i++) {
		redis("DEL posts:3");
		look(&carol);
		push_once_more(30);
		redis_line(read_only[i].on);
		assert_string_equal(from_to(60, 1), read_on(NULL));
		redis_line(read_only[i].off);
		redis("DEL posts:3");
		redis_line(read_only[i].on);
		assert_string_equal(from_to(60, 1), read_on(NULL));
		redis_line(read_only[i].off);
	}
}

/* Except that it is trimmed to the newest thousand. */
TEST(putting_in_order_changes_nothing_else)
{
	write_own(bob.id, 1100, 1100, 1);
	redis("EVAL %s 0", "for i = 1, 1100 do "
			   "redis.call('LPUSH', 'posts:3', i) end");
	redis("EXPIRE posts:3 5000");
	redis("HSET user:3 seen 1100 last %s", day_today(&mem));
	push_once_more(1090);
	look(&carol);
	expect_entries(3, 1100, 101, 1000);
	assert_in_range(redis_number("TTL posts:3"), 4940, 5000);
}

TEST(a_timeline_in_order_is_not_written)
{
	write_own(bob.id, 60, 60, 1);
	look(&carol);
	redis("CONFIG RESETSTAT");
	read_on(NULL);
	assert_int_equal(0, unit_calls("del"));
}

/* ---- at the same time --------------------------------------------------- */

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

/* An unfinished timeline has expired, and the dead program holds no lock. */
static void a_minute_passes(void)
{
	redis("DEL lock:{posts:3}");
	if (redis_number("TTL posts:3") <= TIMELINE_UNFINISHED)
		redis("DEL posts:3");
}

/* Returns true if it finished. */
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
	assert_in_range(at, 15, MANY);
}

/* ---- in the middle of a delivery ---------------------------------------- */

static bool was_there;

static void carol_comes(void)
{
	look(&carol);
	was_there = true;
}

static void carol_leaves(void)
{
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, carol.id, bob.id));
	was_there = true;
}

static void deliver_all(void)
{
	unit_deliver();
}

/* Written, and not yet delivered. */
static uint64_t bob_writes(void)
{
	const struct rt_draft draft = { .body = "x", .nonce = rt_nonce(&mem) };
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &bob, &draft, &id));
	return id;
}

/* Killed before that command, or not; and then another worker takes over. */
static bool deliver_in_vain(unsigned at, void (*run)(void), unsigned commands)
{
	bool ended = proxy_run_with(at, run, commands, deliver_all);

	redis("EVAL %s 0", "for _, key in ipairs(redis.call('KEYS', "
			   "'{fanout}:taken:*')) do "
			   "local job = redis.call('RPOP', key) "
			   "redis.call('LPUSH', '{fanout}:jobs', "
			   "(job:gsub('^(%d+) %d+', '%1 1'))) end");
	unit_deliver();
	return ended;
}

/* Returns true if it finished. */
static bool deliver_and_look(unsigned at, unsigned commands)
{
	uint64_t post;
	bool ended;

	redis("DEL posts:3 own:2");
	was_there = false;
	post = bob_writes();
	ended = deliver_in_vain(at, carol_comes, commands);
	look(&carol);
	assert_redis(arena_printf(&mem, ID, post), "LRANGE posts:3 0 -1");
	return ended;
}

/*
 * Built in the middle of a delivery, for somebody who has not looked for long.
 */
TEST(one_that_is_made_while_posts_are_delivered_has_each_once)
{
	unsigned at = 0, commands = 0;

	do
		assert_true(deliver_and_look(at++, 1000));
	while (was_there);
	assert_in_range(at, 8, MANY);
	while (!deliver_and_look(0, commands))
		commands++;
	assert_in_range(commands, 8, MANY);
}

TEST(one_that_is_made_without_an_author_has_none_of_the_author_s_posts)
{
	unsigned at = 0;

	do {
		redis("DEL posts:3 own:2");
		rt_follow(rt, &mem, carol.id, bob.id);
		look(&carol);
		bob_writes();
		was_there = false;
		deliver_in_vain(at++, carol_leaves, 1000);
		if (was_there)
			assert_null(strstr(redis("LRANGE posts:3 0 -1"), "1"));
	} while (was_there);
	assert_in_range(at, 8, MANY);
}

static void bob_is_delivered(void)
{
	unit_deliver();
	was_there = true;
}

static void carol_leaves_slowly(void)
{
	rt_unfollow(rt, &mem, carol.id, bob.id);
}

/*
 * A whole delivery takes place between two commands of members who unfollow.
 */
TEST(what_is_delivered_while_an_author_is_left_does_not_stay)
{
	unsigned at = 0;

	do {
		redis("DEL posts:3 own:2");
		rt_follow(rt, &mem, carol.id, bob.id);
		look(&carol);
		bob_writes();
		was_there = false;
		assert_true(proxy_run_with(at++, bob_is_delivered, 1000,
					   carol_leaves_slowly));
		unit_deliver();
		assert_string_equal("", look(&carol));
	} while (was_there);
	assert_in_range(at, 15, MANY);
}

/* One of them unfollows, and each of the others delivers a post. */
static int leave_or_deliver(int n)
{
	struct delivery d;
	struct worker w;
	struct jobs jobs;
	enum rt_err err;

	if (n == 0)
		return rt_unfollow(rt, &mem, carol.id, bob.id);
	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	if ((err = worker_take_jobs(rt, &mem, &w, 1000, 1, &jobs)))
		return err;
	return n % 2 ? dispatch_together(rt, &mem, &w, &jobs, INT64_MAX, &d)
		     : dispatch_chunk(rt, &mem, &w, &jobs.v[0], INT64_MAX, &d);
}

/* At random moments: the two tests above show each case that can occur. */
TEST(two_hundred_times_an_author_is_left_while_posts_are_delivered)
{
	int result[RACERS];

	for (int i = 0; i < 200; i++) {
		redis("DEL posts:3 own:2");
		rt_follow(rt, &mem, carol.id, bob.id);
		look(&carol);
		for (int post = 1; post < RACERS; post++)
			bob_writes();
		race(leave_or_deliver, result);
		assert_int_equal(RACERS, race_count(result, RT_OK));
		assert_string_equal("", look(&carol));
	}
}

/* ---- too slow, and not alone -------------------------------------------- */

/* The lock has expired, carol follows alice in another page, and bob posts. */
static void others_go_on(void)
{
	redis("DEL lock:{posts:3}");
	redis("UNLINK posts:3");
	assert_int_equal(RT_OK, rt_follow(rt, &mem, carol.id, alice.id));
	look(&carol);
	bob_posts();
}

static void make_too_late(unsigned at)
{
	unsigned long long one, two;

	redis("DEL posts:3 own:1 own:2 following:3");
	redis("ZADD following:3 1 2");
	one = unit_post(&alice, "one");
	two = unit_post(&bob, "two");
	meanwhile = 0;
	assert_true(proxy_run_with(at, others_go_on, 1000, carol_looks_once));
	if (!meanwhile)
		return;
	a_minute_passes();
	unit_post(&bob, "later");
	assert_string_equal(arena_printf(&mem, "%llu %llu %llu %llu",
					 meanwhile + 1, meanwhile, two, one),
			    look(&carol));
}

TEST(who_has_lost_the_lock_writes_nothing)
{
	unsigned at = 0;

	do
		make_too_late(at++);
	while (meanwhile);
	assert_in_range(at, 15, MANY);
}

/* The lock has expired, and somebody else is about to build the timeline. */
static void somebody_else_begins(void)
{
	redis("DEL posts:3");
	redis("SET lock:{posts:3} somebody");
	redis("RPUSH posts:3 7");
	redis("EXPIRE posts:3 %d", TIMELINE_UNFINISHED);
	was_there = true;
}

static void expect_theirs(void)
{
	assert_int_equal(1, redis_number("EXISTS lock:{posts:3}"));
	assert_redis("somebody", "GET lock:{posts:3}");
	assert_redis("7", "LRANGE posts:3 0 -1");
	assert_in_range(redis_number("TTL posts:3"), 1, TIMELINE_UNFINISHED);
}

TEST(who_has_lost_the_lock_leaves_the_timeline_of_another_one_alone)
{
	unsigned at = 0;

	redis("HSET post:7 user_id 2 username bob body x time 1");
	do {
		redis("DEL posts:3 lock:{posts:3}");
		redis("HSET user:3 last %s seen 7", day_today(&mem));
		was_there = false;
		assert_true(proxy_run_with(at++, somebody_else_begins, 1000,
					   carol_looks_once));
		if (was_there)
			expect_theirs();
	} while (was_there);
	assert_in_range(at, 12, MANY);
}

TEST(who_cannot_have_the_lock_shows_it_and_stores_nothing)
{
	unit_post(&bob, "one");
	redis("SET lock:{posts:3} somebody");
	assert_string_equal("1", look(&carol));
	assert_redis("0", "EXISTS posts:3");
	assert_redis("somebody", "GET lock:{posts:3}");
}

TEST(somebody_else_has_just_made_it)
{
	struct rt_ids ids = { 0 };

	redis("RPUSH posts:3 7");
	assert_int_equal(RT_TAKEN, rebuild_home(rt, &mem, carol.id, &ids));
	assert_int_equal(0, ids.n);
	assert_redis("7", "LRANGE posts:3 0 -1");
}

static size_t *shown; /* set by the other process */
static long asked;    /* EXISTS, when the timeline was deleted */

static void carol_looks_further(void)
{
	struct rt_place five = { .start = 5 };
	struct rt_home h;

	if (rt_home(rt, &mem, carol.secret, five, &h) == RT_OK)
		*shown = h.posts.n;
}

/*
 * At once: a command that the proxy has let through may still be on its way.
 */
static void it_is_dropped(void)
{
	static const char script[] =
		"redis.call('UNLINK', KEYS[1]) "
		"return redis.call('INFO', 'commandstats')";
	const char *calls = strstr(redis("EVAL %s 1 posts:3", script),
				   "cmdstat_exists:calls=");

	asked = calls ? strtol(strchr(calls, '=') + 1, NULL, 10) : 0;
}

/*
 * The page is beyond the end of a timeline that somebody has just begun. As a
 * follow in another tab would, we delete it before each command: until the
 * page has checked whether it existed when it was read, it builds another one.
 */
TEST(one_that_is_dropped_before_it_is_read_is_made)
{
	unsigned at = 0;

	shown = mmap(NULL, sizeof *shown, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(shown != MAP_FAILED);
	write_own(bob.id, 10, 10, 1);
	do {
		redis("DEL posts:3");
		redis("RPUSH posts:3 10");
		redis("CONFIG RESETSTAT");
		*shown = 0;
		asked = LONG_MAX; /* it may finish before that command */
		assert_true(proxy_run_with(at++, it_is_dropped, 1000,
					   carol_looks_further));
		if (asked < 2)
			assert_int_equal(5, *shown);
	} while (asked < 2);
	assert_in_range(at, 5, MANY);
	munmap(shown, sizeof *shown);
}

static int carol_looks(int n)
{
	struct rt_home h;

	(void)n;
	return rt_home(rt, &mem, carol.secret, RT_NO_PLACE, &h) == RT_OK &&
	       h.posts.n == 1;
}

/*
 * Each request reads the timeline, and once more after building it. Building
 * it reads two own: lists twice; if all requests did so, there would be four
 * times as many.
 */
TEST(twelve_tabs_make_it_once)
{
	int result[RACERS];

	unit_post(&bob, "one");
	redis("CONFIG RESETSTAT");
	race(carol_looks, result);
	assert_int_equal(RACERS, race_count(result, true));
	assert_redis("1", "LRANGE posts:3 0 -1");
	assert_in_range(unit_calls("lrange"), RACERS + 4, 2 * RACERS + 4);
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
		OURS(its_end_is_put_off_for_a_new_post),
		OURS(one_that_is_being_made_ends_by_itself),
		OURS(behind_its_end_it_is_not_made_again),
		OURS(nobody_else_s_is_made),
		OURS(none_is_made_or_ended_where_not_adopted),
		OURS(the_newest_thousand),
		OURS(many_who_write_little),
		OURS(pages_are_the_same_as_of_one_that_was_there),
		OURS(shown_where_it_cannot_be_kept),
		OURS(a_hundred_lists_a_trip),
		OURS(a_second_copy_is_shown_once),
		OURS(paging_neither_repeats_nor_skips_while_copies_come),
		OURS(what_comes_late_gets_its_place),
		OURS(a_second_copy_is_shown_once_where_nothing_can_be_written),
		OURS(putting_in_order_changes_nothing_else),
		OURS(a_timeline_in_order_is_not_written),
		OURS(somebody_else_has_just_made_it),
		OURS(one_that_is_dropped_before_it_is_read_is_made),
		OURS(what_is_delivered_while_it_is_made_is_not_missed),
		OURS(one_that_is_made_while_posts_are_delivered_has_each_once),
		OURS(one_that_is_made_without_an_author_has_none_of_the_author_s_posts),
		OURS(what_is_delivered_while_an_author_is_left_does_not_stay),
		OURS(two_hundred_times_an_author_is_left_while_posts_are_delivered),
		OURS(who_has_lost_the_lock_writes_nothing),
		OURS(who_has_lost_the_lock_leaves_the_timeline_of_another_one_alone),
		OURS(who_cannot_have_the_lock_shows_it_and_stores_nothing),
		OURS(twelve_tabs_make_it_once),
	};

	return RUN_REDIS(tests);
}
