/* What members may do, who may change it, and suspensions that end. */
#include "proxy.h"
#include "race.h"

enum { HELLA = 1, MONA, ANNA, BEN };

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	for (int i = HELLA; i <= BEN; i++)
		unit_member((const char *[]){ "hella", "mona", "anna",
					      "ben" }[i - 1]);
	unit_standing(HELLA, RT_HOST);
	unit_standing(MONA, RT_MODERATOR);
	redis("DEL log");
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

static enum rt_err change_until(enum rt_standing as, uint64_t whom,
				enum rt_standing to, time_t until)
{
	const struct rt_standing_change change = {
		.whom = whom,
		.from = to == RT_MEMBER ? RT_SUSPENDED : RT_MEMBER,
		.to = to,
		.until = until,
		.who = { .by = as == RT_HOST ? HELLA : MONA,
			 .reason = "be kind" },
		.as = as,
	};

	return rt_change_standing(rt, &mem, &change);
}

static enum rt_err change(enum rt_standing as, uint64_t whom,
			  enum rt_standing to)
{
	return change_until(as, whom, to, 0);
}

static enum rt_standing standing(uint64_t id)
{
	return rt_standing_read(redis("HGET user:%d standing", (int)id));
}

static const char *log_lines(void)
{
	struct rt_log log;
	const char *text = "";

	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	for (size_t i = 0; i < log.n; i++)
		text = arena_printf(&mem, "%s%d>%d:%d ", text,
				    (int)log.v[i].by, (int)log.v[i].whom,
				    (int)log.v[i].what);
	return text;
}

/* ---- who may ----------------------------------------------------------- */

/* What a moderator is refused. */
static const struct {
	uint64_t whom;
	enum rt_standing to;
} refusals[] = {
	{ HELLA, RT_SUSPENDED }, { HELLA, RT_MEMBER }, { MONA, RT_SUSPENDED },
	{ MONA, RT_MEMBER },     { ANNA, RT_HOST },    { ANNA, RT_MODERATOR },
	{ MONA, RT_HOST },
};

TEST(what_moderators_may)
{
	for (size_t i = 0; i < COUNT(refusals); i++)
		assert_int_equal(RT_DENIED,
				 change(RT_MODERATOR, refusals[i].whom,
					refusals[i].to));
	assert_int_equal(RT_HOST, standing(HELLA));
	assert_int_equal(RT_MODERATOR, standing(MONA));
	assert_redis("0", "EXISTS log {acts}:due");
	assert_int_equal(RT_OK, change(RT_MODERATOR, ANNA, RT_SUSPENDED));
	assert_int_equal(RT_SUSPENDED, standing(ANNA));
	assert_int_equal(RT_OK, change(RT_MODERATOR, ANNA, RT_MEMBER));
	assert_int_equal(RT_MEMBER, standing(ANNA));
	assert_int_equal(RT_OK, change(RT_HOST, ANNA, RT_SUSPENDED));
	assert_int_equal(RT_DENIED, change(RT_MODERATOR, ANNA, RT_MEMBER));
	assert_int_equal(RT_OK, change(RT_HOST, ANNA, RT_MEMBER));
}

/* The set decides, even if the copy in the hash is gone. */
TEST(a_moderator_cannot_suspend_a_host)
{
	redis("HDEL user:1 standing");
	assert_int_equal(RT_DENIED, change(RT_MODERATOR, HELLA, RT_SUSPENDED));
}

TEST(nobody_and_who_waits)
{
	redis("HSET user:4 standing waiting");
	for (int as = RT_MODERATOR; as <= RT_HOST; as++) {
		assert_int_equal(RT_NOT_FOUND, change(as, BEN, RT_SUSPENDED));
		assert_int_equal(RT_NOT_FOUND, change(as, 99, RT_SUSPENDED));
	}
	assert_redis("0", "EXISTS user:99 log");
}

TEST(a_suspension_of_an_earlier_retwis_is_a_hosts)
{
	struct rt_suspension s;

	redis("HSET user:3 standing stopped");
	assert_int_equal(RT_OK, rt_suspension(rt, &mem, ANNA, &s));
	assert_string_equal("", s.reason);
	assert_int_equal(0, s.until);
	assert_int_equal(RT_DENIED, change(RT_MODERATOR, ANNA, RT_MEMBER));
	assert_int_equal(RT_OK, change(RT_HOST, ANNA, RT_MEMBER));
}

/* ---- why and until when ------------------------------------------------ */

TEST(what_is_stored)
{
	struct rt_suspension s;
	time_t until = unit_second() + 86400;

	assert_int_equal(RT_NOT_FOUND, rt_suspension(rt, &mem, ANNA, &s));
	assert_int_equal(
		RT_OK, change_until(RT_MODERATOR, ANNA, RT_SUSPENDED, until));
	assert_int_equal(RT_OK, rt_suspension(rt, &mem, ANNA, &s));
	assert_int_equal(MONA, s.by);
	assert_string_equal("be kind", s.reason);
	assert_int_equal(until, s.until);
	assert_string_equal(arena_printf(&mem, "2 moderator %lld be kind",
					 (long long)until),
			    strchr(redis("HGET user:3 suspended"), ' ') + 1);
	assert_redis("1", "ZCARD {suspended}:due");
	assert_int_equal(RT_TAKEN, change(RT_HOST, ANNA, RT_SUSPENDED));
	assert_int_equal(RT_OK, rt_suspension(rt, &mem, ANNA, &s));
	assert_int_equal(MONA, s.by);
	assert_string_equal("2>3:8 ", log_lines());
}

TEST(it_ends_by_itself)
{
	change_until(RT_HOST, ANNA, RT_SUSPENDED, unit_second() + 60);
	assert_int_equal(RT_OK, rt_suspended_run(rt, &mem));
	assert_int_equal(RT_SUSPENDED, standing(ANNA));
	unit_make_due("suspended");
	assert_int_equal(RT_OK, rt_suspended_run(rt, &mem));
	assert_int_equal(RT_MEMBER, standing(ANNA));
	assert_redis("0", "HEXISTS user:3 suspended");
	assert_redis("0", "EXISTS {suspended}:due");
}

/* Restored, suspended once more, made a host: an entry ends only its own. */
TEST(an_entry_ends_only_its_own)
{
	time_t soon = unit_second() + 60;

	change_until(RT_HOST, ANNA, RT_SUSPENDED, soon);
	change(RT_HOST, ANNA, RT_MEMBER);
	change(RT_HOST, ANNA, RT_SUSPENDED);
	change_until(RT_HOST, BEN, RT_SUSPENDED, soon);
	change(RT_HOST, BEN, RT_MEMBER);
	change(RT_HOST, BEN, RT_HOST);
	redis("ZADD {suspended}:due 1 %s 1 %s", "0 junk", "0 99 5");
	unit_make_due("suspended");
	assert_int_equal(RT_OK, rt_suspended_run(rt, &mem));
	assert_int_equal(RT_SUSPENDED, standing(ANNA));
	assert_int_equal(RT_HOST, standing(BEN));
	assert_redis("1", "SISMEMBER hosts 4");
	assert_redis("0", "EXISTS {suspended}:due user:99");
}

TEST(a_member_who_has_left)
{
	const struct rt_user anna = { .id = ANNA, .name = "anna" };

	change_until(RT_HOST, ANNA, RT_SUSPENDED, unit_second() + 60);
	unit_leave(&anna);
	unit_make_due("suspended");
	assert_int_equal(RT_OK, rt_suspended_run(rt, &mem));
	assert_redis("0", "EXISTS user:3 {suspended}:due");
}

/* ---- at once, and killed ----------------------------------------------- */

static int suspend_at_once(int n)
{
	(void)n;
	return change(RT_MODERATOR, ANNA, RT_SUSPENDED);
}

TEST(one_of_many_suspends)
{
	int result[RACERS];

	race(suspend_at_once, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_redis("1", "ZCARD log");
}

static void run_suspend(void)
{
	change_until(RT_MODERATOR, ANNA, RT_SUSPENDED, unit_second() + 60);
}

static void run_moderator(void)
{
	change(RT_HOST, ANNA, RT_MODERATOR);
}

static void run_host(void)
{
	change(RT_HOST, ANNA, RT_HOST);
}

/* The worker completes the log, and whatever has to follow. */
static void check_killed(void (*run)(void), enum rt_standing to)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		is_done = proxy_run(n, run);
		unit_make_due("acts");
		assert_int_equal(RT_OK, rt_acts_run(rt, &mem));
		if (is_done || standing(ANNA) != RT_MEMBER) {
			assert_int_equal(to, standing(ANNA));
			assert_redis("1", "ZCARD log");
		} else {
			assert_redis("0", "ZCARD log");
		}
		assert_int_equal(standing(ANNA) == RT_MODERATOR,
				 redis("ZSCORE moderators 3") != NULL);
		assert_int_equal(standing(ANNA) == RT_HOST,
				 redis_number("SISMEMBER hosts 3"));
		assert_redis("0", "ZCARD {acts}:due");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

TEST(a_killed_suspension)
{
	check_killed(run_suspend, RT_SUSPENDED);
}

TEST(a_killed_promotion)
{
	check_killed(run_moderator, RT_MODERATOR);
	check_killed(run_host, RT_HOST);
}

ON_MANY(a_killed_suspension)
ON_MANY(a_killed_promotion)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(what_moderators_may),
		MEMBERS(a_moderator_cannot_suspend_a_host),
		MEMBERS(nobody_and_who_waits),
		MEMBERS(a_suspension_of_an_earlier_retwis_is_a_hosts),
		MEMBERS(what_is_stored),
		MEMBERS(it_ends_by_itself),
		MEMBERS(an_entry_ends_only_its_own),
		MEMBERS(a_member_who_has_left),
		MEMBERS(one_of_many_suspends),
		MEMBERS(a_killed_suspension),
		MEMBERS(a_killed_promotion),
		MEMBERS(a_killed_suspension_on_many),
		MEMBERS(a_killed_promotion_on_many),
	};

	return RUN_REDIS(tests);
}
