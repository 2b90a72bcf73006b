/* Delayed work: in time, once, and not lost. */
#include "patterns/delayed.h"

#include "race.h"

#define NOW   UINT64_C(1795260300000)
#define LEASE 60000

static uint64_t add(uint64_t owner, const char *text, uint64_t due)
{
	struct rt_pipe p;
	uint64_t added = 7;

	rt_pipe_begin(&p, rt, &mem);
	delayed_add(&p, "late", owner, text, due, &added);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	return added;
}

static void note(const char *text, uint64_t due)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	delayed_note(&p, "late", text, due);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static void done(const struct delayed *entry)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	delayed_done(&p, "late", entry);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static struct delayed_list take(uint64_t now, unsigned max)
{
	struct delayed_list list;

	memset(&list, 0x5a, sizeof list);
	assert_int_equal(RT_OK, delayed_claim(rt, &mem, "late", now, LEASE,
					      max, &list));
	return list;
}

static struct delayed_list list_of(uint64_t owner)
{
	struct delayed_list list;

	memset(&list, 0x5a, sizeof list);
	assert_int_equal(RT_OK, delayed_list(rt, &mem, "late", owner, &list));
	return list;
}

static enum rt_err cancel(uint64_t owner, const char *text)
{
	return delayed_cancel(rt, &mem, "late", owner, text);
}

/* "OWNER TEXT" of each, separated by commas. */
static const char *texts(struct delayed_list list)
{
	const char *s = "";

	for (size_t i = 0; i < list.n; i++)
		s = arena_printf(&mem, "%s%s" ID " %s", s, i ? ", " : "",
				 list.v[i].owner, list.v[i].text);
	return s;
}

/* ---- in time ----------------------------------------------------------- */

TEST(nothing_before_its_time)
{
	struct delayed_list list;

	add(1, "post", NOW);
	assert_int_equal(0, take(NOW - 1, 10).n);
	list = take(NOW, 10);
	assert_string_equal("1 post", texts(list));
	assert_int_equal(NOW, list.v[0].due);
}

TEST(what_was_due_long_ago)
{
	struct delayed_list list;

	add(1, "post", NOW);
	list = take(2 * NOW, 10);
	assert_string_equal("1 post", texts(list));
	assert_int_equal(NOW, list.v[0].due);
}

TEST(the_earliest_first_and_so_many_at_once)
{
	add(1, "three", NOW + 3);
	add(2, "one", NOW + 1);
	add(1, "two", NOW + 2);
	add(3, "four", NOW + 4);
	assert_string_equal("2 one, 1 two", texts(take(NOW + 3, 2)));
	assert_string_equal("1 three", texts(take(NOW + 3, 2)));
	assert_int_equal(0, take(NOW + 3, 2).n);
	assert_string_equal("3 four", texts(take(NOW + 4, 2)));
}

TEST(more_than_a_list)
{
	for (int i = 0; i < DELAYED_LIST + 5; i++)
		add(1 + (uint64_t)i % 2, arena_printf(&mem, "%d", i), NOW);
	assert_int_equal(DELAYED_LIST, take(NOW, 1000).n);
	assert_int_equal(5, take(NOW, 1000).n);
	assert_int_equal(0, take(NOW, 1000).n);
}

TEST(any_text)
{
	static const char *const table[] = { "", " ", "a b", "a\nb", "7 %s" };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct delayed_list list;

		add(1, table[i], NOW);
		list = take(NOW, 10);
		CHECK(table[i], list.n == 1);
		CHECK(table[i], strcmp(table[i], list.v[0].text) == 0);
		done(&list.v[0]);
	}
	assert_redis("0", "EXISTS {late}:due {late}:of:1");
}

/* Leased by a worker whose clock was an hour ahead, and who has died. */
TEST(a_lease_of_a_clock_that_was_ahead)
{
	add(1, "post", NOW);
	assert_string_equal("1 post", texts(take(NOW + 3600000, 10)));
	assert_string_equal("1 post", texts(take(NOW, 10)));
	/*
	 * Workers whose clocks differ a little do not take each other's work.
	 */
	assert_int_equal(0, take(NOW - 50000, 10).n);
	assert_string_equal("1 post", texts(take(NOW + LEASE, 10)));
}

/* ---- once -------------------------------------------------------------- */

TEST(the_first_time_counts)
{
	add(1, "post", NOW);
	add(1, "post", NOW + 5000);
	assert_int_equal(NOW, list_of(1).v[0].due);
	note("visit", NOW + 1);
	note("visit", NOW + 9000);
	assert_string_equal("1 post, 0 visit", texts(take(NOW + 1, 10)));
	assert_int_equal(0, take(NOW + 9000, 10).n);
}

TEST(the_same_text_of_another_is_another)
{
	add(1, "post", NOW);
	add(2, "post", NOW);
	assert_string_equal("1 post, 2 post", texts(take(NOW, 10)));
}

/* While it is leased it is still there, and is not added again. */
TEST(added_again_while_it_is_done)
{
	struct delayed_list list;

	add(1, "post", NOW);
	list = take(NOW, 10);
	add(1, "post", NOW);
	assert_int_equal(0, take(NOW, 10).n);
	done(&list.v[0]);
	assert_redis("0", "EXISTS {late}:due {late}:of:1");
}

static int take_and_count(int n)
{
	struct delayed_list list;

	(void)n;
	if (delayed_claim(rt, &mem, "late", NOW, LEASE, 5, &list))
		return 100;
	for (size_t i = 0; i < list.n; i++) {
		struct rt_pipe p;

		rt_pipe_begin(&p, rt, &mem);
		rt_pipe(&p, "HINCRBY {test}:taken %s 1", list.v[i].text);
		delayed_done(&p, "late", &list.v[i]);
		if (rt_pipe_end(&p))
			return 101;
	}
	return (int)list.n;
}

TEST(of_many_at_once_each_takes_its_own)
{
	int result[RACERS];

	for (int i = 0; i < 5 * RACERS; i++)
		add(1, arena_printf(&mem, "%d", i), NOW);
	race(take_and_count, result);
	assert_int_equal(RACERS, race_count(result, 5));
	assert_int_equal(5 * RACERS, redis_number("HLEN {test}:taken"));
	for (int i = 0; i < 5 * RACERS; i++)
		assert_redis("1", "HGET {test}:taken %d", i);
	assert_redis("0", "EXISTS {late}:due {late}:of:1");
}

/* ---- and not lost ------------------------------------------------------ */

TEST(who_dies_with_it_leaves_it_to_the_next)
{
	struct delayed_list list;

	add(1, "post", NOW);
	take(NOW, 10);
	assert_int_equal(0, take(NOW + LEASE - 1, 10).n);
	list = take(NOW + LEASE, 10);
	assert_string_equal("1 post", texts(list));
	assert_int_equal(NOW + LEASE, list.v[0].due);
	assert_int_equal(0, take(NOW + 2 * LEASE - 1, 10).n);
	done(&list.v[0]);
	assert_int_equal(0, take(NOW + 5 * LEASE, 10).n);
}

TEST(what_was_lost_comes_before_what_is_due)
{
	add(1, "two", NOW);
	take(NOW, 1);
	add(1, "one", NOW);
	take(NOW + 1, 1);
	add(1, "due", NOW);
	assert_string_equal("1 two", texts(take(NOW + LEASE + 1, 1)));
	assert_string_equal("1 one, 1 due", texts(take(NOW + LEASE + 1, 2)));
}

static int take_only(int n)
{
	struct delayed_list list;

	return n && delayed_claim(rt, &mem, "late", NOW, LEASE, 1, &list);
}

static int take_and_half_done(int n)
{
	struct rt_pipe p;

	if (take_only(n))
		return 1;
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "ZREM {late}:of:1 post");
	return rt_pipe_end(&p) != RT_OK;
}

TEST(killed_at_every_step)
{
	static int (*const steps[])(int) = { take_only, take_and_half_done };

	for (int n = 0; n < 3; n++) {
		struct delayed_list list;

		redis("FLUSHALL");
		add(1, "post", NOW);
		race_die(steps[n / 2], n);
		list = take(NOW + LEASE, 10);
		assert_string_equal("1 post", texts(list));
		done(&list.v[0]);
		assert_redis("0", "EXISTS {late}:due {late}:of:1");
	}
}

/* ---- a member's own ---------------------------------------------------- */

TEST(what_a_member_has)
{
	assert_int_equal(0, list_of(1).n);
	add(1, "two", NOW + 2);
	add(2, "other", NOW);
	add(1, "one", NOW + 1);
	note("visit", NOW);
	assert_string_equal("1 one, 1 two", texts(list_of(1)));
	assert_int_equal(NOW + 1, list_of(1).v[0].due);
	assert_int_equal(NOW + 2, list_of(1).v[1].due);
	assert_int_equal(0, list_of(0).n);
}

TEST(it_is_told_until_it_is_done)
{
	struct delayed_list list;

	add(1, "post", NOW);
	list = take(NOW, 10);
	assert_int_equal(NOW, list_of(1).v[0].due);
	done(&list.v[0]);
	assert_int_equal(0, list_of(1).n);
}

TEST(not_more_than_a_list_of_it)
{
	for (int i = 0; i < DELAYED_LIST; i++)
		assert_int_equal(1, add(1, arena_printf(&mem, "%d", i),
					NOW + (uint64_t)i));
	assert_int_equal(0, add(1, "one more", NOW));
	assert_int_equal(1, add(1, "0", NOW));
	assert_int_equal(1, add(2, "another's", NOW));
	assert_int_equal(DELAYED_LIST, list_of(1).n);
	assert_int_equal(DELAYED_LIST + 1, redis_number("ZCARD {late}:due"));
	assert_int_equal(RT_OK, cancel(1, "7"));
	assert_int_equal(1, add(1, "one more", NOW));
}

TEST(what_is_cancelled_is_never_done)
{
	add(1, "post", NOW);
	add(1, "other", NOW);
	assert_int_equal(RT_OK, cancel(1, "post"));
	assert_string_equal("1 other", texts(list_of(1)));
	assert_string_equal("1 other", texts(take(NOW, 10)));
	assert_int_equal(RT_NOT_FOUND, cancel(1, "post"));
}

TEST(only_one_s_own)
{
	add(1, "post", NOW);
	assert_int_equal(RT_NOT_FOUND, cancel(2, "post"));
	assert_string_equal("1 post", texts(take(NOW, 10)));
}

/* If a member was told that it is cancelled, it must never appear. */
TEST(too_late_to_cancel)
{
	struct delayed_list list;

	add(1, "post", NOW);
	list = take(NOW, 10);
	assert_int_equal(RT_TAKEN, cancel(1, "post"));
	assert_string_equal("1 post", texts(take(NOW + LEASE, 10)));
	assert_int_equal(RT_TAKEN, cancel(1, "post"));
	done(&list.v[0]);
	assert_int_equal(RT_NOT_FOUND, cancel(1, "post"));
}

TEST(given_up_it_is_its_owner_s)
{
	struct delayed_list list;
	struct rt_pipe p;

	add(1, "post", NOW);
	list = take(NOW, 10);
	rt_pipe_begin(&p, rt, &mem);
	delayed_give_up(&p, "late", &list.v[0]);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(0, take(2 * NOW, 10).n);
	assert_string_equal("1 post", texts(list_of(1)));
	assert_int_equal(RT_OK, cancel(1, "post"));
	assert_int_equal(RT_NOT_FOUND, cancel(1, "post"));
	assert_redis("0", "EXISTS {late}:due {late}:of:1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(nothing_before_its_time),
		FRESH(what_was_due_long_ago),
		FRESH(the_earliest_first_and_so_many_at_once),
		FRESH(more_than_a_list),
		FRESH(any_text),
		FRESH(a_lease_of_a_clock_that_was_ahead),
		FRESH(the_first_time_counts),
		FRESH(the_same_text_of_another_is_another),
		FRESH(added_again_while_it_is_done),
		FRESH(of_many_at_once_each_takes_its_own),
		FRESH(who_dies_with_it_leaves_it_to_the_next),
		FRESH(what_was_lost_comes_before_what_is_due),
		FRESH(killed_at_every_step),
		FRESH(what_a_member_has),
		FRESH(it_is_told_until_it_is_done),
		FRESH(not_more_than_a_list_of_it),
		FRESH(what_is_cancelled_is_never_done),
		FRESH(only_one_s_own),
		FRESH(too_late_to_cancel),
		FRESH(given_up_it_is_its_owner_s),
	};

	return RUN_REDIS(tests);
}
