/* Dates: the list of what comes, and changing and cancelling one. */
#include "base/day.h"
#include "proxy.h"
#include "race.h"

#define IN_A_DAY (time(NULL) + DAY_SECONDS)

static struct rt_user alice, bob, host;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	host = unit_member("helen");
	assert_redis("1", "SADD hosts 3");
	redis("HSET user:3 standing host");
	host.standing = RT_HOST;
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

/* A post with that date; it is also an announcement, unless that is 0. */
static uint64_t dated(const struct rt_user *who, time_t begins,
		      time_t announced)
{
	static unsigned nonces;
	const struct rt_date date = { .begins = begins, .place = "Here" };
	const struct rt_draft draft = {
		.nonce = arena_printf(&mem, "dated%u", nonces++),
		.body = "Come!",
		.attached = { .announced = announced, .date = &date },
	};
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, who, &draft, &id));
	return id;
}

static struct rt_dates list(const struct rt_user *who, time_t from,
			    struct rt_place place)
{
	struct rt_dates d;

	memset(&d, 0x5a, sizeof d);
	assert_int_equal(RT_OK, rt_dates(rt, &mem, who ? who->secret : NULL,
					 from, place, &d));
	return d;
}

static const char *coming(const struct rt_user *who)
{
	struct rt_dates d = list(who, day_after(time(NULL), 0), RT_NO_PLACE);

	return unit_ids(&d.posts);
}

/* Gives the post another date, in its hash only. */
static void redate(uint64_t id, time_t begins)
{
	redis("HSET post:%d date %s", (int)id,
	      arena_printf(&mem, "%lld 0 0\n", (long long)begins));
}

/* ---- days --------------------------------------------------------------- */

static time_t at_hour(int year, int month, int day, int hour)
{
	struct tm t = { .tm_year = year - 1900,
			.tm_mon = month - 1,
			.tm_mday = day,
			.tm_hour = hour,
			.tm_isdst = -1 };

	return mktime(&t);
}

TEST(a_day_begins_at_midnight)
{
	setenv("TZ", "Europe/Berlin", 1);
	tzset();
	/* 25 hours, and 23. */
	for (int hour = 0; hour < 24; hour++) {
		assert_int_equal(at_hour(2026, 10, 25, 0),
				 day_after(at_hour(2026, 10, 25, hour), 0));
		assert_int_equal(at_hour(2027, 3, 29, 0),
				 day_after(at_hour(2027, 3, 28, hour), 1));
	}
	assert_int_equal(25 * 3600,
			 at_hour(2026, 10, 26, 0) - at_hour(2026, 10, 25, 0));
	assert_int_equal(at_hour(2027, 1, 1, 0),
			 day_after(at_hour(2026, 12, 31, 23), 1));
	unsetenv("TZ");
	tzset();
}

/* ---- the list ----------------------------------------------------------- */

TEST(the_soonest_comes_first)
{
	time_t today = day_after(time(NULL), 0);

	dated(&alice, IN_A_DAY + 60, 0);
	dated(&bob, IN_A_DAY, 0);
	dated(&bob, IN_A_DAY + 60, 0);
	unit_post(&bob, "without");
	assert_string_equal("2 1 3", coming(NULL));
	/* Today's stay until the day is over. */
	redate(2, today);
	redis("ZADD dates %lld 2", (long long)today);
	assert_string_equal("2 1 3", coming(&alice));
	redis("ZADD dates %lld 2", (long long)today - 1);
	assert_string_equal("1 3", coming(&alice));
}

TEST(what_has_no_date_any_more_is_left_out)
{
	dated(&alice, IN_A_DAY, 0);
	dated(&alice, IN_A_DAY, 0);
	dated(&bob, IN_A_DAY, 0);
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &nobody));
	redis("HDEL post:2 date");
	redis("ZADD dates 9999999999 77 9999999999 78");
	assert_string_equal("3", coming(&alice));
	/* But a post that may be restored keeps its place. */
	assert_redis("1 2 3 78", "ZRANGE dates 0 -1");
}

TEST(muted_members_only_announce)
{
	dated(&bob, IN_A_DAY, 0);
	dated(&bob, IN_A_DAY, IN_A_DAY);
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	assert_string_equal("2", coming(&alice));
	assert_string_equal("1 2", coming(NULL));
	assert_int_equal(RT_OK, unit_standing(bob.id, RT_SUSPENDED));
	unit_pass(60000);
	assert_string_equal("", coming(&alice));
	assert_string_equal("1 2", coming(&host));
}

TEST(fifty_are_on_a_page)
{
	struct rt_dates d;
	char all[600] = "";

	for (int i = 1; i <= 120; i++) {
		redis("HSET post:%d user_id 1 username alice time 1 body x",
		      1000 + i);
		redate(1000 + (uint64_t)i, IN_A_DAY);
		redis("ZADD dates %lld %d", (long long)IN_A_DAY, 1000 + i);
	}
	redis("ZADD dates 1 7");
	d = list(&alice, 2, RT_NO_PLACE);
	assert_int_equal(RT_DATES, d.posts.n);
	assert_int_equal(50, d.later.start);
	assert_int_equal(1050, d.later.after);
	/* What is over by the next page doesn't count. */
	redis("ZREM dates 1001");
	d = list(&alice, 2, d.later);
	assert_int_equal(49, d.here.start);
	assert_int_equal(1051, d.posts.v[0].id);
	/* If the last one is gone, its number counts. */
	redis("ZREM dates %d", (int)d.later.after);
	d = list(&alice, 2, d.later);
	assert_int_equal(99, d.here.start);
	assert_int_equal(1102, d.posts.v[0].id);
	assert_int_equal(19, d.posts.n);
	assert_int_equal(0, d.later.start);
	/* And whatever is asked for, nothing breaks. */
	d = list(NULL, 2,
		 (struct rt_place){ .start = RT_NO_START, .after = 9 });
	assert_int_equal(0, d.posts.n);
	d = list(NULL, 2, (struct rt_place){ .start = RT_NO_START });
	assert_int_equal(0, d.posts.n);
	snprintf(all, sizeof all, "%s", coming(NULL));
	assert_memory_equal("1002 1003", all, strlen("1002 1003"));
}

/* ---- the next ones ------------------------------------------------------ */

static const char *next_dates(const struct rt_user *who)
{
	struct rt_public public;

	assert_int_equal(RT_OK, rt_public(rt, &mem, who ? who->secret : NULL,
					  RT_NO_PLACE, &public));
	return unit_ids(&public.dates);
}

TEST(three_are_beside_other_pages)
{
	unit_post(&alice, "hello");
	assert_string_equal("", next_dates(NULL));
	for (int i = 0; i < 5; i++)
		dated(i ? &alice : &bob, IN_A_DAY + i, i == 0 ? IN_A_DAY : 0);
	/* For ten seconds nobody asks. */
	assert_string_equal("", next_dates(NULL));
	unit_pass(10000);
	assert_string_equal("2 3 4", next_dates(NULL));
	assert_string_equal("2 3 4", next_dates(&alice));
	/* The posts themselves are never old. */
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 3));
	assert_string_equal("2 4 5", next_dates(NULL));
	assert_int_equal(RT_OK, rt_mute(rt, &mem, bob.id, alice.id));
	assert_string_equal("2", next_dates(&bob));
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	assert_string_equal("2 4 5", next_dates(&alice));
}

/* ---- changing ----------------------------------------------------------- */

static enum rt_err change(const struct rt_user *who, uint64_t changes,
			  time_t begins, const char *place)
{
	const struct rt_date_change c = {
		.id = 1,
		.changes = changes,
		.date = { .begins = begins, .place = place },
	};

	return rt_date_change(rt, &mem, who, &c);
}

static const char *jobs(void)
{
	return redis("ZRANGE {board}:due 0 -1");
}

TEST(the_author_changes_it)
{
	time_t begins = dated(&alice, IN_A_DAY, 0) ? IN_A_DAY + 600 : 0;
	long long at = begins;

	assert_int_equal(RT_OK, change(&alice, 0, begins, "There"));
	assert_string_equal(arena_printf(&mem, "%lld 0 1\nThere", at),
			    redis("HGET post:1 date"));
	assert_int_equal(at, redis_number("ZSCORE dates 1"));
	assert_string_equal("0 changed 1", jobs());
	/* Sent twice, or after a request that died. */
	redis("DEL {board}:due dates");
	assert_int_equal(RT_OK, change(&alice, 0, begins, "There"));
	assert_int_equal(at, redis_number("ZSCORE dates 1"));
	assert_string_equal("0 changed 1", jobs());
	/* The same again is no news. */
	redis("DEL {board}:due");
	assert_int_equal(RT_OK, change(&alice, 1, begins, "There"));
	assert_string_equal("", jobs());
	assert_int_equal(RT_TAKEN, change(&alice, 0, begins, "Elsewhere"));
	assert_int_equal(RT_OK, change(&alice, 1, begins, NULL));
	assert_string_equal(arena_printf(&mem, "%lld 0 2\n", at),
			    redis("HGET post:1 date"));
}

TEST(only_its_author_and_hosts_may)
{
	struct rt_user former = host;
	struct rt_log log;
	struct rt_post post;

	dated(&alice, IN_A_DAY, 0);
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_true(rt_may_change_date(&alice, &post));
	assert_true(rt_may_change_date(&host, &post));
	assert_false(rt_may_change_date(&bob, &post));
	assert_int_equal(RT_DENIED, change(&bob, 0, IN_A_DAY, NULL));
	assert_int_equal(RT_DENIED, rt_date_cancel(rt, &mem, &bob, 1));
	assert_int_equal(RT_OK, change(&host, 0, IN_A_DAY + 60, "There"));
	assert_int_equal(RT_OK, rt_date_cancel(rt, &mem, &host, 1));
	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	assert_int_equal(2, log.n);
	assert_int_equal(RT_ACT_CANCEL, log.v[0].what);
	assert_int_equal(RT_ACT_DATE, log.v[1].what);
	assert_int_equal(host.id, log.v[1].by);
	assert_int_equal(alice.id, log.v[1].whom);
	assert_redis("0", "EXISTS {acts}:due");
	/* The set of the hosts decides. */
	redis("SREM hosts 3");
	assert_int_equal(RT_DENIED, rt_date_cancel(rt, &mem, &former, 1));
}

TEST(a_cancelled_one_says_so)
{
	struct rt_post post;

	dated(&alice, IN_A_DAY, 0);
	assert_int_equal(RT_OK, rt_date_cancel(rt, &mem, &alice, 1));
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_true(post.attached.date->is_cancelled);
	assert_string_equal("Here", post.attached.date->place);
	assert_int_equal(1, post.attached.date->changes);
	assert_string_equal("0 cancelled 1", jobs());
	assert_int_equal(RT_OK, rt_date_cancel(rt, &mem, &alice, 1));
	assert_string_equal("1", redis("ZCARD {board}:due"));
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_int_equal(1, post.attached.date->changes);
	assert_int_equal(RT_LATE, change(&alice, 1, IN_A_DAY, "There"));
	assert_false(rt_may_change_date(&alice, &post));
	assert_string_equal("1", coming(NULL));
}

TEST(it_is_too_late_or_gone)
{
	unit_post(&alice, "without");
	assert_int_equal(RT_NOT_FOUND, change(&alice, 0, IN_A_DAY, NULL));
	assert_int_equal(RT_NOT_FOUND, rt_date_cancel(rt, &mem, &alice, 1));
	redate(1, time(NULL) - 1);
	assert_int_equal(RT_LATE, change(&alice, 0, IN_A_DAY, NULL));
	assert_int_equal(RT_LATE, rt_date_cancel(rt, &mem, &alice, 1));
	redate(1, IN_A_DAY);
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &nobody));
	assert_int_equal(RT_NOT_FOUND, change(&alice, 0, IN_A_DAY, NULL));
	assert_int_equal(RT_NOT_FOUND, rt_date_cancel(rt, &mem, &alice, 99));
	assert_redis("0", "EXISTS {board}:due dates");
}

TEST(a_reminder_moves_along)
{
	time_t begins = IN_A_DAY + 5 * DAY_SECONDS;

	dated(&alice, IN_A_DAY, 0);
	redis("HSET post:1 question %s", "0 comes reminds");
	redis("ZADD {board}:due 5 %s", "0 remind 1");
	assert_int_equal(RT_OK, change(&alice, 0, begins, NULL));
	assert_int_equal((begins - DAY_SECONDS) * 1000,
			 redis_number("ZSCORE {board}:due %s", "0 remind 1"));
	/* One before a question's own end stays. */
	redis("HSET post:1 question %s",
	      arena_printf(&mem, "%lld comes reminds", (long long)begins));
	assert_int_equal(RT_OK, change(&alice, 1, begins + 60, NULL));
	assert_int_equal((begins - DAY_SECONDS) * 1000,
			 redis_number("ZSCORE {board}:due %s", "0 remind 1"));
}

/* ---- at once, and killed ------------------------------------------------ */

#define BEGINS 4000000000

static int change_at_once(int n)
{
	return change(&alice, 0, BEGINS + n, NULL);
}

TEST(one_of_many_wins)
{
	int result[RACERS];

	dated(&alice, IN_A_DAY, 0);
	race(change_at_once, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_redis(
		redis("ZSCORE dates 1"), "EVAL %s 1 post:1",
		"return redis.call('HGET', KEYS[1], 'date'):match('%d+')");
}

static void change_by_host(void)
{
	change(&host, 0, BEGINS, "There");
}

static void cancel_by_host(void)
{
	rt_date_cancel(rt, &mem, &host, 1);
}

/* A worker finds the notes of acts that were cut off. */
static size_t lines_of_log(void)
{
	struct rt_log log;

	if (redis_number("EXISTS {acts}:due"))
		redis("EVAL %s 1 {acts}:due",
		      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0,"
		      " -1)) do redis.call('ZADD', KEYS[1], 1, note) end");
	assert_int_equal(RT_OK, rt_acts_run(rt, &mem));
	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	return log.n;
}

/* However the form ends, sending it again leaves everything whole. */
static void check_killed(void (*run)(void), const char *date, const char *job)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		assert_int_equal(0, members(NULL));
		dated(&alice, BEGINS - 60, 0);
		is_done = proxy_run(n, run);
		run();
		assert_redis(date, "HGET post:1 date");
		assert_int_equal(atoll(date), redis_number("ZSCORE dates 1"));
		assert_string_equal(job, jobs());
		assert_int_equal(1, lines_of_log());
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

TEST(a_killed_change)
{
	check_killed(change_by_host, "4000000000 0 1\nThere", "0 changed 1");
}

TEST(a_killed_cancellation)
{
	check_killed(cancel_by_host, "3999999940 0 1 cancelled\nHere",
		     "0 cancelled 1");
}

ON_MANY(a_killed_change)
ON_MANY(a_killed_cancellation)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_day_begins_at_midnight),
		MEMBERS(the_soonest_comes_first),
		MEMBERS(what_has_no_date_any_more_is_left_out),
		MEMBERS(muted_members_only_announce),
		MEMBERS(fifty_are_on_a_page),
		MEMBERS(three_are_beside_other_pages),
		MEMBERS(the_author_changes_it),
		MEMBERS(only_its_author_and_hosts_may),
		MEMBERS(a_cancelled_one_says_so),
		MEMBERS(it_is_too_late_or_gone),
		MEMBERS(a_reminder_moves_along),
		MEMBERS(one_of_many_wins),
		MEMBERS(a_killed_change),
		MEMBERS(a_killed_cancellation),
		MEMBERS(a_killed_change_on_many),
		MEMBERS(a_killed_cancellation_on_many),
	};

	return RUN_REDIS(tests);
}
