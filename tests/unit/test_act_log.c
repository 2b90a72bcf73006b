/* The time of an act, which is its token, and the pages of the log. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "libretwis/site/act_log.h"
#include "unit.h"

#define AT_US 1800000000000000ULL

/* What the date is, in microseconds; 0: what it really is. */
static uint64_t date_us;

/* This whole program, including the library, uses this clock. */
int clock_gettime(clockid_t clock, struct timespec *to)
{
	if (clock != CLOCK_REALTIME || !date_us)
		return (int)syscall(SYS_clock_gettime, clock, to);
	to->tv_sec = (time_t)(date_us / 1000000);
	to->tv_nsec = (long)(date_us % 1000000) * 1000;
	return 0;
}

static int real_date(void **state)
{
	date_us = 0;
	return unit_forget(state);
}

static uint64_t token(void)
{
	const struct rt_acting who = { .by = 1 };

	return rt_u64(act_new(&mem, RT_ACT_APPROVE, 2, 0, &who).token);
}

/* ---- the time ---------------------------------------------------------- */

TEST(each_act_is_later_than_the_one_before)
{
	date_us = AT_US;
	assert_int_equal(AT_US, token());
	for (unsigned i = 1; i < 100; i++)
		assert_int_equal(AT_US + i, token());
	date_us = AT_US + 50;
	assert_int_equal(AT_US + 100, token());
	date_us = AT_US + 1000;
	assert_int_equal(AT_US + 1000, token());
}

/* Or it would be deleted later, and the log would be wrong, until a restart. */
TEST(a_clock_that_was_wrong)
{
	date_us = AT_US + 86400000000;
	assert_int_equal(date_us, token());
	date_us = AT_US;
	assert_int_equal(AT_US, token());
	date_us = AT_US - 1000000;
	assert_int_equal(AT_US + 1, token());
}

/* ---- pages ------------------------------------------------------------- */

/* Lines of the given microseconds; each is about another member. */
static void lines(const uint64_t *us, size_t n)
{
	for (size_t i = 0; i < n; i++)
		redis("ZADD log %llu %s", (unsigned long long)us[i],
		      arena_printf(&mem, ID " approve 1 " ID " 0 ", us[i],
				   (uint64_t)i + 1));
}

/* How many lines all pages have together, if each is there once. */
static size_t lines_read(void)
{
	bool seen[3 * RT_LOG_PAGE] = { false };
	struct rt_log log;
	uint64_t older = 0;
	size_t all = 0;

	do {
		assert_int_equal(RT_OK, rt_log(rt, &mem, older, &log));
		for (size_t i = 0; i < log.n; i++) {
			assert_false(seen[log.v[i].whom]);
			seen[log.v[i].whom] = true;
		}
		all += log.n;
		older = log.older;
	} while (older);
	return all;
}

/* As two processes may write them. */
TEST(a_page_ends_between_lines_of_the_same_time)
{
	uint64_t us[RT_LOG_PAGE + 20];

	for (size_t same = 2; same < 5; same++) {
		unit_fresh(NULL);
		for (size_t i = 0; i < COUNT(us); i++)
			us[i] = AT_US + i / same;
		lines(us, COUNT(us));
		assert_int_equal(COUNT(us), lines_read());
	}
}

/* A page cannot hold them all; but there is an end. */
TEST(too_many_lines_of_the_same_time)
{
	uint64_t us[RT_LOG_PAGE + 20];
	struct rt_log log;

	for (size_t i = 0; i < COUNT(us); i++)
		us[i] = AT_US;
	lines(us, COUNT(us));
	assert_int_equal(RT_OK, rt_log(rt, &mem, 0, &log));
	assert_int_equal(RT_LOG_PAGE, log.n);
	assert_int_equal(AT_US, log.older);
	assert_int_equal(RT_LOG_PAGE, lines_read());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(
			each_act_is_later_than_the_one_before, real_date),
		cmocka_unit_test_teardown(a_clock_that_was_wrong, real_date),
		FRESH(a_page_ends_between_lines_of_the_same_time),
		FRESH(too_many_lines_of_the_same_time),
	};

	return RUN_REDIS(tests);
}
