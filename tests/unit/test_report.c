/*
 * Reports and cases: none is lost, nobody learns who reported, and all words
 * end.
 */
#include <limits.h>

#include "proxy.h"
#include "race.h"

enum { ALICE = 1, BOB, CAROL, MOD };

static struct rt_user who[MOD + 1];
static struct rt_acting acting;

static int members(void **state)
{
	static const char *const names[] = { NULL, "alice", "bob", "carol",
					     "mod" };

	if (unit_adopted(state) != 0)
		return -1;
	for (int i = ALICE; i <= MOD; i++)
		who[i] = unit_member(names[i]);
	unit_standing(MOD, RT_MODERATOR);
	redis("DEL log");
	unit_post(&who[ALICE], "rude words");
	unit_post(&who[ALICE], "more of them");
	acting = (struct rt_acting){ .by = MOD, .reason = "not here" };
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

static enum rt_err report_as(const struct rt_user *by, uint64_t post,
			     const char *text)
{
	const struct rt_report report = {
		.whom = ALICE,
		.post = post,
		.words = post == 1 ? "rude words" : "more of them",
		.reason = *text ? RT_REPORT_OTHER : RT_REPORT_SPAM,
		.text = text,
	};

	return rt_report(rt, &mem, by, &report);
}

static enum rt_err report(uint64_t by, uint64_t post, const char *text)
{
	return report_as(&who[by], post, text);
}

static struct rt_case read_case(uint64_t id)
{
	struct rt_case c;

	assert_int_equal(RT_OK, rt_case(rt, &mem, &who[MOD], id, &c));
	return c;
}

static size_t open_cases(void)
{
	struct rt_cases cases;

	assert_int_equal(RT_OK, rt_cases(rt, &mem, &who[MOD], 0, &cases));
	return cases.n;
}

/* What workers do after a request has died, and once a day. */
static void work(void)
{
	unit_make_due("acts");
	assert_int_equal(RT_OK, rt_acts_run(rt, &mem));
	unit_make_due("cases");
	assert_int_equal(RT_OK, rt_cases_run(rt, &mem));
}

/* Sets a time in a case back by so many days. */
static void make_older(const char *field, int days)
{
	redis("EVAL %s 1 case:1 %s %d",
	      "local is = redis.call('HGET', KEYS[1], ARGV[1]) "
	      "local n, rest = is:match('^(%d+)(.*)$') "
	      "local unit = #n > 12 and 1000000 or 1 "
	      "redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f',"
	      " n - ARGV[2] * 86400 * unit) .. rest)",
	      field, days);
}

/* ---- reporting --------------------------------------------------------- */

TEST(several_reports_are_one_case)
{
	struct rt_case c;

	assert_int_equal(RT_OK, report(BOB, 1, ""));
	assert_int_equal(RT_OK, report(CAROL, 1, "he means me\nand you"));
	assert_int_equal(RT_OK, report(CAROL, 2, ""));
	assert_int_equal(RT_OK, report(CAROL, 0, "always"));
	assert_int_equal(1, open_cases());
	c = read_case(1);
	assert_int_equal(ALICE, c.author);
	assert_string_equal("alice", c.who.name);
	assert_int_equal(4, c.reports);
	assert_int_equal(3, c.abouts);
	assert_int_equal(0, c.about[0].post);
	assert_string_equal("always", c.about[0].text[0]);
	assert_string_equal("rude words", c.about[1].words);
	assert_int_equal(1, c.about[1].n[RT_REPORT_SPAM]);
	assert_int_equal(1, c.about[1].n[RT_REPORT_OTHER]);
	assert_int_equal(1, c.about[1].texts);
	assert_string_equal("he means me\nand you", c.about[1].text[0]);
	assert_int_equal(RT_REPORTED_THERE, c.about[2].state);
	assert_true(unit_second() - c.opened < 60);
	assert_redis("1", "ZRANGE cases:1 0 -1");
	assert_redis("1", "ZRANGE reported:2 0 -1");
	assert_redis("1", "ZRANGE reported:3 0 -1");
}

TEST(their_order_tells_nothing_of_who_wrote_them)
{
	struct rt_case c;

	assert_int_equal(RT_OK, report(BOB, 1, "so rude"));
	assert_int_equal(RT_OK, report(CAROL, 1, "again"));
	c = read_case(1);
	assert_string_equal("again", c.about[0].text[0]);
	assert_string_equal("so rude", c.about[0].text[1]);
}

TEST(the_same_again_replaces_it)
{
	struct rt_case c;

	report(BOB, 1, "first");
	redis("HSET post:1 body changed");
	report(BOB, 1, "second");
	c = read_case(1);
	assert_int_equal(1, c.reports);
	assert_string_equal("second", c.about[0].text[0]);
	assert_string_equal("rude words", c.about[0].words);
	assert_int_equal(RT_REPORTED_CHANGED, c.about[0].state);
}

TEST(what_the_posts_are_by_now)
{
	struct rt_case c;

	report(BOB, 1, "");
	report(BOB, 2, "");
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &acting));
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &who[ALICE], 2));
	c = read_case(1);
	assert_int_equal(RT_REPORTED_REMOVED, c.about[0].state);
	assert_int_equal(RT_REPORTED_DELETED, c.about[1].state);
	assert_string_equal("more of them", c.about[1].words);
}

TEST(nobody_about_themselves)
{
	struct rt_case c;
	struct rt_cases cases;

	assert_int_equal(RT_DENIED, report(ALICE, 1, ""));
	assert_redis("0", "EXISTS next_case_id cases");
	report(BOB, 1, "");
	assert_int_equal(RT_NOT_FOUND, rt_case(rt, &mem, &who[ALICE], 1, &c));
	assert_int_equal(RT_NOT_FOUND, rt_case(rt, &mem, &who[MOD], 2, &c));
	assert_int_equal(RT_OK, rt_cases(rt, &mem, &who[ALICE], 0, &cases));
	assert_int_equal(0, cases.n);
	assert_int_equal(0, rt_open_cases(rt, &mem, &who[ALICE]));
	assert_int_equal(1, rt_open_cases(rt, &mem, &who[MOD]));
}

TEST(not_somebody_who_is_suspended)
{
	assert_int_equal(RT_OK, unit_standing(ALICE, RT_SUSPENDED));
	assert_int_equal(RT_NOT_FOUND, report(BOB, 1, ""));
	who[MOD].standing = RT_MODERATOR;
	assert_int_equal(RT_OK, report(MOD, 1, ""));
	redis("HSET user:1 standing waiting");
	assert_int_equal(RT_NOT_FOUND, report(MOD, 1, ""));
}

TEST(the_number_is_remembered)
{
	assert_int_equal(0, rt_open_cases(rt, &mem, &who[MOD]));
	report(BOB, 1, "");
	assert_int_equal(0, rt_open_cases(rt, &mem, &who[MOD]));
	unit_pass(10001);
	assert_int_equal(1, rt_open_cases(rt, &mem, &who[MOD]));
}

TEST(twenty_a_day)
{
	conf.rate[RT_RATE_REPORT] = (struct rt_rate){ 20, 86400 };
	rt_visitor(rt, "192.0.2.1", NULL);
	for (int i = 0; i < 20; i++)
		assert_int_equal(RT_OK, report(BOB, 1, "again"));
	assert_int_equal(RT_LIMITED, report(BOB, 2, ""));
	assert_true(rt_retry_after(rt) > 86000);
	assert_int_equal(RT_OK, report(CAROL, 2, ""));
	rt_visitor(rt, NULL, NULL);
	conf.rate[RT_RATE_REPORT] = (struct rt_rate){ 0, 0 };
}

TEST(a_case_takes_so_many)
{
	struct rt_user other = { .name = "other" };

	report(BOB, 1, "");
	for (other.id = 100; other.id < 400; other.id++)
		assert_int_equal(RT_OK, report_as(&other, 1, "me too"));
	assert_true(redis_number("HLEN case:1") <= 256);
	assert_true(redis_number("HLEN case:1") > 200);
	assert_redis("0", "EXISTS reported:399");
	/* One that is there can still be changed. */
	report(BOB, 1, "now with a text");
	assert_redis("1", "HEXISTS case:1 report:2:1");
	assert_non_null(strstr(redis("HGET case:1 report:2:1"), "now with"));
	assert_int_equal(RT_OK,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting));
	assert_non_null(redis("ZSCORE notices:100 %s", "handled 0 1"));
}

/* An earlier one with this id is of somebody else. */
TEST(an_id_that_was_given_out_before)
{
	redis("HSET case:1 author 3 opened 5 report:4:0 %s", "5 spam x");
	redis("ZADD cases 1 3");
	assert_int_equal(RT_OK, report(BOB, 1, ""));
	assert_redis("1", "ZSCORE cases 3");
	assert_redis("1", "HEXISTS case:1 report:4:0");
	assert_true(redis_number("ZSCORE cases 1") > 1);
	assert_int_equal(2, open_cases());
}

TEST(while_redis_is_full)
{
	report(BOB, 1, "");
	redis("CONFIG SET maxmemory 1");
	assert_int_equal(RT_FULL, report(CAROL, 1, ""));
	assert_int_equal(RT_OK,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting));
	redis("CONFIG SET maxmemory 0");
	assert_redis("1", "ZCARD log");
	assert_int_equal(0, open_cases());
	work();
	assert_int_equal(1, read_case(1).reports);
}

static int report_at_once(int n)
{
	const struct rt_user me = { .id = 100 + (uint64_t)n, .name = "x" };

	return report_as(&me, 1 + n % 2, "at once");
}

TEST(many_at_once_are_one_case)
{
	int result[RACERS];

	race(report_at_once, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_int_equal(1, open_cases());
	assert_int_equal(RACERS,
			 read_case(redis_number("ZSCORE cases 1")).reports);
	assert_redis("1", "ZCARD cases:1");
	unit_make_due("cases");
	assert_int_equal(RT_OK, rt_cases_run(rt, &mem));
	assert_redis("1", "ZCARD {cases}:due");
}

/* ---- closing ----------------------------------------------------------- */

static bool bob_is_told(void)
{
	return redis("ZSCORE notices:2 %s", "handled 0 1");
}

TEST(those_who_reported_are_told)
{
	struct rt_notices n;
	struct rt_case c;

	report(BOB, 1, "");
	report(BOB, 0, "");
	report(MOD, 1, "");
	assert_int_equal(RT_OK,
			 rt_case_close(rt, &mem, 1, RT_CASE_REMOVED, &acting));
	assert_redis("0", "EXISTS cases");
	assert_int_equal(0, open_cases());
	c = read_case(1);
	assert_int_equal(RT_CASE_REMOVED, c.outcome);
	assert_int_equal(3, c.reports);
	assert_string_equal("mod", c.by_who.name);
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0bob", &n));
	assert_int_equal(1, n.n);
	assert_int_equal(RT_NOTICE_HANDLED, n.v[0].kind);
	assert_int_equal(RT_CASE_REMOVED, n.v[0].outcome);
	assert_int_equal(0, n.v[0].names);
	assert_int_equal(0, n.gone_n);
	assert_redis("0", "EXISTS notices:4");
	assert_null(redis("ZSCORE notices:1 %s", "handled 0 1"));
}

/* The notice has the id of the case where others have that of a member. */
TEST(what_is_muted_says_nothing_of_cases)
{
	struct rt_notices n;

	report(BOB, 1, "");
	assert_int_equal(RT_OK, rt_mute(rt, &mem, BOB, ALICE));
	assert_int_equal(RT_OK, rt_case_close(rt, &mem, ALICE, RT_CASE_LOOKED,
					      &acting));
	assert_int_equal(RT_OK, rt_mute(rt, &mem, BOB, ALICE));
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0bob", &n));
	assert_int_equal(1, n.n);
	assert_int_equal(RT_NOTICE_HANDLED, n.v[0].kind);
}

/* The same holds for those who are suspended: alice is named in another one. */
TEST(who_is_suspended_says_nothing_of_cases)
{
	struct rt_notices n;

	assert_int_equal(RT_OK, rt_follow(rt, &mem, ALICE, BOB));
	report(BOB, 1, "");
	assert_int_equal(RT_OK,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting));
	unit_standing(ALICE, RT_SUSPENDED);
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0bob", &n));
	assert_int_equal(1, n.n);
	assert_int_equal(RT_NOTICE_HANDLED, n.v[0].kind);
	assert_int_equal(RT_CASE_LOOKED, n.v[0].outcome);
	assert_int_equal(0, n.gone_n);
}

TEST(one_is_faster)
{
	struct rt_log log;

	report(BOB, 1, "");
	assert_int_equal(RT_OK,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting));
	assert_int_equal(RT_TAKEN,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting));
	assert_int_equal(RT_TAKEN, rt_case_note(rt, &mem, 1, "hm", &acting));
	assert_int_equal(RT_NOT_FOUND,
			 rt_case_close(rt, &mem, 9, RT_CASE_LOOKED, &acting));
	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	assert_int_equal(1, log.n);
	assert_int_equal(RT_ACT_CLOSE, log.v[0].what);
	assert_int_equal(1, log.v[0].post);
	assert_string_equal("alice", log.v[0].whom_who.name);
	assert_redis("0", "ZCARD {acts}:due");
}

static int close_at_once(int n)
{
	(void)n;
	return rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting);
}

TEST(one_of_many_closes_it)
{
	int result[RACERS];

	report(BOB, 1, "");
	race(close_at_once, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_redis("1", "ZCARD log");
}

TEST(after_it_another_one_is_opened)
{
	struct rt_case c;

	report(BOB, 1, "");
	rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting);
	assert_int_equal(RT_OK, report(BOB, 1, "still"));
	c = read_case(2);
	assert_int_equal(1, c.befores);
	assert_int_equal(1, c.before[0].id);
	assert_int_equal(RT_CASE_LOOKED, c.before[0].outcome);
	assert_int_equal(1, c.before[0].reports);
	assert_int_equal(1, read_case(1).reports);
}

static void run_report(void)
{
	report(CAROL, 2, "in between");
}

static void run_close(void)
{
	rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting);
}

/* In the old case or in a new one. */
TEST(a_report_while_it_is_closed)
{
	for (unsigned at = 0; at < 8; at++) {
		uint64_t reports;

		report(BOB, 1, "");
		proxy_run_with(at, run_close, UINT_MAX, run_report);
		reports = read_case(1).reports;
		if (redis_number("EXISTS case:2"))
			reports += read_case(2).reports;
		assert_int_equal(2, reports);
		assert_int_equal(redis_number("EXISTS case:2") ||
					 read_case(1).outcome == RT_CASE_OPEN,
				 open_cases());
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

/* ---- notes ------------------------------------------------------------- */

TEST(a_note_to_the_author)
{
	struct rt_notices n;
	struct rt_case c;

	report(BOB, 1, "");
	assert_int_equal(RT_OK,
			 rt_case_note(rt, &mem, 1, "Be kind.", &acting));
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0alice", &n));
	assert_int_equal(1, n.n);
	assert_int_equal(RT_NOTICE_NOTE, n.v[0].kind);
	assert_string_equal("Be kind.", n.v[0].reason);
	assert_int_equal(0, n.v[0].names);
	assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, &n));
	assert_int_equal(
		RT_OK, rt_case_note(rt, &mem, 1, "Really.\nPlease.", &acting));
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0alice", &n));
	assert_int_equal(1, n.n);
	assert_int_equal(1, n.me.unread);
	assert_string_equal("Really.\nPlease.", n.v[0].reason);
	c = read_case(1);
	assert_int_equal(2, c.notes);
	assert_string_equal("Be kind.", c.note[0].text);
	assert_string_equal("mod", c.note[1].by_who.name);
	assert_int_equal(RT_CASE_OPEN, c.outcome);
	run_close();
	assert_int_equal(RT_CASE_NOTED, read_case(1).outcome);
}

static void run_note(void)
{
	rt_case_note(rt, &mem, 1, "Be kind.", &acting);
}

TEST(a_killed_note)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		bool is_there;

		report(BOB, 1, "");
		is_done = proxy_run(n, run_note);
		work();
		is_there = redis("HGET case:1 note");
		assert_true(is_there || !is_done);
		assert_int_equal(is_there, redis_number("ZCARD log"));
		assert_int_equal(is_there, redis("ZSCORE notices:1 %s",
						 "note 0 1") != NULL);
		assert_redis("0", "ZCARD {acts}:due");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

/* ---- killed ------------------------------------------------------------ */

static void run_first_report(void)
{
	report(BOB, 1, "the first");
}

/* Everything that leads to a case, or from it. */
static void expect_whole(uint64_t id, uint64_t reports)
{
	assert_int_equal(reports, read_case(id).reports);
	assert_int_equal(1, open_cases());
	assert_int_equal(id, redis_number("ZSCORE cases 1"));
	assert_int_equal(id, redis_number("ZRANGE cases:1 0 -1"));
	assert_int_equal(id, redis_number("ZRANGE reported:2 0 -1"));
	assert_redis("1", "ZCARD {cases}:due");
}

TEST(a_killed_report)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		is_done = proxy_run(n, run_first_report);
		work();
		if (redis_number("EXISTS case:1")) {
			expect_whole(1, 1);
		} else {
			assert_false(is_done);
			assert_redis("0", "EXISTS cases cases:1 reported:2");
			assert_redis("0", "ZCARD {cases}:due");
			report(BOB, 1, "");
			expect_whole(redis_number("GET next_case_id"), 1);
		}
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

TEST(a_killed_closing)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		report(BOB, 1, "");
		is_done = proxy_run(n, run_close);
		work();
		if (redis("HGET case:1 closed")) {
			assert_int_equal(0, open_cases());
			assert_true(bob_is_told());
			assert_redis("1", "ZCARD log");
			assert_redis("0", "EXISTS cases");
		} else {
			assert_false(is_done);
			expect_whole(1, 1);
			assert_redis("0", "ZCARD log");
			assert_false(bob_is_told());
		}
		assert_redis("1", "ZCARD {cases}:due");
		assert_redis("0", "ZCARD {acts}:due");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

ON_MANY(a_killed_report)
ON_MANY(a_killed_closing)
ON_MANY(a_killed_note)

/* ---- the end ----------------------------------------------------------- */

TEST(words_last_for_thirty_days)
{
	struct rt_case c;
	struct rt_notices n;

	report(BOB, 1, "words of bob");
	run_note();
	run_close();
	make_older("closed", 29);
	work();
	assert_int_equal(1, read_case(1).abouts);
	assert_redis("0", "EXISTS rewrite");
	make_older("closed", 1);
	work();
	c = read_case(1);
	assert_int_equal(0, c.abouts);
	assert_int_equal(0, c.notes);
	assert_int_equal(1, c.reports);
	assert_int_equal(RT_CASE_NOTED, c.outcome);
	assert_redis("0", "EXISTS reported:2");
	assert_redis("1", "EXISTS rewrite");
	assert_redis("1", "ZCARD {cases}:due");
	/* Its notice had no text of its own. */
	assert_int_equal(RT_OK, rt_notices(rt, &mem, "secret0of0alice", &n));
	assert_int_equal(0, n.n);
	assert_int_equal(1, n.gone_n);
	make_older("closed", 336);
	work();
	assert_redis("0", "EXISTS case:1 cases:1 cases");
	assert_redis("0", "ZCARD {cases}:due");
}

TEST(what_nobody_handles_ends)
{
	struct rt_case c;

	report(BOB, 1, "");
	make_older("opened", 179);
	work();
	assert_int_equal(1, open_cases());
	make_older("opened", 1);
	work();
	assert_int_equal(0, open_cases());
	c = read_case(1);
	assert_int_equal(RT_CASE_EXPIRED, c.outcome);
	assert_int_equal(1, c.reports);
	assert_int_equal(0, c.abouts);
	assert_int_equal(0, c.by);
	assert_redis("0", "EXISTS cases reported:2");
	assert_redis("1", "EXISTS rewrite");
	assert_int_equal(RT_TAKEN,
			 rt_case_close(rt, &mem, 1, RT_CASE_LOOKED, &acting));
}

/* A worker looks again on the next day, whatever has happened since. */
TEST(a_worker_comes_every_day)
{
	uint64_t due;

	report(BOB, 1, "");
	work();
	due = redis_number("ZSCORE {cases}:due %s", "0 1 1") / 1000;
	assert_in_range(due, (uint64_t)unit_second() + 86000,
			(uint64_t)unit_second() + 86400);
}

TEST(the_author_leaves)
{
	report(BOB, 1, "");
	run_close();
	report(CAROL, 2, "");
	unit_leave(&who[ALICE]);
	assert_redis("0", "EXISTS case:1 case:2 cases cases:1 reported:2"
			  " reported:3");
	assert_redis("1", "EXISTS rewrite");
	work();
	assert_redis("0", "ZCARD {cases}:due");
}

TEST(one_who_reported_leaves)
{
	report(BOB, 1, "by bob");
	report(BOB, 0, "by bob, too");
	report(CAROL, 1, "by carol");
	unit_leave(&who[BOB]);
	assert_int_equal(1, read_case(1).reports);
	assert_redis("0", "EXISTS reported:2");
	assert_redis("1", "ZCARD reported:3");
	unit_leave(&who[CAROL]);
	assert_int_equal(0, read_case(1).reports);
	assert_int_equal(1, open_cases());
	run_close();
	assert_redis("0", "EXISTS notices:2 notices:3");
}

static void run_leave(void)
{
	unit_leave(&who[ALICE]);
}

/* Her account was deleted while this request was under way. */
TEST(reported_while_leaving)
{
	for (unsigned at = 0; at < 10; at++) {
		proxy_run_with(at, run_leave, UINT_MAX, run_first_report);
		work();
		assert_redis("0", "EXISTS case:1 cases cases:1 reported:2");
		unit_forget(NULL);
		assert_int_equal(0, members(NULL));
	}
}

/* ---- pages ------------------------------------------------------------- */

TEST(cases_in_pages)
{
	struct rt_cases cases;

	redis("EVAL %s 0",
	      "for i = 1, 45 do redis.call('HSET', 'case:' .. i, 'author',"
	      " 1000 + i, 'opened', 5, 'report:2:0', '5 spam ')"
	      " redis.call('HSET', 'user:' .. 1000 + i, 'username', 'u' .. i)"
	      " redis.call('ZADD', 'cases', i, 1000 + i) end");
	assert_int_equal(RT_OK, rt_cases(rt, &mem, &who[MOD], 0, &cases));
	assert_int_equal(20, cases.n);
	assert_int_equal(1, cases.v[0].id);
	assert_int_equal(20, cases.later);
	assert_int_equal(RT_OK, rt_cases(rt, &mem, &who[MOD], 40, &cases));
	assert_int_equal(5, cases.n);
	assert_int_equal(0, cases.later);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(several_reports_are_one_case),
		MEMBERS(their_order_tells_nothing_of_who_wrote_them),
		MEMBERS(the_same_again_replaces_it),
		MEMBERS(what_the_posts_are_by_now),
		MEMBERS(nobody_about_themselves),
		MEMBERS(not_somebody_who_is_suspended),
		MEMBERS(the_number_is_remembered),
		MEMBERS(twenty_a_day),
		MEMBERS(a_case_takes_so_many),
		MEMBERS(an_id_that_was_given_out_before),
		MEMBERS(while_redis_is_full),
		MEMBERS(many_at_once_are_one_case),
		MEMBERS(those_who_reported_are_told),
		MEMBERS(what_is_muted_says_nothing_of_cases),
		MEMBERS(who_is_suspended_says_nothing_of_cases),
		MEMBERS(one_is_faster),
		MEMBERS(one_of_many_closes_it),
		MEMBERS(after_it_another_one_is_opened),
		MEMBERS(a_report_while_it_is_closed),
		MEMBERS(a_note_to_the_author),
		MEMBERS(a_killed_note),
		MEMBERS(a_killed_report),
		MEMBERS(a_killed_closing),
		MEMBERS(a_killed_note_on_many),
		MEMBERS(a_killed_report_on_many),
		MEMBERS(a_killed_closing_on_many),
		MEMBERS(words_last_for_thirty_days),
		MEMBERS(what_nobody_handles_ends),
		MEMBERS(a_worker_comes_every_day),
		MEMBERS(the_author_leaves),
		MEMBERS(one_who_reported_leaves),
		MEMBERS(reported_while_leaving),
		MEMBERS(cases_in_pages),
	};

	return RUN_REDIS(tests);
}
