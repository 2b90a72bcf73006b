/*
 * Pages of lists, each of which begins after the last post of the page before.
 */
#include "libretwis/post/page_fill.h"

#include "unit.h"

static struct list_page read_page(struct rt_place here, size_t n)
{
	struct list_page page = { .here = here };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	list_queue(&p, &page, "list", n);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	return page;
}

static const char *ids(const struct list_page *page)
{
	const char *text = "";

	for (size_t i = 0; i < page->ids.n; i++)
		text = arena_printf(&mem, "%s%s%d", text, i ? " " : "",
				    (int)page->ids.v[i]);
	return text;
}

/*
 * Removes the extra entry that shows that there is more, and says where the
 * next page begins.
 */
static struct rt_place cut(struct list_page *page)
{
	struct rt_place next;

	list_parse(page);
	next = list_next(page, list_usable(page));
	page->ids.n = list_usable(page);
	return next;
}

/* From `from` down to 1. */
static void fill(int from)
{
	redis("EVAL %s 1 list %d",
	      "redis.call('DEL', KEYS[1]) for i = ARGV[1], 1, -1 do "
	      "redis.call('RPUSH', KEYS[1], i) end",
	      from);
}

TEST(where_a_page_begins)
{
	static const struct {
		struct rt_place place;
		int64_t start; /* where it really begins */
		const char *ids;
	} table[] = {
		{ { 0, 0, 0 }, 0, "9 8 7" },
		{ { 4, 0, 0 }, 4, "5 4 3" },
		{ { 8, 0, 0 }, 8, "1" },
		{ { 9, 0, 0 }, 9, "" },
		{ { RT_NO_START, 0, 0 }, RT_NO_START, "" },
		{ { 3, 7, 0 }, 3, "6 5 4" },
		/* Above the mark, the list has grown or has lost entries. */
		{ { 1, 7, 0 }, 3, "6 5 4" },
		{ { 5, 7, 0 }, 3, "6 5 4" },
		{ { 0, 9, 0 }, 1, "8 7 6" },
		{ { 0, 1, 0 }, 9, "" },
		/* The mark is gone, and nothing is older. */
		{ { 3, 77, 0 }, 0, "9 8 7" },
		{ { RT_NO_START, 77, 0 }, RT_NO_START, "" },
	};

	fill(9);
	for (size_t i = 0; i < COUNT(table); i++) {
		struct list_page page = read_page(table[i].place, 3);

		list_parse(&page);
		assert_string_equal(table[i].ids, ids(&page));
		assert_int_equal(table[i].start, page.here.start);
	}
}

/* Page 2 after the last post of page 1 was deleted, and others, too. */
TEST(a_mark_that_is_gone)
{
	static const char *const meanwhile[] = {
		"PING",
		"LPUSH list 11 10",
		"LREM list 0 9",
		"LTRIM list 2 -1",
	};

	for (size_t i = 0; i < COUNT(meanwhile); i++) {
		struct list_page page;

		redis("DEL list");
		fill(9);
		redis("LREM list 0 6");
		redis_line(meanwhile[i]);
		page = read_page((struct rt_place){ .start = 4, .after = 6 },
				 3);
		list_parse(&page);
		assert_string_equal("5 4 3", ids(&page));
	}
}

TEST(an_empty_list)
{
	struct list_page page =
		read_page((struct rt_place){ .start = 0, .after = 5 }, 3);

	list_parse(&page);
	assert_int_equal(0, page.ids.n);
	page = read_page(RT_NO_PLACE, 3);
	list_parse(&page);
	assert_int_equal(0, page.ids.n);
	assert_int_equal(0, cut(&page).start);
}

/* A mark is searched for a thousand entries below its place. */
TEST(how_far_a_mark_may_have_sunk)
{
	struct list_page page;

	fill(3000);
	page = read_page(
		(struct rt_place){ .start = 10, .after = 3000 - 1009 }, 1);
	list_parse(&page);
	assert_int_equal(1010, page.here.start);
	/*
	 * Farther away it counts as deleted, and entries around its place are
	 * not searched.
	 */
	page = read_page(
		(struct rt_place){ .start = 10, .after = 3000 - 1010 }, 1);
	list_parse(&page);
	assert_int_equal(10, page.here.start);
}

/*
 * The time that Redis took for a page, the best of several tries: a machine
 * may be busy.
 */
static unsigned long long microseconds(struct rt_place place)
{
	unsigned long long best = UINT64_MAX;

	for (int i = 0; i < 5; i++) {
		unsigned long long us;
		const char *at;

		redis("CONFIG RESETSTAT");
		read_page(place, 31);
		at = strstr(redis("INFO commandstats"),
			    place.after ? "cmdstat_eval:" : "cmdstat_lrange:");
		assert_non_null(at);
		at = strstr(at, "usec=") + strlen("usec=");
		us = strtoull(at, NULL, 10);
		assert_in_range(*at, '0', '9');
		if (us < best)
			best = us;
	}
	return best;
}

/*
 * Anybody may request any place, and any post. Searching the whole list takes
 * Redis twenty milliseconds, and often a hundred.
 */
TEST(no_page_takes_redis_long)
{
	const unsigned long long most_us = 10000;
	static const int64_t starts[] = {
		0,      999,    1000,    1001,         20000,       500000,
		999000, 999999, 1000000, 100000000000, RT_NO_START,
	};
	static const uint64_t marks[] = { 0, 1, 500000, 1000000, 99999999 };

	unit_skip(SEVERAL, "it measures one Redis");
	redis("EVAL %s 1 list",
	      "local ids = {} for i = 1000000, 1, -1 do ids[#ids + 1] = i "
	      "if #ids == 5000 then redis.call('RPUSH', KEYS[1], "
	      "unpack(ids)) ids = {} end end");
	assert_redis("1000000", "LLEN list");
	for (size_t i = 0; i < COUNT(starts); i++)
		for (size_t m = 0; m < COUNT(marks); m++) {
			unsigned long long us = microseconds((struct rt_place){
				.start = starts[i], .after = marks[m] });

			if (us > most_us)
				fail_msg("start %lld, after %llu: %llu us",
					 (long long)starts[i],
					 (unsigned long long)marks[m], us);
		}
}

TEST(what_comes_next)
{
	struct list_page page;
	struct rt_place next;

	fill(25);
	page = read_page(RT_NO_PLACE, RT_PAGE + 1);
	next = cut(&page);
	assert_string_equal("25 24 23 22 21 20 19 18 17 16", ids(&page));
	assert_int_equal(10, next.start);
	assert_int_equal(16, next.after);
	redis("LPUSH list 27 26");
	page = read_page(next, RT_PAGE + 1);
	next = cut(&page);
	assert_string_equal("15 14 13 12 11 10 9 8 7 6", ids(&page));
	assert_int_equal(12, page.here.start);
	assert_int_equal(22, next.start);
	assert_int_equal(6, next.after);
	page = read_page(next, RT_PAGE + 1);
	next = cut(&page);
	assert_string_equal("5 4 3 2 1", ids(&page));
	assert_int_equal(0, next.start);
	assert_int_equal(0, next.after);
}

TEST(behind_some_of_a_page)
{
	struct list_page page;

	fill(9);
	page = read_page((struct rt_place){ .start = 3, .after = 7 }, 3);
	list_parse(&page);
	assert_int_equal(5, list_after_first(&page, 2).start);
	assert_int_equal(5, list_after_first(&page, 2).after);
	assert_int_equal(3, list_after_first(&page, 0).start);
	assert_int_equal(0, list_after_first(&page, 0).after);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(where_a_page_begins),
		FRESH(a_mark_that_is_gone),
		FRESH(an_empty_list),
		FRESH(how_far_a_mark_may_have_sunk),
		FRESH(no_page_takes_redis_long),
		FRESH(what_comes_next),
		FRESH(behind_some_of_a_page),
	};

	return RUN_ANY(tests);
}
