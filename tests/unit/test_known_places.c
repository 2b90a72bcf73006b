/* Where a member has signed in before. */
#include "unit.h"

#include "libretwis/member/attempt.h"

#define TODAY (time(NULL) / 86400)

static bool is_known(uint64_t id, const char *place)
{
	const char *entry = "nothing";
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	known_places_queue(&p, &entry, id, place);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	return known_places_is(entry);
}

static void note(uint64_t id, const char *address, const char *browser)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	known_places_note(&p, id, address, browser);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

TEST(only_that_member_there)
{
	assert_false(is_known(1, "192.0.2.1"));
	note(1, "192.0.2.1", "word");
	assert_true(is_known(1, "192.0.2.1"));
	assert_true(is_known(1, "word"));
	assert_false(is_known(2, "192.0.2.1"));
	assert_false(is_known(0, "192.0.2.1"));
	assert_false(is_known(1, "192.0.2.2"));
	assert_in_range(redis_number("TTL known:1"), 365 * 86400, 366 * 86400);
}

TEST(nobody_can_try_out_all_addresses_without_the_key)
{
	note(1, "192.0.2.1", "word");
	assert_null(strstr(redis("HGETALL known:1"), "192.0.2.1"));
	conf.key = "6666666666666666666666666666666666666666666666666666666666"
		   "666666";
	assert_false(is_known(1, "192.0.2.1"));
}

TEST(what_has_ended_counts_no_more)
{
	static const struct {
		int last, end; /* days from now */
		bool is;
	} table[] = {
		{ 0, 30, true },    { -29, 1, true },     { -30, 0, false },
		{ -365, 0, false }, { -400, -35, false },
	};

	note(1, "192.0.2.1", "word");
	for (size_t i = 0; i < COUNT(table); i++) {
		for (int k = 0; k < 2; k++) {
			const char *all = redis("HKEYS known:1");

			redis("HSET known:1 %s %s",
			      arena_strndup(&mem, all + 65 * k, 64),
			      arena_printf(&mem, "%lld %lld",
					   (long long)TODAY + table[i].last,
					   (long long)TODAY + table[i].end));
		}
		assert_int_equal(table[i].is, is_known(1, "192.0.2.1"));
		assert_int_equal(table[i].is, is_known(1, "word"));
	}
}

TEST(what_is_no_entry)
{
	static const char *const entries[] = {
		"",
		" ",
		"1",
		"99999",
		"99999 ",
		"99999 99999 ",
		"a 99999",
		"99999 x99999",
		"99999  99999",
	};

	for (size_t i = 0; i < COUNT(entries); i++)
		CHECK(entries[i], !known_places_is(entries[i]));
	assert_false(known_places_is(NULL));
	assert_true(known_places_is("1 99999"));
}

TEST(so_many_places_and_no_more)
{
	for (int i = 0; i < 60; i++)
		note(1, arena_printf(&mem, "192.0.2.%d", i), "word");
	assert_redis("50", "HLEN known:1");
	assert_true(is_known(1, "word"));
	assert_true(is_known(1, "192.0.2.59"));
	assert_true(is_known(1, "192.0.2.11"));
	assert_false(is_known(1, "192.0.2.10"));
}

/* Another program has written it: then nothing is known. */
TEST(a_key_of_another_type)
{
	redis("SET known:1 1");
	assert_false(is_known(1, "192.0.2.1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(only_that_member_there),
		FRESH(nobody_can_try_out_all_addresses_without_the_key),
		FRESH(what_has_ended_counts_no_more),
		FRESH(what_is_no_entry),
		FRESH(so_many_places_and_no_more),
		FRESH(a_key_of_another_type),
	};

	return RUN_REDIS(tests);
}
