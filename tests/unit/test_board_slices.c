/*
 * What workers do about questions and dates with many members, and wherever a
 * worker is killed.
 */
#include "board.h"
#include "libretwis/post/answers.h"
#include "proxy.h"

/* ---- slices ------------------------------------------------------------- */

/* `n` more members from 100 on, all of whom have answered Yes. */
static void answer_in_crowd(int n)
{
	for (int i = 100; i < 100 + n; i++)
		redis("HSET user:%d username x", i);
	redis("EVAL %s 1 answers:1 %d %lld %d",
	      "for i = 100, 99 + ARGV[1] do"
	      " redis.call('ZADD', KEYS[1], 5 + i % 7, '0 ' .. i,"
	      " string.format('%.0f', ARGV[2] * ARGV[3] + 5 + i % 7), i) end",
	      n, (long long)ANSWERS_BAND, ANSWERS_MEMBERS);
}

/* How many of them have a notice, and no second one. */
static int told_in_crowd(int n)
{
	int has = 0;

	for (int i = 100; i < 100 + n; i++) {
		uint64_t cards = redis_number("ZCARD notices:%d", i);

		assert_true(cards == 0 || cards == 2);
		has += cards == 2;
	}
	return has;
}

TEST(a_crowd_is_told_in_slices)
{
	board_end_question("");
	answer_in_crowd(1200);
	board_work();
	assert_int_equal(1200, told_in_crowd(1200));
	assert_string_equal("1 2 3 5", board_told("ended 1 0"));
	board_check_no_jobs();
}

/* A run tells ten times five hundred, and the author. */
TEST(a_run_is_bounded)
{
	board_end_question("");
	answer_in_crowd(5100);
	board_work();
	assert_int_equal(5000, told_in_crowd(5100));
	assert_redis("1", "ZCARD {board}:due");
	assert_non_null(strstr(redis("ZRANGE {board}:due 0 -1"), "0 end 1 "));
	board_work();
	assert_int_equal(5100, told_in_crowd(5100));
	board_check_no_jobs();
}

TEST(all_members_in_slices)
{
	board_announce_question("host");
	for (int i = 100; i < 1300; i++) {
		redis("HSET user:%d username x%d", i, i);
		redis("ZADD directory 0 %s",
		      arena_printf(&mem, "x y%d\t%d", i, i));
	}
	board_work();
	assert_int_equal(1200, told_in_crowd(1200));
	assert_string_equal("2 3 4 5", board_told("remind 1 0"));
	assert_int_equal(0, board_due("remind 1"));
}

TEST(those_who_come_in_slices)
{
	board_ask_who_comes();
	answer_in_crowd(1200);
	board_put_job(BOARD_CHANGED);
	board_work();
	assert_int_equal(1200, told_in_crowd(1200));
	assert_string_equal("2 3", board_told("changed 1 0"));
	board_check_no_jobs();
}

/* Somebody at a bookmark leaves. */
TEST(a_bookmark_that_is_gone)
{
	board_end_question("");
	redis("ZADD {board}:due 1 %s",
	      arena_printf(&mem, "0 end 1 5 %s 2",
			   redis("ZSCORE answers:1 2")));
	redis("ZREM {board}:due %s", "0 end 1");
	redis("ZREM answers:1 2");
	board_work();
	assert_string_equal("3 5", board_told("ended 1 0"));
}

/* ---- killed ------------------------------------------------------------- */

static void run_worker(void)
{
	rt_board_run(rt, &mem);
}

/* Wherever a worker dies, the next one tells them, and nobody twice. */
static void check_killed(void (*prepare)(void), const char *entry,
			 const char *expected)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		prepare();
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		board_work();
		assert_string_equal(expected, board_told(entry));
		board_check_no_jobs();
		board_begin_again();
	}
}

static void prepare_end(void)
{
	board_end_question("");
}

TEST(a_killed_end)
{
	check_killed(prepare_end, "ended 1 0", "1 2 3 5");
}

static void prepare_reminder(void)
{
	board_ask(&(struct rt_question){ .reminds = true });
	board_date =
		(struct rt_date){ .begins = unit_second() + HOUR_SECONDS };
	board_attached.date = &board_date;
	board_attached.announced = 1;
	board_post();
	redis("DEL {board}:due");
	board_put_job(BOARD_REMIND);
	redis("HSET user:1 standing host");
}

TEST(a_killed_reminder)
{
	check_killed(prepare_reminder, "remind 1 0", "2 3 4 5");
}

/*
 * Both had notices of an earlier change, and have read them.  Whoever the worker
 * told before it died has read that, too, and is not told again.
 */
TEST(a_killed_change)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		uint64_t told_before[2];

		board_ask_who_comes();
		board_put_job(BOARD_CHANGED);
		board_work();
		board_read_all();
		board_put_job(BOARD_CHANGED);
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		for (int i = 0; i < 2; i++)
			told_before[i] = board_unread((uint64_t)(BOB + i));
		board_read_all();
		board_work();
		assert_string_equal("2 3", board_told("changed 1 0"));
		for (int i = 0; i < 2; i++)
			assert_int_equal(told_before[i] ? 0 : 1,
					 board_unread((uint64_t)(BOB + i)));
		board_check_no_jobs();
		board_begin_again();
	}
}

TEST(a_killed_count_of_readers)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		board_announce();
		board_age_announcement();
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		if (redis_number("EXISTS read:1"))
			assert_redis("3", "ZCARD read:1");
		board_work();
		board_check_readers("3");
		board_check_no_jobs();
		board_begin_again();
	}
}

/* In the middle of the second slice, or between two. */
TEST(a_crowd_and_a_killed_worker)
{
	bool is_done = false;

	for (unsigned n = 97; !is_done; n += 397) {
		prepare_end();
		answer_in_crowd(600);
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		board_work();
		assert_int_equal(600, told_in_crowd(600));
		assert_string_equal("1 2 3 5", board_told("ended 1 0"));
		board_check_no_jobs();
		board_begin_again();
	}
}

ON_MANY(a_killed_end)
ON_MANY(a_killed_reminder)
ON_MANY(a_killed_change)
ON_MANY(a_killed_count_of_readers)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(a_crowd_is_told_in_slices),
		SITE(a_run_is_bounded),
		SITE(all_members_in_slices),
		SITE(those_who_come_in_slices),
		SITE(a_bookmark_that_is_gone),
		SITE(a_killed_end),
		SITE(a_killed_reminder),
		SITE(a_killed_change),
		SITE(a_killed_count_of_readers),
		SITE(a_crowd_and_a_killed_worker),
		SITE(a_killed_end_on_many),
		SITE(a_killed_reminder_on_many),
		SITE(a_killed_change_on_many),
		SITE(a_killed_count_of_readers_on_many),
	};

	return RUN_REDIS(tests);
}
