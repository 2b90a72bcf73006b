/*
 * What a process remembers: under which number, for how long, and how much of
 * it.
 */
#include "base/memo.h"
#include "unit.h"

#define PLACES 100

static struct row {
	struct memo_head head;
	uint64_t value;
} rows[PLACES];
static const struct memo memo = MEMO(rows);

static void keep(uint64_t key, int64_t until, uint64_t value)
{
	struct row *row = memo_put(&memo, key, until);

	assert_int_equal(0, row->value);
	row->value = value;
}

/* 0: nothing is there. */
static uint64_t found(uint64_t key, int64_t now)
{
	const struct row *row = memo_find(&memo, key, now);

	return row ? row->value : 0;
}

TEST(until_its_time_is_over)
{
	keep(1, 1000, 11);
	assert_int_equal(11, found(1, 0));
	assert_int_equal(11, found(1, 999));
	assert_int_equal(0, found(1, 1000));
	keep(1, MEMO_FOR_EVER, 12);
	assert_int_equal(12, found(1, INT64_MAX - 1));
}

TEST(nothing_is_there_at_first)
{
	for (uint64_t key = 2; key < 10; key++)
		assert_int_equal(0, found(key, 0));
	assert_int_equal(0, found(0, 0));
	assert_int_equal(0, found(UINT64_MAX, 0));
}

TEST(of_two_in_one_place_the_later_one)
{
	keep(7, 1000, 70);
	keep(7 + PLACES, 1000, 71);
	assert_int_equal(0, found(7, 0));
	assert_int_equal(71, found(7 + PLACES, 0));
	keep(UINT64_MAX, 1000, 72);
	assert_int_equal(72, found(UINT64_MAX, 0));
}

/*
 * Each row is within the table: a sanitizer would notice otherwise, also at
 * its ends.
 */
TEST(no_more_than_there_are_places)
{
	size_t n = 0;

	for (uint64_t key = 1; key <= 100 * PLACES; key++)
		keep(key, 1000, key);
	for (uint64_t key = 1; key <= 100 * PLACES; key++)
		n += found(key, 0) == key;
	assert_int_equal(PLACES, n);
}

TEST(stats_of_texts_and_pairs)
{
	assert_int_equal(memo_text("alice"), memo_text("alice"));
	assert_int_not_equal(memo_text("alice"), memo_text("alicd"));
	assert_int_not_equal(memo_text("\xc3\xa9"), memo_text("\xc3\xa8"));
	assert_int_not_equal(memo_pair(1, 2), memo_pair(2, 1));
	assert_int_not_equal(memo_pair(1, 2), memo_pair(1, 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(until_its_time_is_over),
		PLAIN(nothing_is_there_at_first),
		PLAIN(of_two_in_one_place_the_later_one),
		PLAIN(no_more_than_there_are_places),
		PLAIN(stats_of_texts_and_pairs),
	};

	return RUN_PLAIN(tests);
}
