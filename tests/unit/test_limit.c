/* The rate limiter. */
#include "patterns/limit.h"

#include <unistd.h>

#include "race.h"

#define LOOK_US 2000

/*
 * A window of days, and the time left in it: even if a machine is so busy that
 * a test takes an hour, the result is the same.
 */
#define DAYS 1000000
#define HOUR 3600

static void expect_left(uint64_t left, uint64_t seconds)
{
	assert_in_range(left, seconds - HOUR, seconds);
}

static uint64_t ask(const char *what, unsigned max, unsigned seconds)
{
	struct limit l = { .wait = 77 };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	limit_queue(&p, &l, what, max, seconds);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(l.wait == 0, limit_allows(&l));
	return l.wait;
}

TEST(so_many_times_and_no_more)
{
	for (int i = 0; i < 3; i++)
		assert_int_equal(0, ask("post:1", 3, DAYS));
	expect_left(ask("post:1", 3, DAYS), DAYS);
	expect_left(ask("post:1", 3, DAYS), DAYS);
	assert_int_equal(0, ask("post:2", 3, DAYS));
}

TEST(the_window_begins_with_the_first_time)
{
	ask("post:1", 1, DAYS);
	expect_left(redis_number("TTL limit:post:1"), DAYS);
	redis("EXPIRE limit:post:1 %d", DAYS / 2);
	/* Further tries do not extend the wait. */
	expect_left(ask("post:1", 1, DAYS), DAYS / 2);
	expect_left(redis_number("TTL limit:post:1"), DAYS / 2);
}

TEST(less_than_a_second_is_told_as_one)
{
	struct limit l;
	struct rt_pipe p;

	ask("post:1", 1, DAYS);
	/* In one write, so that no time passes between the two. */
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "PEXPIRE limit:post:1 400");
	limit_queue(&p, &l, "post:1", 1, DAYS);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(1, l.wait);
}

TEST(after_the_window_another_begins)
{
	int64_t end = unit_now() + 10000;

	ask("post:1", 1, DAYS);
	redis("PEXPIRE limit:post:1 1");
	while (redis_number("EXISTS limit:post:1")) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
	assert_int_equal(0, ask("post:1", 1, DAYS));
	expect_left(redis_number("TTL limit:post:1"), DAYS);
}

/* The counter that a program left when it died between INCR and EXPIRE. */
TEST(a_counter_without_an_end_gets_one)
{
	redis("SET limit:post:1 1");
	assert_int_equal(0, ask("post:1", 5, DAYS));
	expect_left(redis_number("TTL limit:post:1"), DAYS);
	redis("SET limit:post:1 1000");
	expect_left(ask("post:1", 5, DAYS), DAYS);
	expect_left(redis_number("TTL limit:post:1"), DAYS);
}

/* Nothing can happen between two commands when there is only one command. */
TEST(asking_is_one_command)
{
	redis("CONFIG RESETSTAT");
	ask("post:1", 5, DAYS);
	assert_int_equal(1, unit_calls("eval"));
}

TEST(several_in_one_pipeline)
{
	struct limit address, name;
	struct rt_pipe p;

	ask("sign-in:name:alice", 1, 2 * DAYS);
	rt_pipe_begin(&p, rt, &mem);
	limit_queue(&p, &address, "sign-in:address:192.0.2.1", 1, DAYS);
	limit_queue(&p, &name, "sign-in:name:alice", 1, 2 * DAYS);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_true(limit_allows(&address));
	assert_false(limit_allows(&name));
	expect_left(name.wait, 2 * DAYS);
}

static int ask_once(int n)
{
	struct limit l;
	struct rt_pipe p;

	(void)n;
	rt_pipe_begin(&p, rt, &mem);
	limit_queue(&p, &l, "post:1", 5, DAYS);
	if (rt_pipe_end(&p))
		return 100;
	return limit_allows(&l);
}

TEST(of_many_at_once_so_many_are_allowed)
{
	int result[RACERS];

	race(ask_once, result);
	assert_int_equal(5, race_count(result, true));
	assert_int_equal(RACERS - 5, race_count(result, false));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(so_many_times_and_no_more),
		FRESH(the_window_begins_with_the_first_time),
		FRESH(less_than_a_second_is_told_as_one),
		FRESH(after_the_window_another_begins),
		FRESH(a_counter_without_an_end_gets_one),
		FRESH(asking_is_one_command),
		FRESH(several_in_one_pipeline),
		FRESH(of_many_at_once_so_many_are_allowed),
	};

	return RUN_REDIS(tests);
}
