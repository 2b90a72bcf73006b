/*
 * What workers do about dates that change, and about the readers of
 * announcements.
 */
#include "base/day.h"
#include "board.h"

/* ---- dates -------------------------------------------------------------- */

TEST(a_changed_date_is_told_to_those_who_come)
{
	struct rt_notice n;

	board_ask_who_comes();
	board_put_job(BOARD_CHANGED);
	board_work();
	assert_string_equal("2 3", board_told("changed 1 0"));
	board_check_no_jobs();
	n = board_notice(CAROL);
	assert_int_equal(RT_NOTICE_CHANGED, n.kind);
	assert_non_null(n.post.attached.date);
}

TEST(another_change_is_told_again)
{
	board_ask_who_comes();
	board_put_job(BOARD_CHANGED);
	board_work();
	board_read_all();
	assert_int_equal(0, board_unread(BOB));
	board_put_job(BOARD_CHANGED);
	board_work();
	assert_string_equal("2 3", board_told("changed 1 0"));
	assert_int_equal(1, board_unread(BOB));
	assert_int_equal(1, board_unread(CAROL));
}

/* A worker has the first job in hand. */
TEST(another_change_at_the_same_moment)
{
	const char *first;

	board_ask_who_comes();
	redis("ZADD {board}:due 1 %s", "0 changed 1 5");
	board_put_job(BOARD_CHANGED);
	first = redis("ZRANGE {board}:due 0 -1");
	assert_non_null(strstr(first, "0 changed 1 5"));
	assert_non_null(strstr(first, "0 changed 1 "));
	assert_redis("2", "ZCARD {board}:due");
	board_work();
	assert_string_equal("2 3", board_told("changed 1 0"));
	board_check_no_jobs();
}

TEST(a_cancelled_date)
{
	board_ask_who_comes();
	board_put_job(BOARD_CANCELLED);
	board_work();
	assert_string_equal("", board_told("cancelled 1 0"));
	board_store_date(board_date.begins, " cancelled");
	board_put_job(BOARD_CHANGED);
	board_put_job(BOARD_CANCELLED);
	board_work();
	assert_string_equal("2 3", board_told("cancelled 1 0"));
	assert_int_equal(RT_NOTICE_CANCELLED, board_notice(BOB).kind);
	board_check_no_jobs();
}

TEST(a_date_for_which_nobody_says_who_comes)
{
	board_ask(&(struct rt_question){ .ends = 0 });
	board_date = (struct rt_date){ .begins = unit_second() + DAY_SECONDS };
	board_attached.date = &board_date;
	board_post();
	board_answer(BOB, 0);
	board_put_job(BOARD_CHANGED);
	board_work();
	assert_string_equal("", board_told("changed 1 0"));
	board_check_no_jobs();
}

/* ---- readers ------------------------------------------------------------ */

TEST(only_the_number_of_readers_is_kept)
{
	struct rt_post post;

	board_announce();
	board_age_announcement();
	board_work();
	board_check_readers("3");
	board_check_no_jobs();
	board_put_job(BOARD_READERS);
	board_work();
	board_check_readers("3");
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_int_equal(board_announced, post.attached.announced);
	assert_int_equal(3, post.attached.readers);
}

TEST(readers_of_a_younger_announcement)
{
	board_announce();
	board_work();
	assert_redis("3", "ZCARD read:1");
	assert_int_equal(board_announced + READ_BY_SECONDS,
			 board_due("readers 1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(a_changed_date_is_told_to_those_who_come),
		SITE(another_change_is_told_again),
		SITE(another_change_at_the_same_moment),
		SITE(a_cancelled_date),
		SITE(a_date_for_which_nobody_says_who_comes),
		SITE(only_the_number_of_readers_is_kept),
		SITE(readers_of_a_younger_announcement),
	};

	return RUN_REDIS(tests);
}
