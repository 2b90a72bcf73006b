/* Trending tags: what counts, what is taken back, and what is cached. */
#include <time.h>

#include "libretwis/post/tag.h"
#include "unit.h"

#define HOUR 3600

static struct rt_user alice, bob;

/*
 * This whole program, including the library, uses this clock instead of
 * libc's: it is half past, so no hour ends during a test.
 */
time_t time(time_t *to)
{
	static time_t half_past;
	struct timespec now;

	if (!half_past) {
		clock_gettime(CLOCK_REALTIME, &now);
		half_past = now.tv_sec - now.tv_sec % HOUR + HOUR / 2;
	}
	if (to)
		*to = half_past;
	return half_past;
}

static int two_members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	return 0;
}

/* The tags on the timeline, with spaces between them. */
static const char *trending(void)
{
	const char *text = "";
	struct rt_public p;

	assert_int_equal(RT_OK, rt_public(rt, &mem, NULL, RT_NO_PLACE, &p));
	for (size_t i = 0; i < RT_TRENDING && p.trending[i]; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? " " : "",
				    p.trending[i]);
	return text;
}

/* The same, up to date and not from a minute ago. */
static const char *trending_now(void)
{
	redis("DEL cache:trending");
	return trending();
}

static uint64_t this_hour(void)
{
	return (uint64_t)time(NULL) / HOUR;
}

/* As this many members would have written in one hour, that long ago. */
static void wrote(const char *tag, int members, uint64_t hours)
{
	redis("ZINCRBY trend:%llu %d %s",
	      (unsigned long long)(this_hour() - hours), members, tag);
}

static void add(const char *tag, uint64_t author, uint64_t post, uint64_t ago)
{
	uint64_t then = (uint64_t)time(NULL) - ago * HOUR;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	trend_add(&p, tag, (struct trend_post){ post, author, then });
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static void drop(const char *tag, uint64_t author, uint64_t post)
{
	struct rt_pipe p;
	uint64_t now = (uint64_t)time(NULL);

	rt_pipe_begin(&p, rt, &mem);
	trend_drop(&p, tag, (struct trend_post){ post, author, now });
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

/* ---- counting ---------------------------------------------------------- */

TEST(members_are_counted_and_not_posts)
{
	for (uint64_t post = 1; post <= 100; post++)
		add("mine", 1, post, 0);
	add("ours", 1, 101, 0);
	add("ours", 2, 102, 0);
	add("ours", 2, 102, 0);
	assert_redis("1", "ZSCORE %s mine", redis("KEYS trend:*"));
	assert_redis("2", "ZSCORE %s ours", redis("KEYS trend:*"));
	assert_redis("ours mine", "ZREVRANGEBYSCORE %s +inf 1",
		     redis("KEYS trend:*"));
}

TEST(an_hour_is_kept_for_a_day)
{
	add("tag", 1, 1, 0);
	assert_in_range(redis_number("TTL %s", redis("KEYS trend:*")),
			24 * HOUR, 25 * HOUR);
}

/* As in an import: its hour would be stored, but nobody reads it. */
TEST(what_was_written_long_ago_is_not_counted)
{
	add("tag", 1, 1, 26);
	assert_redis("", "KEYS trend:*");
	add("tag", 1, 1, 23);
	assert_redis("1", "ZSCORE %s tag", redis("KEYS trend:*"));
}

TEST(a_post_counts_each_of_its_tags_once)
{
	unit_post(&alice, "#One #one #two");
	unit_post(&bob, "#two");
	assert_string_equal("two one", trending_now());
	assert_redis(
		"2", "ZSCORE trend:%s two",
		arena_printf(&mem, "%llu", (unsigned long long)this_hour()));
}

/* Also when the hour is over, or the delivery was interrupted. */
TEST(a_form_sent_twice_counts_once)
{
	struct rt_draft draft = { .nonce = "n", .body = "#one" };
	uint64_t id;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	redis("HINCRBY post:1 time -3600");
	redis("RENAME trend:%llu trend:%llu", (unsigned long long)this_hour(),
	      (unsigned long long)this_hour() - 1);
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_redis(arena_printf(&mem, "trend:%llu",
				  (unsigned long long)this_hour() - 1),
		     "KEYS trend:*");
	assert_redis("1", "ZSCORE trend:%llu one",
		     (unsigned long long)this_hour() - 1);
}

/* ---- taking back ------------------------------------------------------- */

TEST(what_is_deleted_counts_no_more)
{
	uint64_t first = unit_post(&alice, "#one #two");
	uint64_t second = unit_post(&bob, "#one");

	assert_string_equal("one two", trending());
	rt_erase_post(rt, first, NULL);
	assert_string_equal("one", trending());
	rt_erase_post(rt, second, NULL);
	assert_string_equal("", trending());
	assert_redis("", "KEYS trend:*");
}

TEST(who_has_another_post_still_counts)
{
	uint64_t first = unit_post(&alice, "#one");

	unit_post(&alice, "#one #two");
	unit_post(&bob, "#one");
	rt_erase_post(rt, first, NULL);
	assert_redis("2", "ZSCORE %s one", redis("KEYS trend:*"));
	rt_erase_post(rt, 2, NULL);
	assert_redis("1", "ZSCORE %s one", redis("KEYS trend:*"));
	assert_string_equal("one", trending());
}

TEST(a_member_who_goes_counts_no_more)
{
	struct rt_removal r;

	unit_post(&alice, "#one");
	unit_post(&alice, "#one #two");
	unit_post(&bob, "#three");
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_string_equal("three", trending());
}

TEST(what_was_not_counted_is_not_taken_back)
{
	unit_post(&alice, "#one");
	drop("one", 1, 99);
	drop("one", 2, 1);
	drop("two", 1, 1);
	assert_string_equal("one", trending());
	drop("one", 1, 1);
	drop("one", 1, 1);
	assert_string_equal("", trending());
}

/* ---- adding up --------------------------------------------------------- */

TEST(a_day_is_added_up)
{
	assert_string_equal("", trending_now());
	wrote("often", 1, 0);
	wrote("often", 1, 11);
	wrote("often", 1, 23);
	wrote("once", 2, 12);
	wrote("yesterday", 9, 24);
	wrote("tomorrow", 9, (uint64_t)-1);
	assert_string_equal("often once", trending_now());
}

TEST(as_often_is_by_letters)
{
	wrote("b", 1, 3);
	wrote("a", 1, 2);
	wrote("c", 1, 1);
	assert_string_equal("a b c", trending_now());
}

TEST(the_first_ten)
{
	for (int i = 10; i < 60; i++)
		wrote(arena_printf(&mem, "t%d", i), i, i % 24);
	assert_string_equal("t59 t58 t57 t56 t55 t54 t53 t52 t51 t50",
			    trending_now());
}

TEST(every_place_is_taken)
{
	for (uint64_t hour = 0; hour < TREND_HOURS; hour++)
		for (int i = 0; i < TREND_TOP + 5; i++)
			wrote(arena_printf(&mem, "h%dt%d", (int)hour, i),
			      i + 1, hour);
	assert_string_equal("h0t24 h10t24 h11t24 h12t24 h13t24 h14t24 h15t24 "
			    "h16t24 h17t24 h18t24",
			    trending_now());
}

/* ---- what is cached ----------------------------------------------------- */

TEST(the_sums_are_kept_for_a_minute)
{
	wrote("one", 1, 0);
	assert_string_equal("one", trending());
	assert_redis("one", "GET cache:trending");
	assert_in_range(redis_number("TTL cache:trending"), 50, 60);
	wrote("two", 2, 0);
	assert_string_equal("one", trending());
	redis("DEL cache:trending");
	assert_string_equal("two one", trending());
}

TEST(nothing_is_kept_as_well)
{
	assert_string_equal("", trending());
	assert_redis("", "GET cache:trending");
	wrote("one", 1, 0);
	assert_string_equal("", trending());
}

/* Twenty do not become more than a page has room for. */
TEST(what_others_kept)
{
	redis("SET cache:trending %s", "a b c d e f g h i j k l m");
	assert_string_equal("a b c d e f g h i j", trending());
	redis("SET cache:trending %s", "  a  b ");
	assert_string_equal("a b", trending());
}

TEST(the_page_is_shown_while_redis_is_full)
{
	unit_post(&alice, "#one");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_string_equal("one", trending());
	assert_string_equal("one", trending());
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_redis("0", "EXISTS cache:trending");
	assert_string_equal("one", trending());
	assert_redis("1", "EXISTS cache:trending");
}

TEST(one_page_in_a_minute_adds_up)
{
	uint64_t before, first, second;

	/* From here on the process remembers the names of the new members. */
	trending();
	rt_end_request(rt);
	redis("DEL cache:trending");
	before = unit_commands();
	trending();
	first = unit_commands() - before;
	rt_end_request(rt);
	before = unit_commands();
	trending();
	second = unit_commands() - before;
	assert_int_equal(TREND_HOURS + 1, first - second);
}

#define TWO(test)                                                             \
	cmocka_unit_test_setup_teardown(test, two_members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TWO(members_are_counted_and_not_posts),
		TWO(an_hour_is_kept_for_a_day),
		TWO(what_was_written_long_ago_is_not_counted),
		TWO(a_post_counts_each_of_its_tags_once),
		TWO(a_form_sent_twice_counts_once),
		TWO(what_is_deleted_counts_no_more),
		TWO(who_has_another_post_still_counts),
		TWO(a_member_who_goes_counts_no_more),
		TWO(what_was_not_counted_is_not_taken_back),
		TWO(a_day_is_added_up),
		TWO(as_often_is_by_letters),
		TWO(the_first_ten),
		TWO(every_place_is_taken),
		TWO(the_sums_are_kept_for_a_minute),
		TWO(nothing_is_kept_as_well),
		TWO(what_others_kept),
		TWO(the_page_is_shown_while_redis_is_full),
		TWO(one_page_in_a_minute_adds_up),
	};

	return RUN_REDIS(tests);
}
