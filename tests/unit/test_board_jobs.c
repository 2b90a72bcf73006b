/*
 * What workers do about questions: who is told of the end, late and once, and
 * who is reminded.
 */
#include "base/day.h"
#include "board.h"
#include "ear.h"
#include "race.h"

/* ---- the end of a question ---------------------------------------------- */

TEST(its_end_is_told_to_those_concerned)
{
	board_end_question("");
	board_work();
	assert_string_equal("1 2 3 5", board_told("ended 1 0"));
	board_check_no_jobs();
}

/* A job is put twice if a form comes twice, and may be done twice. */
TEST(its_end_is_told_once)
{
	board_end_question("");
	board_work();
	board_read_all();
	board_put_job(BOARD_END);
	board_work();
	assert_string_equal("1 2 3 5", board_told("ended 1 0"));
	for (int i = ALICE; i < MEMBERS; i++)
		assert_int_equal(0, board_unread((uint64_t)i));
}

static int run_board(int n)
{
	(void)n;
	return rt_board_run(rt, &mem);
}

/* No worker was there when it ended, and then there are many. */
TEST(its_end_is_told_late)
{
	int result[RACERS];

	board_end_question("");
	unit_make_due("board");
	race(run_board, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_string_equal("1 2 3 5", board_told("ended 1 0"));
	board_check_no_jobs();
}

TEST(open_pages_hear_of_it_once)
{
	struct ear carol, dora;
	const char *text;

	ear_open(&carol, "live:3");
	ear_open(&dora, "live:4");
	board_end_question("");
	board_work();
	assert_int_equal(RT_OK, ear_next(&carol, 1000, &text));
	board_put_job(BOARD_END);
	board_work();
	assert_int_equal(RT_NOT_FOUND, ear_next(&carol, 1, &text));
	assert_int_equal(RT_NOT_FOUND, ear_next(&dora, 1, &text));
	ear_close(&carol);
	ear_close(&dora);
}

TEST(its_result)
{
	struct rt_notice n;

	board_end_question(" secret");
	board_work();
	n = board_notice(BOB);
	assert_int_equal(RT_NOTICE_ENDED, n.kind);
	assert_true(n.is_new);
	assert_int_equal(0, n.names);
	assert_int_equal(1, n.post.id);
	assert_false(n.post.attached.question->so_far.is_hidden);
	assert_int_equal(2, n.post.attached.question->so_far.count[0]);
	assert_int_equal(1, n.post.attached.question->so_far.count[1]);
}

/* Those who answer at the last moment are stored by then. */
TEST(its_end_is_due_a_moment_later)
{
	time_t ends = unit_second() + HOUR_SECONDS;

	board_ask(&(struct rt_question){ .ends = ends });
	board_post();
	assert_int_equal(ends + 2, board_due("end 1"));
}

/* A worker's clock was ahead. */
TEST(its_end_has_not_come)
{
	time_t ends = unit_second() + HOUR_SECONDS;

	board_ask(&(struct rt_question){ .ends = ends });
	board_post();
	board_work();
	assert_string_equal("", board_told("ended 1 0"));
	assert_int_equal(ends, board_due("end 1"));
}

TEST(the_end_of_a_suspended_member)
{
	board_end_question("");
	redis("HSET user:1 standing suspended");
	board_work();
	assert_string_equal("1 2 3 5", board_told("ended 1 0"));
}

TEST(nobody_is_told_who_has_left)
{
	board_end_question("");
	redis("DEL user:3");
	board_work();
	assert_string_equal("1 2 5", board_told("ended 1 0"));
}

/* ---- reminders ---------------------------------------------------------- */

TEST(a_reminder_is_for_followers_who_have_not_answered)
{
	board_ask_to_remind();
	board_answer(CAROL, 1);
	board_begin_last_day();
	board_work();
	assert_string_equal("2 4", board_told("remind 1 0"));
	assert_int_equal(0, board_due("remind 1"));
}

TEST(a_reminder_comes_once)
{
	board_ask_to_remind();
	board_begin_last_day();
	board_work();
	board_read_all();
	board_put_job(BOARD_REMIND);
	board_work();
	assert_string_equal("2 3 4", board_told("remind 1 0"));
	for (int i = BOB; i <= DORA; i++)
		assert_int_equal(0, board_unread((uint64_t)i));
}

TEST(nobody_is_reminded_who_wants_or_may_not)
{
	board_ask_to_remind();
	board_begin_last_day();
	assert_int_equal(RT_OK, rt_mute(rt, &mem, BOB, ALICE));
	redis("ZADD quiet:3 -5 1");
	redis("HSET user:4 standing suspended");
	redis("ZADD followers:1 4 5 5 1 6 99");
	board_work();
	assert_string_equal("5", board_told("remind 1 0"));
	assert_redis("0", "EXISTS notices:99");
}

TEST(nobody_is_reminded_who_cannot_answer)
{
	board_ask_to_remind();
	board_begin_last_day();
	redis("ZADD quiet:1 -5 2 5 3");
	redis("HSET user:4 standing waiting");
	board_work();
	assert_string_equal("3", board_told("remind 1 0"));
}

TEST(a_suspended_member_reminds_nobody)
{
	board_ask_to_remind();
	board_begin_last_day();
	redis("HSET user:1 standing suspended");
	board_work();
	assert_string_equal("", board_told("remind 1 0"));
}

TEST(five_hundred_followers_at_most)
{
	board_ask_to_remind();
	board_begin_last_day();
	redis("EVAL %s 1 followers:1",
	      "for i = 1, 600 do"
	      " redis.call('ZADD', KEYS[1], 100 + i, 100 + i) end");
	redis("ZADD followers:1 101.5 3");
	for (int i = 0; i < 600; i++)
		redis("HSET user:%d username x", 101 + i);
	redis("ZADD followers:1 9999 2");
	board_work();
	assert_string_equal("2", board_told("remind 1 0"));
	assert_redis("1", "EXISTS notices:700");
	assert_redis("1", "EXISTS notices:202");
	assert_redis("0", "EXISTS notices:201");
}

TEST(an_announcement_reminds_all_members)
{
	board_announce_question("host");
	board_answer(BOB, 0);
	redis("HSET user:4 standing suspended");
	board_work();
	assert_string_equal("3 5", board_told("remind 1 0"));
	assert_int_equal(0, board_due("remind 1"));
}

TEST(an_announcement_by_who_may_not_announce)
{
	redis("HSET site announce hosts");
	board_announce_question("member");
	board_work();
	assert_string_equal("2 3 4", board_told("remind 1 0"));
}

/* Nobody is told right after the post. */
TEST(no_reminder_on_the_last_day)
{
	time_t now = unit_second();

	board_ask(&(struct rt_question){ .ends = now + 23 * HOUR_SECONDS,
					 .reminds = true });
	board_post();
	assert_int_equal(0, board_due("remind 1"));
	board_begin_again();
	board_ask(&(struct rt_question){ .ends = now + 25 * HOUR_SECONDS,
					 .reminds = true });
	board_post();
	assert_int_equal(now + HOUR_SECONDS, board_due("remind 1"));
	board_begin_again();
	board_ask(&(struct rt_question){ .ends = now + 25 * HOUR_SECONDS });
	board_post();
	assert_int_equal(0, board_due("remind 1"));
}

TEST(a_reminder_that_is_late_or_early)
{
	board_ask_to_remind();
	board_work();
	assert_int_equal(board_question.ends - DAY_SECONDS,
			 board_due("remind 1"));
	board_store_question(unit_second() - 1, " reminds");
	board_work();
	assert_string_equal("", board_told("remind 1 0"));
	assert_int_equal(0, board_due("remind 1"));
}

/* The date is changed to that second. */
static void move_date(time_t begins)
{
	struct rt_pipe p;

	board_date.begins = begins;
	rt_pipe_begin(&p, rt, &mem);
	board_reminder_move(&p, 1, &board_attached);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	board_store_date(begins, "");
}

static void ask_without_end(time_t begins)
{
	board_ask(&(struct rt_question){ .comes = true, .reminds = true });
	board_date = (struct rt_date){ .begins = begins };
	board_attached.date = &board_date;
	board_post();
}

TEST(a_question_without_an_end_reminds_of_its_date)
{
	time_t begins = unit_second() + 3 * DAY_SECONDS;

	ask_without_end(begins);
	assert_int_equal(begins - DAY_SECONDS, board_due("remind 1"));
	begins += HOUR_SECONDS;
	move_date(begins);
	assert_int_equal(begins - DAY_SECONDS, board_due("remind 1"));
	move_date(unit_second() + HOUR_SECONDS);
	assert_int_equal(RT_OK, rt_board_run(rt, &mem));
	assert_string_equal("2 3 4", board_told("remind 1 0"));
	board_check_no_jobs();
	move_date(unit_second() + HOUR_SECONDS);
	board_check_no_jobs();
}

TEST(a_question_of_the_last_day_and_a_later_date)
{
	time_t begins = unit_second() + 3 * DAY_SECONDS;

	ask_without_end(unit_second() + HOUR_SECONDS);
	board_check_no_jobs();
	move_date(begins);
	assert_int_equal(begins - DAY_SECONDS, board_due("remind 1"));
	board_question.ends = begins;
	move_date(begins + HOUR_SECONDS);
	assert_int_equal(begins - DAY_SECONDS, board_due("remind 1"));
}

TEST(a_cancelled_date_reminds_nobody)
{
	ask_without_end(unit_second() + 3 * DAY_SECONDS);
	board_store_date(unit_second() + HOUR_SECONDS, " cancelled");
	board_work();
	assert_string_equal("", board_told("remind 1 0"));
	board_check_no_jobs();
}

/* Whoever has answered since is not told to. */
TEST(a_reminder_ends_with_the_answer)
{
	struct rt_notices n;

	board_ask_to_remind();
	board_begin_last_day();
	board_work();
	assert_int_equal(RT_NOTICE_REMIND, board_notice(BOB).kind);
	board_answer(BOB, 0);
	assert_int_equal(RT_OK,
			 rt_notices(rt, &mem, board_who[BOB].secret, &n));
	assert_int_equal(0, n.n);
	assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, &n));
	assert_redis("seen", "ZRANGE notices:2 0 -1");
	board_store_question(unit_second() - 1, " reminds");
	assert_int_equal(RT_OK,
			 rt_notices(rt, &mem, board_who[CAROL].secret, &n));
	assert_int_equal(0, n.n);
}

/* ---- posts that are gone ------------------------------------------------ */

static void put_all(void)
{
	for (int what = 0; what < BOARD_JOBS; what++)
		board_put_job((enum board_job)what);
}

static void check_nobody_told(void)
{
	for (int i = ALICE; i < MEMBERS; i++)
		assert_redis("0", "EXISTS notices:%d", i);
}

TEST(a_post_that_is_gone)
{
	board_end_question("");
	put_all();
	assert_int_equal(RT_OK,
			 rt_post_delete(rt, &mem, &board_who[ALICE], 1));
	unit_deliver();
	board_work();
	board_check_no_jobs();
	check_nobody_told();
}

TEST(a_post_without_any_of_it)
{
	board_attached = (struct rt_attached){ 0 };
	board_post();
	put_all();
	board_work();
	board_check_no_jobs();
	check_nobody_told();
}

TEST(a_post_that_was_removed)
{
	board_end_question("");
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &nobody));
	redis("DEL notices:1");
	board_work();
	check_nobody_told();
	assert_true(board_due("end 1") > unit_second() + 23 * HOUR_SECONDS);
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, 1, &nobody));
	redis("DEL notices:1");
	board_work();
	assert_string_equal("1 2 3 5", board_told("ended 1 0"));
	board_check_no_jobs();
}

TEST(odd_entries)
{
	redis("ZADD {board}:due 1 %s 1 %s 1 %s 1 %s 1 %s 1 %s", "junk",
	      "0 junk", "0 end", "0 end x", "0 end 1 5 6", "0 end 1x");
	board_work();
	board_check_no_jobs();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(its_end_is_told_to_those_concerned),
		SITE(its_end_is_told_once),
		SITE(its_end_is_told_late),
		SITE(open_pages_hear_of_it_once),
		SITE(its_result),
		SITE(its_end_is_due_a_moment_later),
		SITE(its_end_has_not_come),
		SITE(the_end_of_a_suspended_member),
		SITE(nobody_is_told_who_has_left),
		SITE(a_reminder_is_for_followers_who_have_not_answered),
		SITE(a_reminder_comes_once),
		SITE(nobody_is_reminded_who_wants_or_may_not),
		SITE(nobody_is_reminded_who_cannot_answer),
		SITE(a_suspended_member_reminds_nobody),
		SITE(five_hundred_followers_at_most),
		SITE(an_announcement_reminds_all_members),
		SITE(an_announcement_by_who_may_not_announce),
		SITE(no_reminder_on_the_last_day),
		SITE(a_reminder_that_is_late_or_early),
		SITE(a_question_without_an_end_reminds_of_its_date),
		SITE(a_question_of_the_last_day_and_a_later_date),
		SITE(a_cancelled_date_reminds_nobody),
		SITE(a_reminder_ends_with_the_answer),
		SITE(a_post_that_is_gone),
		SITE(a_post_without_any_of_it),
		SITE(a_post_that_was_removed),
		SITE(odd_entries),
	};

	return RUN_REDIS(tests);
}
