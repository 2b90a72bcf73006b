/*
 * What the pages let nginx cache for visitors: how much, and under which
 * addresses.
 */
#include "unit.h"
#include "http/send.h"

#define KB ((size_t)1024)

/* Each test has its own time, since this is one process. */
static int64_t later(void)
{
	static int64_t second;

	return second += 100;
}

static const char *address(int n)
{
	return arena_printf(&mem, "/@anna/%d", n);
}

static bool takes_again(int n, size_t bytes, int64_t now, unsigned processes)
{
	microcache_admits(address(n), bytes, now, processes);
	return microcache_admits(address(n), bytes, now, processes);
}

TEST(an_address_that_is_asked_for_again)
{
	int64_t now = later();

	assert_false(microcache_admits("/timeline", KB, now, 1));
	assert_true(microcache_admits("/timeline", KB, now, 1));
	assert_true(microcache_admits("/timeline", KB, now + 1, 1));
	assert_false(microcache_admits("/timeline", KB, now + 3, 1));
	assert_false(microcache_admits("/@anna", KB, now + 3, 1));
}

TEST(who_walks_through_all_leaves_nothing)
{
	int64_t now = later();

	for (int i = 0; i < 3000; i++)
		assert_false(microcache_admits(address(i), KB, now, 1));
}

static size_t most_of(unsigned processes, size_t bytes)
{
	int64_t now = later();
	size_t sum = 0;

	for (int s = 0; s < MICROCACHE_SECONDS; s++)
		for (int i = 0; i < 500; i++)
			if (takes_again(i, bytes, now + s, processes))
				sum += bytes;
	return sum;
}

TEST(all_processes_together_stay_below_the_bound)
{
	static const unsigned table[] = { 1, 2, 7, 16 };

	for (size_t i = 0; i < COUNT(table); i++) {
		size_t all = table[i] * MICROCACHE_PROGRAMS *
			     most_of(table[i], 10 * KB);

		CHECK(arena_printf(&mem, "%u", table[i]),
		      all > MICROCACHE_MAX / 4 && all <= MICROCACHE_MAX);
	}
}

/* A file has a header, and takes whole pages of memory. */
TEST(small_pages_count_as_files)
{
	int64_t now = later();
	size_t n = 0;

	for (int i = 0; i < 1000; i++)
		n += takes_again(i, 1, now, 1);
	assert_in_range(n * MICROCACHE_SECONDS * MICROCACHE_PROGRAMS * 8 * KB,
			MICROCACHE_MAX / 2, MICROCACHE_MAX);
}

TEST(a_page_that_is_too_long_is_never_kept)
{
	int64_t now = later();

	assert_false(takes_again(1, 1024 * KB, now, 1));
	assert_true(takes_again(2, 10 * KB, now, 1));
	assert_false(takes_again(1, SIZE_MAX / 2, now, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_that_is_asked_for_again),
		cmocka_unit_test(who_walks_through_all_leaves_nothing),
		cmocka_unit_test(all_processes_together_stay_below_the_bound),
		cmocka_unit_test(small_pages_count_as_files),
		cmocka_unit_test(a_page_that_is_too_long_is_never_kept),
	};

	return RUN_PLAIN(tests);
}
