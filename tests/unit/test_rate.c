/* How fast work is done, and how fast it may be done. */
#include "patterns/control.h"

#include "unit.h"

static struct rate r;
static struct throttle t;

static int anew(__attribute__((unused)) void **state)
{
	r = (struct rate){ 0 };
	t = (struct throttle){ 0 };
	return 0;
}

TEST(ten_seconds_and_no_more)
{
	rate_add(&r, 5000, 7);
	rate_add(&r, 5999, 1);
	assert_int_equal(8, rate_sum(&r, 5999));
	assert_int_equal(8, rate_sum(&r, 14999));
	assert_int_equal(0, rate_sum(&r, 15000));
}

TEST(a_second_of_the_next_round_begins_at_none)
{
	rate_add(&r, 5000, 7);
	rate_add(&r, 14000, 2);
	rate_add(&r, 15000, 1);
	assert_int_equal(3, rate_sum(&r, 15000));
	assert_int_equal(1, rate_sum(&r, 24000));
}

TEST(nothing_was_done)
{
	assert_int_equal(0, rate_sum(&r, 0));
	assert_int_equal(0, rate_sum(&r, 99000));
	rate_add(&r, 99000, 0);
	assert_int_equal(0, rate_sum(&r, 99000));
}

/* However long it runs and however much comes in a second. */
TEST(a_steady_pace)
{
	for (int64_t now = 1000000; now < 1100000; now += 100)
		rate_add(&r, now, 30);
	assert_int_equal(3000, rate_sum(&r, 1099999));
}

/* ---- throttle ---------------------------------------------------------- */

TEST(without_a_limit_nobody_waits)
{
	throttle_add(&t, 1000, 1000000);
	assert_int_equal(0, throttle_wait(&t, 1000));
}

TEST(what_was_done_has_to_last)
{
	throttle_set(&t, 100);
	assert_int_equal(0, throttle_wait(&t, 5000));
	throttle_add(&t, 5000, 1000);
	assert_int_equal(10000, throttle_wait(&t, 5000));
	assert_int_equal(1, throttle_wait(&t, 14999));
	assert_int_equal(0, throttle_wait(&t, 15000));
	assert_int_equal(0, throttle_wait(&t, 99000));
}

TEST(what_is_done_meanwhile_comes_on_top)
{
	throttle_set(&t, 100);
	throttle_add(&t, 5000, 100);
	throttle_add(&t, 5500, 100);
	assert_int_equal(1500, throttle_wait(&t, 5500));
}

TEST(nothing_is_saved_up)
{
	throttle_set(&t, 100);
	throttle_add(&t, 5000, 1);
	throttle_add(&t, 90000, 100);
	assert_int_equal(1000, throttle_wait(&t, 90000));
}

TEST(less_than_a_millisecond_adds_up)
{
	throttle_set(&t, 5000);
	for (int i = 0; i < 5000; i++)
		throttle_add(&t, 1000, 1);
	assert_int_equal(1000, throttle_wait(&t, 1000));
}

TEST(a_new_limit_begins_anew)
{
	throttle_set(&t, 1);
	throttle_add(&t, 1000, 3600);
	throttle_set(&t, 100);
	assert_int_equal(0, throttle_wait(&t, 1000));
	throttle_add(&t, 1000, 100);
	assert_int_equal(1000, throttle_wait(&t, 1000));
	throttle_set(&t, 0);
	assert_int_equal(0, throttle_wait(&t, 1000));
}

#define ANEW(test) cmocka_unit_test_setup_teardown(test, anew, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ANEW(ten_seconds_and_no_more),
		ANEW(a_second_of_the_next_round_begins_at_none),
		ANEW(nothing_was_done),
		ANEW(a_steady_pace),
		ANEW(without_a_limit_nobody_waits),
		ANEW(what_was_done_has_to_last),
		ANEW(what_is_done_meanwhile_comes_on_top),
		ANEW(nothing_is_saved_up),
		ANEW(less_than_a_millisecond_adds_up),
		ANEW(a_new_limit_begins_anew),
	};

	return RUN_PLAIN(tests);
}
