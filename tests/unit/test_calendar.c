/* Private calendars: who may read one, and which dates it has. */
#include "base/secret.h"
#include "unit.h"

static struct rt_user alice, bob;
static const char *secret;

static const char *renew(const struct rt_user *me)
{
	const char *new = NULL;

	assert_int_equal(RT_OK, rt_private_renew(rt, &mem, me,
						 RT_PRIVATE_CALENDAR, &new));
	return new;
}

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	secret = renew(&alice);
	return 0;
}

static enum rt_err read_calendar(const char *of)
{
	struct rt_calendar calendar = { .name = "untouched" };
	enum rt_err err = rt_calendar(rt, &mem, of, &calendar);

	if (err)
		assert_string_equal("untouched", calendar.name);
	return err;
}

static const char *dates(void)
{
	struct rt_calendar calendar;

	assert_int_equal(RT_OK, rt_calendar(rt, &mem, secret, &calendar));
	return unit_ids(&calendar.posts);
}

#define DAY 86400

/* A post whose date begins that many seconds from now. */
static uint64_t dated(const struct rt_user *author, long in, bool comes,
		      bool is_announced)
{
	static int n;
	const struct rt_date date = { .begins = time(NULL) + in };
	struct rt_question question = { .answers = 0 };
	struct rt_draft draft = {
		.body = arena_printf(&mem, "dated %d", n++),
		.attached = { .date = &date,
			      .question = comes ? &question : NULL,
			      .announced =
				      is_announced ? time(NULL) + DAY : 0 },
	};
	uint64_t id = 0;

	if (comes)
		assert_null(rt_answers_problem(&mem, RT_COMES, &question));
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, author, &draft, &id));
	return id;
}

/* ---- the secret -------------------------------------------------------- */

TEST(it_is_not_the_one_of_the_feed)
{
	const char *feed = NULL;
	struct rt_feed read;
	bool has[RT_PRIVATES] = { true, false };

	assert_int_equal(RT_OK, rt_has_private(rt, &mem, alice.id, has));
	assert_true(has[RT_PRIVATE_CALENDAR] && !has[RT_PRIVATE_FEED]);
	assert_redis(secret_digest(&mem, secret), "HGET user:1 calendar");
	assert_int_equal(RT_OK, rt_private_renew(rt, &mem, &alice,
						 RT_PRIVATE_FEED, &feed));
	assert_int_equal(RT_NOT_FOUND, read_calendar(feed));
	assert_int_equal(RT_NOT_FOUND, rt_feed(rt, &mem, secret, &read));
	assert_int_equal(
		RT_OK, rt_private_revoke(rt, &mem, alice.id, RT_PRIVATE_FEED));
	assert_int_equal(RT_OK, read_calendar(secret));
	assert_int_equal(RT_OK, rt_private_revoke(rt, &mem, alice.id,
						  RT_PRIVATE_CALENDAR));
	assert_int_equal(RT_NOT_FOUND, read_calendar(secret));
}

TEST(a_new_one_ends_the_old)
{
	const char *new = renew(&alice);

	assert_int_equal(RT_NOT_FOUND, read_calendar(secret));
	assert_int_equal(RT_OK, read_calendar(new));
	assert_int_equal(RT_OK,
			 rt_set_password(rt, &mem, &alice, "opensesame"));
	assert_int_equal(RT_NOT_FOUND, read_calendar(new));
	assert_int_equal(
		RT_DENIED,
		rt_private_renew(rt, &mem, &alice, RT_PRIVATE_CALENDAR, &new));
}

TEST(wrong_secrets)
{
	const char *const table[] = {
		"",
		"1",
		secret + 1,
		arena_printf(&mem, "%.32s2", secret),
		arena_printf(&mem, "0%.31s1", secret),
		redis("HGET user:1 calendar"),
		alice.secret,
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], read_calendar(table[i]) == RT_NOT_FOUND);
	assert_int_equal(RT_OK, read_calendar(secret));
}

TEST(only_full_members_have_one)
{
	redis("HSET user:1 standing stopped");
	assert_int_equal(RT_NOT_FOUND, read_calendar(secret));
	redis("HSET user:1 standing waiting");
	assert_int_equal(RT_NOT_FOUND, read_calendar(secret));
	redis("HDEL user:1 standing");
	assert_int_equal(RT_OK, read_calendar(secret));
	redis("HDEL user:1 username");
	assert_int_equal(RT_NOT_FOUND, read_calendar(secret));
}

/* ---- the dates ---------------------------------------------------------- */

static const char *ids(const char *format, uint64_t one, uint64_t two)
{
	return arena_printf(&mem, format, (unsigned long long)one,
			    (unsigned long long)two);
}

TEST(what_is_to_come_in_its_order)
{
	uint64_t late = dated(&bob, 9 * DAY, false, false);
	uint64_t soon = dated(&alice, DAY, false, false);

	dated(&bob, -2 * DAY, false, false);
	unit_post(&bob, "no date");
	assert_string_equal(ids("%llu %llu", soon, late), dates());
}

/* What has begun this morning is still there in the evening. */
TEST(all_of_today)
{
	time_t now = time(NULL);
	struct tm t;
	uint64_t today;

	localtime_r(&now, &t);
	t.tm_hour = t.tm_min = t.tm_sec = 0;
	t.tm_isdst = -1;
	today = dated(&bob, (long)(mktime(&t) - now), false, false);
	dated(&bob, (long)(mktime(&t) - now) - 1, false, false);
	assert_string_equal(ids("%llu", today, 0), dates());
}

TEST(without_what_was_answered_with_no)
{
	uint64_t one = dated(&bob, DAY, true, false);
	uint64_t two = dated(&bob, 2 * DAY, true, false);

	rt_answer(rt, &mem, &alice, one, RT_COMES_NO, 0);
	rt_answer(rt, &mem, &alice, two, RT_COMES_YES, 0);
	rt_answer(rt, &mem, &bob, two, RT_COMES_NO, 0);
	assert_string_equal(ids("%llu", two, 0), dates());
	rt_answer(rt, &mem, &alice, one, RT_COMES_MAYBE, 0);
	assert_string_equal(ids("%llu %llu", one, two), dates());
	/* To another question, the third answer is not a No. */
	rt_answer(rt, &mem, &alice, one, RT_COMES_NO, 0);
	redis("HSET post:%llu question %s", (unsigned long long)one,
	      "0\nred\ngreen\nblue");
	assert_string_equal(ids("%llu %llu", one, two), dates());
}

TEST(without_those_who_are_muted_but_for_announcements)
{
	uint64_t announced = dated(&bob, 2 * DAY, false, true);

	dated(&bob, DAY, false, false);
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	assert_string_equal(ids("%llu", announced, 0), dates());
	assert_int_equal(RT_OK, rt_block(rt, &mem, alice.id, bob.id));
	assert_string_equal(ids("%llu", announced, 0), dates());
}

TEST(without_what_is_gone)
{
	uint64_t one = dated(&bob, DAY, false, true);
	uint64_t two = dated(&alice, 2 * DAY, false, false);

	assert_string_equal(ids("%llu %llu", one, two), dates());
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, two));
	assert_string_equal(ids("%llu", one, 0), dates());
	redis("HDEL post:%llu date", (unsigned long long)one);
	assert_string_equal("", dates());
}

TEST(without_members_who_are_suspended)
{
	dated(&bob, DAY, false, true);
	redis("HSET user:2 standing stopped");
	assert_string_equal("", dates());
}

TEST(cancelled_dates_are_there)
{
	uint64_t id = dated(&bob, DAY, false, false);
	struct rt_calendar calendar;

	redis("HSET post:%llu date %s", (unsigned long long)id,
	      "1900000000 0 2 cancelled\nHall 3");
	assert_int_equal(RT_OK, rt_calendar(rt, &mem, secret, &calendar));
	assert_int_equal(1, calendar.posts.n);
	assert_true(calendar.posts.v[0].attached.date->is_cancelled);
	assert_int_equal(2, calendar.posts.v[0].attached.date->changes);
	assert_string_equal("alice", calendar.name);
}

TEST(five_hundred)
{
	struct rt_calendar calendar;

	for (int i = 0; i < RT_CALENDAR + 20; i++) {
		redis("ZADD dates %d %d", 1900000000 + i, 1000 + i);
		redis("HSET post:%d user_id 2 username bob time 1 body x date "
		      "%s",
		      1000 + i, "1900000000 0 0\n");
	}
	assert_int_equal(RT_OK, rt_calendar(rt, &mem, secret, &calendar));
	assert_int_equal(RT_CALENDAR, calendar.posts.n);
	assert_int_equal(1000, calendar.posts.v[0].id);
}

/* ---- the id of the site ------------------------------------------------- */

TEST(the_site_gets_an_id_once)
{
	uint64_t id = dated(&bob, DAY, false, false);
	struct rt_calendar calendar;
	struct rt_dated one, again;

	assert_redis("0", "EXISTS origin");
	assert_int_equal(RT_OK, rt_dated(rt, &mem, NULL, id, &one));
	assert_redis(one.origin, "GET origin");
	assert_int_equal(32, strlen(one.origin));
	assert_int_equal(RT_OK, rt_dated(rt, &mem, NULL, id, &again));
	assert_string_equal(one.origin, again.origin);
	assert_int_equal(RT_OK, rt_calendar(rt, &mem, secret, &calendar));
	assert_string_equal(one.origin, calendar.origin);
	redis("DEL origin");
	assert_int_equal(RT_OK, rt_calendar(rt, &mem, secret, &calendar));
	assert_redis(calendar.origin, "GET origin");
}

/* ---- one date ----------------------------------------------------------- */

static uint64_t read_dated(uint64_t id)
{
	struct rt_dated d;

	assert_int_equal(RT_OK, rt_dated(rt, &mem, alice.secret, id, &d));
	assert_int_equal(alice.id, d.me.id);
	assert_true(!d.post.id == !d.origin);
	return d.post.id;
}

TEST(one_date)
{
	uint64_t id = dated(&bob, -99 * DAY, true, false);
	uint64_t plain = unit_post(&bob, "no date"), repost;

	assert_int_equal(id, read_dated(id));
	assert_int_equal(0, read_dated(plain));
	assert_int_equal(0, read_dated(99));
	assert_int_equal(0, read_dated(0));
	/* On its own page there are muted members, too. */
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	assert_int_equal(id, read_dated(id));
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &bob, id));
	repost = rt_u64(
		redis("ZSCORE reposted:2 %llu", (unsigned long long)id));
	assert_int_equal(id, read_dated(repost));
}

TEST(none_of_a_member_who_is_suspended)
{
	uint64_t id = dated(&bob, DAY, false, true);

	redis("HSET user:2 standing stopped");
	assert_int_equal(0, read_dated(id));
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(it_is_not_the_one_of_the_feed),
		MEMBERS(a_new_one_ends_the_old),
		MEMBERS(wrong_secrets),
		MEMBERS(only_full_members_have_one),
		MEMBERS(what_is_to_come_in_its_order),
		MEMBERS(all_of_today),
		MEMBERS(without_what_was_answered_with_no),
		MEMBERS(without_those_who_are_muted_but_for_announcements),
		MEMBERS(without_what_is_gone),
		MEMBERS(without_members_who_are_suspended),
		MEMBERS(cancelled_dates_are_there),
		MEMBERS(five_hundred),
		MEMBERS(the_site_gets_an_id_once),
		MEMBERS(one_date),
		MEMBERS(none_of_a_member_who_is_suspended),
	};

	return RUN_REDIS(tests);
}
