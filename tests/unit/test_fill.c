/* The pages of each list are full, whatever its entries show. */
#include "unit.h"

static struct rt_user alice, bob;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	return 0;
}

/*
 * A list of `n` posts by bob, with ids from 1000 + n down. `change` is what
 * the first ones are, down to 1101: deleted, as a page sees it, or reposts of
 * post 1.
 */
static void make_list(const char *key, int n, const char *change)
{
	static const char script[] =
		"local function write(id) redis.call('HSET', 'post:' .. id, "
		"'user_id', 2, 'username', 'bob', 'body', 'x', 'time', 1) end "
		"write(1) "
		"for i = 1, ARGV[2] do write(1000 + i) "
		"if ARGV[1] == 'liked:1' or ARGV[1] == 'saved:1' then "
		"redis.call('ZADD', ARGV[1], i, 1000 + i) "
		"else redis.call('LPUSH', ARGV[1], 1000 + i) end end "
		"for i = 101, ARGV[2] do local post = 'post:' .. 1000 + i "
		"if ARGV[3] == 'gone' then redis.call('DEL', post) "
		"else redis.call('HSET', post, 'repost_of', 1) end end";

	redis("FLUSHALL");
	members(NULL);
	redis("EVAL %s 0 %s %d %s", script, key, n, change);
}

/* How many there are, and the first three. */
static const char *ids(const struct rt_posts *posts)
{
	struct rt_posts few = *posts;

	if (few.n > 3)
		few.n = 3;
	return arena_printf(&mem, "%d: %s", (int)posts->n, unit_ids(&few));
}

/* ---- all lists --------------------------------------------------------- */

static const char *home_page(struct rt_place at, struct rt_place *next)
{
	struct rt_home h;

	assert_int_equal(RT_OK, rt_home(rt, &mem, alice.secret, at, &h));
	*next = h.older;
	return ids(&h.posts);
}

static const char *profile_page(struct rt_place at, struct rt_place *next)
{
	struct rt_profile r;

	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, alice.secret, "bob", at, &r));
	*next = r.older;
	return ids(&r.posts);
}

static const char *tag_page(struct rt_place at, struct rt_place *next)
{
	struct rt_tagged t;

	assert_int_equal(RT_OK, rt_tagged(rt, &mem, NULL, "x", at, &t));
	*next = t.older;
	return ids(&t.posts);
}

static const char *public_page(struct rt_place at, struct rt_place *next)
{
	struct rt_public p;

	(void)at;
	(void)next;
	assert_int_equal(RT_OK, rt_public(rt, &mem, NULL, RT_NO_PLACE, &p));
	return ids(&p.posts);
}

static const char *likes_page(struct rt_place at, struct rt_place *next)
{
	struct rt_private_list l;

	assert_int_equal(RT_OK, rt_likes(rt, &mem, alice.secret, at, &l));
	*next = l.older;
	return ids(&l.posts);
}

static const char *saved_page(struct rt_place at, struct rt_place *next)
{
	struct rt_private_list l;

	assert_int_equal(RT_OK, rt_saved(rt, &mem, alice.secret, at, &l));
	*next = l.older;
	return ids(&l.posts);
}

static const char *feed_page(struct rt_place at, struct rt_place *next)
{
	static const char *secret;
	struct rt_feed f;

	(void)at;
	(void)next;
	assert_int_equal(RT_OK, rt_private_renew(rt, &mem, &alice,
						 RT_PRIVATE_FEED, &secret));
	assert_int_equal(RT_OK, rt_feed(rt, &mem, secret, &f));
	return ids(&f.posts);
}

#define TEN "10: 1100 1099 1098"

static const struct list {
	const char *name, *key;
	const char *(*page)(struct rt_place at, struct rt_place *next);
	bool has_ten; /* or fifty, of which ten are enough */
} lists[] = {
	{ "home", "posts:1", home_page, true },
	{ "profile", "own:2", profile_page, true },
	{ "tag", "tag:x", tag_page, true },
	{ "timeline", "timeline", public_page, false },
	{ "feed", "posts:1", feed_page, false },
	{ "likes", "liked:1", likes_page, true },
	{ "saved", "saved:1", saved_page, true },
};

#define TOTALS 100, 101, 110, 111, 119, 120, 121, 130, 230, 231, 1000

TEST(it_is_full_behind_a_stretch_of_posts_that_are_gone)
{
	static const int total[] = { TOTALS };

	for (size_t i = 0; i < COUNT(lists); i++)
		for (size_t n = 0; n < COUNT(total); n++) {
			struct rt_place next = RT_NO_PLACE;
			const char *was;

			make_list(lists[i].key, total[n], "gone");
			was = lists[i].page(RT_NO_PLACE, &next);
			if (lists[i].has_ten
				    ? strcmp(was, TEN) != 0
				    : !strstr(was, ": 1100 1099 1098") ||
					      atoi(was) < 10)
				fail_msg("%s, %d: %s", lists[i].name, total[n],
					 was);
		}
}

/* Of all entries that show the same post, a page has one. */
TEST(it_is_full_behind_a_stretch_of_reposts)
{
	static const int total[] = { TOTALS };

	for (size_t i = 0; i < 3; i++)
		for (size_t n = 1; n < COUNT(total); n++) {
			struct rt_place next = RT_NO_PLACE;
			const char *was;

			make_list(lists[i].key, total[n], "reposts");
			was = lists[i].page(RT_NO_PLACE, &next);
			if (!strstr(was, "0: 1 1100 1099"))
				fail_msg("%s, %d: %s", lists[i].name, total[n],
					 was);
		}
}

/* It reads on if the reader would otherwise see nearly nothing. */
TEST(ten_are_enough_for_a_page_of_fifty)
{
	make_list("timeline", 110, "reposts");
	assert_string_equal("41: 1 1100 1099", public_page(RT_NO_PLACE, NULL));
	make_list("timeline", 160, "reposts");
	assert_string_equal("50: 1 1100 1099", public_page(RT_NO_PLACE, NULL));
}

TEST(it_is_full_behind_reposts_of_a_post_that_is_gone)
{
	struct rt_place next;

	make_list("posts:1", 130, "reposts");
	redis("DEL post:1");
	assert_string_equal(TEN, home_page(RT_NO_PLACE, &next));
	assert_int_equal(40, next.start);
	assert_int_equal(1091, next.after);
	make_list("own:2", 130, "reposts");
	redis("DEL post:1");
	assert_string_equal(TEN, profile_page(RT_NO_PLACE, &next));
}

/* Over all pages each post occurs once, and the last page is the last. */
TEST(pages_follow_one_another)
{
	for (size_t i = 0; i < COUNT(lists); i++) {
		struct rt_place at = RT_NO_PLACE, next = RT_NO_PLACE;
		const char *was = "";
		int pages = 1;

		if (lists[i].page == public_page || lists[i].page == feed_page)
			continue;
		make_list(lists[i].key, 150, "gone");
		redis("DEL post:1050");
		for (; pages < 20; pages++) {
			was = lists[i].page(at, &next);
			if (!next.start)
				break;
			at = next;
		}
		CHECK(lists[i].name, pages == 10);
		CHECK(lists[i].name, strcmp(was, "9: 1009 1008 1007") == 0);
	}
}

/* ---- how far ----------------------------------------------------------- */

/* It looks at 1130 entries, and then there is a link Older. */
TEST(a_stretch_that_is_too_long_is_passed_by_the_next_page)
{
	struct rt_place next = RT_NO_PLACE;

	make_list("own:2", 2100, "gone");
	assert_string_equal("0: ", profile_page(RT_NO_PLACE, &next));
	assert_int_equal(1130, next.start);
	assert_string_equal(TEN, profile_page(next, &next));
}

/*
 * A deleted post is skipped once: after that it is no longer in the timeline.
 */
TEST(home_forgets_what_is_gone)
{
	struct rt_place next;
	unsigned long long before, first, second;

	make_list("posts:1", 1000, "gone");
	before = unit_commands();
	home_page(RT_NO_PLACE, &next);
	first = unit_commands() - before;
	assert_in_range(redis_number("LLEN posts:1"), 100, 110);
	before = unit_commands();
	assert_string_equal(TEN, home_page(RT_NO_PLACE, &next));
	second = unit_commands() - before;
	assert_in_range(first, 1000, 3000);
	assert_in_range(second, 10, 60);
}

TEST(a_classic_timeline_forgets_nothing)
{
	struct rt_place next;

	make_list("posts:1", 150, "gone");
	unit_unadopt();
	assert_string_equal(TEN, home_page(RT_NO_PLACE, &next));
	assert_redis("150", "LLEN posts:1");
}

TEST(full_memory_keeps_nothing_from_being_shown)
{
	struct rt_place next;

	make_list("posts:1", 150, "gone");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_string_equal(TEN, home_page(RT_NO_PLACE, &next));
	assert_redis("OK", "CONFIG SET maxmemory 0");
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(it_is_full_behind_a_stretch_of_posts_that_are_gone),
		OURS(it_is_full_behind_a_stretch_of_reposts),
		OURS(ten_are_enough_for_a_page_of_fifty),
		OURS(it_is_full_behind_reposts_of_a_post_that_is_gone),
		OURS(pages_follow_one_another),
		OURS(a_stretch_that_is_too_long_is_passed_by_the_next_page),
		OURS(home_forgets_what_is_gone),
		OURS(a_classic_timeline_forgets_nothing),
		OURS(full_memory_keeps_nothing_from_being_shown),
	};

	return RUN_REDIS(tests);
}
