/* On which day members were here: noted once, written later, switched off. */
#include "base/clock.h"
#include "base/secret.h"
#include "redis/pipe.h"
#include "race.h"

#define WAIT_MS 10000

static struct rt_user alice, bob;

/* With a session of our own kind, whose secret contains its owner's id. */
static struct rt_user new_member(const char *name)
{
	struct rt_user u = unit_member(name);

	u.secret = secret_new_for(&mem, u.id);
	redis("HSET user:" ID " auth %s", u.id, u.secret);
	unit_post(&u, "hello #tag");
	return u;
}

static int two_members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = new_member("alice");
	bob = new_member("bob");
	return 0;
}

/* The day this many days ago, as it is stored. */
static const char *day(int ago)
{
	time_t then = time(NULL);
	char text[16];
	struct tm t;

	localtime_r(&then, &t);
	t.tm_mday -= ago;
	t.tm_hour = 12;
	then = mktime(&t);
	strftime(text, sizeof text, "%Y-%m-%d", localtime_r(&then, &t));
	return arena_strdup(&mem, text);
}

static const char *note(const struct rt_user *who, int ago)
{
	return arena_printf(&mem, "0 " ID " %s", who->id, day(ago));
}

static void home_of(const struct rt_user *who)
{
	struct rt_home home;

	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, who->secret, RT_NO_PLACE, &home));
}

/* Time passes. */
static void all_due(void)
{
	for (int i = 0; i < 3; i++)
		redis("ZADD {seen}:due XX 1 %s", note(&alice, i));
	redis("ZADD {seen}:due XX 1 %s", note(&bob, 0));
}

static void work(void)
{
	assert_int_equal(RT_OK, rt_last_seen_run(rt, &mem));
}

static struct rt_member member_of(const char *name, const char *secret)
{
	struct rt_profile p;

	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, secret, name, RT_NO_PLACE, &p));
	return p.member;
}

static uint64_t writes(void)
{
	const char *info = redis("INFO persistence");

	return strtoull(strstr(info, "rdb_changes_since_last_save:") + 28,
			NULL, 10);
}

/*
 * A zone where it is noon or a little later, so that no day ends during a
 * test.
 */
static void go_where_it_is_noon(void)
{
	time_t now = time(NULL);
	char zone[16];
	struct tm t;

	snprintf(zone, sizeof zone, "NOON%+d",
		 gmtime_r(&now, &t)->tm_hour - 12);
	setenv("TZ", zone, 1);
	tzset();
}

/* ---- noting ------------------------------------------------------------ */

TEST(each_page_notes_its_visitor)
{
	struct rt_home home;
	struct rt_public public;
	struct rt_profile profile;
	struct rt_people people;
	struct rt_status status;
	struct rt_search search;
	struct rt_tagged tagged;
	struct rt_notices notices;
	struct rt_private_list likes;

#define NOTES(call)                                                           \
	redis("DEL {seen}:due");                                              \
	assert_int_equal(RT_OK, call);                                        \
	CHECK(#call,                                                          \
	      strcmp(note(&alice, 0), redis("ZRANGE {seen}:due 0 -1")) == 0)
#define OF rt, &mem, alice.secret
	assert_int_equal(RT_OK, rt_like(rt, &mem, &alice, 1));
	assert_int_equal(RT_OK, rt_save(rt, &mem, &alice, 1));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, alice.id, bob.id));
	redis("ZADD notices:1 1 %s", "like 1 2");
	redis("ZADD members 0 %s", "alice\t1");
	NOTES(rt_home(OF, RT_NO_PLACE, &home));
	NOTES(rt_public(OF, RT_NO_PLACE, &public));
	NOTES(rt_profile(OF, "bob", RT_NO_PLACE, &profile));
	NOTES(rt_people(OF, "bob", RT_FOLLOWERS, 0, &people));
	NOTES(rt_status(OF, 1, 0, &status));
	NOTES(rt_search(OF, "al", 0, &search));
	NOTES(rt_tagged(OF, "tag", RT_NO_PLACE, &tagged));
	NOTES(rt_notices(OF, &notices));
	NOTES(rt_likes(OF, RT_NO_PLACE, &likes));
	NOTES(rt_saved(OF, RT_NO_PLACE, &likes));
}

TEST(however_many_pages_it_is_one_note)
{
	uint64_t before, due, now = clock_date_ms();

	home_of(&alice);
	due = redis_number("ZSCORE {seen}:due %s", note(&alice, 0));
	assert_in_range(due, now + WAIT_MS, now + WAIT_MS + 60000);
	before = writes();
	for (int i = 0; i < 20; i++)
		home_of(&alice);
	assert_int_equal(before, writes());
	assert_int_equal(
		due, redis_number("ZSCORE {seen}:due %s", note(&alice, 0)));
	assert_redis("1", "ZCARD {seen}:due");
}

TEST(and_none_once_the_day_is_written)
{
	home_of(&alice);
	all_due();
	work();
	home_of(&alice);
	assert_redis("0", "EXISTS {seen}:due");
	redis("HSET user:1 last %s", day(1));
	home_of(&alice);
	assert_redis(note(&alice, 0), "ZRANGE {seen}:due 0 -1");
}

TEST(nobody_is_noted_for_another)
{
	const char *forged = arena_strdup(&mem, alice.secret);
	struct rt_home home;
	struct rt_public public;

	((char *)forged)[0] ^= 1;
	assert_int_equal(RT_OK, rt_home(rt, &mem, forged, RT_NO_PLACE, &home));
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, forged, RT_NO_PLACE, &public));
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, NULL, RT_NO_PLACE, &public));
	assert_redis("0", "EXISTS {seen}:due");
}

TEST(where_redis_is_full_the_page_goes_on)
{
	assert_redis("OK", "CONFIG SET maxmemory 1");
	home_of(&alice);
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_redis("0", "EXISTS {seen}:due");
}

/* ---- writing ----------------------------------------------------------- */

TEST(nothing_is_written_before_its_time)
{
	home_of(&alice);
	work();
	assert_null(redis("HGET user:1 last"));
	assert_redis("1", "ZCARD {seen}:due");
}

TEST(the_day_is_written_and_the_note_goes)
{
	home_of(&alice);
	home_of(&bob);
	all_due();
	work();
	assert_redis(day(0), "HGET user:1 last");
	assert_redis(day(0), "HGET user:2 last");
	assert_redis("0", "EXISTS {seen}:due");
}

/* Also if there was no worker for a long time. */
TEST(it_is_the_day_of_the_visit)
{
	redis("ZADD {seen}:due 1 %s", note(&alice, 2));
	work();
	assert_redis(day(2), "HGET user:1 last");
}

TEST(more_than_one_batch)
{
	for (int i = 0; i < 250; i++)
		redis("ZADD {seen}:due 1 %s",
		      arena_printf(&mem, "0 %d %s", 1000 + i, day(0)));
	home_of(&alice);
	redis("ZADD {seen}:due XX 2 %s", note(&alice, 0));
	for (int i = 0; i < 3; i++)
		work();
	assert_redis(day(0), "HGET user:1 last");
	assert_redis("0", "EXISTS {seen}:due");
}

TEST(who_is_gone_does_not_come_back)
{
	home_of(&alice);
	redis("DEL user:1");
	all_due();
	work();
	assert_redis("0", "EXISTS user:1 {seen}:due");
}

TEST(whatever_the_queue_holds)
{
	static const char *const table[] = { "0 ",   "0 x",      "0 1",
					     "0 1 ", "0 1 soon", "0 1 1 1",
					     "",     "odd",      "00 1 x" };

	for (size_t i = 0; i < COUNT(table); i++)
		redis("ZADD {seen}:due 1 %s", table[i]);
	home_of(&bob);
	all_due();
	work();
	assert_null(redis("HGET user:1 last"));
	assert_redis(day(0), "HGET user:2 last");
	assert_redis("0", "EXISTS {seen}:due user:0");
}

static int work_alone(int n)
{
	(void)n;
	return rt_last_seen_run(rt, &mem);
}

TEST(two_workers_at_once)
{
	int result[RACERS];

	home_of(&alice);
	home_of(&bob);
	all_due();
	race(work_alone, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_redis(day(0), "HGET user:1 last");
	assert_redis("0", "EXISTS {seen}:due");
}

/* ---- showing ----------------------------------------------------------- */

TEST(who_is_signed_in_is_told)
{
	time_t now = time(NULL), then;

	assert_int_equal(0, member_of("alice", bob.secret).last_seen);
	redis("HSET user:1 last %s", day(0));
	then = member_of("alice", bob.secret).last_seen;
	assert_in_range(then, now - 86400, now + 86400);
	assert_int_equal(then, member_of("alice", alice.secret).last_seen);
	assert_int_equal(0, member_of("alice", NULL).last_seen);
	conf.last_seen = false;
	assert_int_equal(0, member_of("alice", bob.secret).last_seen);
}

TEST(whatever_is_stored)
{
	static const char *const table[] = { "",     "off",     "x",
					     "2026", "2026-11", "1795260300" };

	for (size_t i = 0; i < COUNT(table); i++) {
		redis("HSET user:1 last %s", table[i]);
		CHECK(table[i], !member_of("alice", bob.secret).last_seen);
	}
}

/* ---- switching off ----------------------------------------------------- */

static void set(bool shown)
{
	assert_int_equal(RT_OK, rt_set_last_seen(rt, &mem, alice.id, shown));
}

static bool is_unseen(void)
{
	struct rt_user me;

	assert_int_equal(RT_OK, rt_session(rt, &mem, alice.secret, &me));
	return me.unseen;
}

TEST(switched_off_nothing_is_noted_or_kept)
{
	home_of(&alice);
	home_of(&bob);
	redis("HSET user:1 last %s", day(3));
	set(false);
	assert_true(is_unseen());
	assert_redis(note(&bob, 0), "ZRANGE {seen}:due 0 -1");
	assert_redis("off", "HGET user:1 last");
	home_of(&alice);
	assert_redis(note(&bob, 0), "ZRANGE {seen}:due 0 -1");
	/* Noted by a page that had read the setting before. */
	redis("ZADD {seen}:due 1 %s", note(&alice, 0));
	work();
	assert_redis("off", "HGET user:1 last");
	assert_int_equal(0, member_of("alice", bob.secret).last_seen);
}

TEST(switched_on_again)
{
	set(false);
	set(true);
	assert_false(is_unseen());
	assert_null(redis("HGET user:1 last"));
	home_of(&alice);
	assert_redis("1", "ZCARD {seen}:due");
}

TEST(switched_off_by_the_host)
{
	conf.last_seen = false;
	home_of(&alice);
	assert_redis("0", "EXISTS {seen}:due");
	redis("ZADD {seen}:due 1 %s", note(&alice, 0));
	work();
	assert_null(redis("HGET user:1 last"));
	assert_redis("0", "EXISTS {seen}:due");
}

#define TWO(test)                                                             \
	cmocka_unit_test_setup_teardown(test, two_members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TWO(each_page_notes_its_visitor),
		TWO(however_many_pages_it_is_one_note),
		TWO(and_none_once_the_day_is_written),
		TWO(nobody_is_noted_for_another),
		TWO(where_redis_is_full_the_page_goes_on),
		TWO(nothing_is_written_before_its_time),
		TWO(the_day_is_written_and_the_note_goes),
		TWO(it_is_the_day_of_the_visit),
		TWO(more_than_one_batch),
		TWO(who_is_gone_does_not_come_back),
		TWO(whatever_the_queue_holds),
		TWO(two_workers_at_once),
		TWO(who_is_signed_in_is_told),
		TWO(whatever_is_stored),
		TWO(switched_off_nothing_is_noted_or_kept),
		TWO(switched_on_again),
		TWO(switched_off_by_the_host),
	};

	go_where_it_is_noon();
	return RUN_REDIS(tests);
}
