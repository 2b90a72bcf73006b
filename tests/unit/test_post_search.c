/* Searching for posts by their words. */
#include "libretwis/post/word_index.h"
#include "unit.h"

static struct rt_user alice, bob;

static int posts(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	return 0;
}

#define POSTS(test) cmocka_unit_test_setup_teardown(test, posts, unit_forget)

static uint64_t written(const struct rt_user *who, const char *text)
{
	uint64_t id = unit_post(who, text);

	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	return id;
}

static struct rt_search found_after(const char *q, uint64_t after)
{
	struct rt_search s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, q, after, &s));
	return s;
}

static const char *found(const char *q)
{
	struct rt_search s = found_after(q, 0);

	assert_int_equal(0, s.older);
	return unit_ids(&s.posts);
}

/* Posts 1 to 5. */
static void write_some(void)
{
	written(&alice, "Snow in J\xc3\xbclich #winter");
	written(&bob, "snow, and ice. @alice");
	written(&alice, "ice cream in summer");
	written(&bob, "nothing at all");
	written(&bob, "Snow again: SNOW");
}

TEST(all_words_must_be_there)
{
	static const struct {
		const char *q, *ids;
	} table[] = {
		{ "snow", "5 2 1" },
		{ "SNOW ice", "2" },
		{ "snow summer", "" },
		{ "rain", "" },
		{ "julich", "1" },
		{ "juelich", "1" },
		{ "J\xc3\x9cLICH", "1" },
		{ "#winter", "1" },
		{ "winter", "1" },
		{ "@alice", "2" },
		{ "alice", "2" },
		{ "a snow", "5 2 1" },
		{ "a", "" },
		{ "from:alice", "3 1" },
		{ "from:@ALICE ice", "3" },
		{ "ice from:bob", "2" },
		{ "from:bob snow ice from:alice", "" },
		{ "from:carol", "" },
		{ "from:", "" },
		{ "snow in j\xc3\xbclich winter", "1" },
	};

	write_some();
	for (size_t i = 0; i < COUNT(table); i++)
		if (strcmp(found(table[i].q), table[i].ids) != 0)
			fail_msg("%s: %s", table[i].q, found(table[i].q));
}

TEST(what_is_asked_for)
{
	struct rt_search s;

	s = found_after("a 7 !", 0);
	assert_true(s.asked && !s.for_posts);
	s = found_after("one two three four five six seven eight", 0);
	assert_true(s.for_posts && !s.cut);
	s = found_after("one two three four five six seven eight nine", 0);
	assert_true(s.for_posts && s.cut);
	s = found_after("al\xff", 0);
	assert_true(s.asked && !s.for_posts);
}

TEST(a_long_text_is_not_searched_for)
{
	char q[RT_SEARCH_LETTERS + 2];

	memset(q, 'x', sizeof q);
	q[RT_SEARCH_LETTERS + 1] = '\0';
	assert_true(found_after(q, 0).is_long);
	q[RT_SEARCH_LETTERS] = '\0';
	assert_false(found_after(q, 0).is_long);
}

/* ---- the index is a hint ------------------------------------------------ */

TEST(what_is_not_true_is_not_shown)
{
	write_some();
	for (int id = 3; id <= 9; id++)
		redis("ZADD word:%s %d %d",
		      word_index_digest(rt, &mem, "snow"), id, id);
	assert_string_equal("5 2 1", found("snow"));
	redis("HSET post:2 body rain");
	assert_string_equal("5 1", found("snow"));
	redis("HDEL post:5 user_id body");
	assert_string_equal("1", found("snow"));
	redis("HSET post:1 repost_of 4");
	assert_string_equal("", found("snow"));
}

TEST(nothing_is_found_by_names_only)
{
	write_some();
	conf.names_only = true;
	assert_string_equal("", found("snow"));
	assert_false(found_after("snow", 0).for_posts);
	conf.names_only = false;
}

TEST(a_key_of_the_wrong_type_finds_nothing)
{
	const char *snow = word_index_digest(rt, &mem, "snow");

	write_some();
	redis("SET word:%s x", snow);
	assert_string_equal("", found("snow ice"));
	redis("SET stop_words x");
	assert_string_equal("3 2", found("ice"));
}

/* ---- pages -------------------------------------------------------------- */

TEST(ten_a_page)
{
	struct rt_search s;

	for (int i = 0; i < 25; i++)
		written(&alice, arena_printf(&mem, "snow %d", i));
	s = found_after("snow", 0);
	assert_string_equal("25 24 23 22 21 20 19 18 17 16",
			    unit_ids(&s.posts));
	s = found_after("snow", s.older);
	assert_string_equal("15 14 13 12 11 10 9 8 7 6", unit_ids(&s.posts));
	s = found_after("snow", s.older);
	assert_string_equal("5 4 3 2 1", unit_ids(&s.posts));
	assert_int_equal(0, s.older);
	s = found_after("snow", 1);
	assert_int_equal(0, s.posts.n + s.older);
}

TEST(exactly_ten_are_all)
{
	for (int i = 0; i < 10; i++)
		written(&alice, arena_printf(&mem, "snow %d", i));
	assert_string_equal("10 9 8 7 6 5 4 3 2 1", found("snow"));
}

/* Adds entries of a word, from..to, of posts that need not be there. */
static void add(const char *word, int from, int to, int step)
{
	redis("EVAL %s 1 word:%s %d %d %d",
	      "for i = ARGV[1], ARGV[2], ARGV[3] do"
	      " redis.call('ZADD', KEYS[1], i, i) end",
	      word_index_digest(rt, &mem, word), from, to, step);
}

static void add_author(const char *name, int from, int to)
{
	redis("EVAL %s 1 word:%s %d %d",
	      "for i = ARGV[1], ARGV[2] do"
	      " redis.call('ZADD', KEYS[1], i, i) end",
	      word_index_author(rt, &mem, name), from, to);
}

static void store(int id, const char *text)
{
	redis("HSET post:%d user_id 1 username alice time 1 body %s", id,
	      text);
}

/* All pages of a search in one line; each ends with its last id looked at. */
static const char *pages(const char *q, int most)
{
	const char *line = "";
	uint64_t after = 0;

	for (int i = 0; i < most; i++) {
		struct rt_search s = found_after(q, after);

		line = arena_printf(&mem, "%s%s%s|", line, i ? " " : "",
				    unit_ids(&s.posts));
		after = s.older;
		if (!after)
			return line;
		line = arena_printf(&mem, "%s %d", line, (int)after);
	}
	return arena_printf(&mem, "%s ...", line);
}

/* Posts below the newest thousand of a word are asked for one by one. */
TEST(a_rare_word_and_a_frequent_one)
{
	add("snow", 1, 5000, 1);
	add("ice", 100, 5000, 490);
	for (int id = 100; id <= 5000; id += 490)
		store(id, id % 20 ? "snow and ice" : "only ice");
	assert_string_equal("4510 3530 2550 1570 590|", pages("snow ice", 9));
	assert_string_equal("4510 3530 2550 1570 590|", pages("ice snow", 9));
}

/* Where a window holds nothing, the next page goes on after it. */
TEST(two_frequent_words)
{
	add("snow", 2, 6000, 2);
	add("ice", 3, 5999, 2);
	add("ice", 500, 500, 1);
	add("ice", 5000, 5000, 1);
	store(500, "snow and ice");
	store(5000, "snow and ice");
	assert_string_equal("5000| 4002 | 2002 500|", pages("snow ice", 3));
}

TEST(gone_posts_are_passed_by)
{
	add("snow", 1, 100, 1);
	store(3, "snow");
	store(60, "snow");
	assert_string_equal("| 86 | 71 60| 56 | 41 | 26 | 11 3|",
			    pages("snow", 9));
}

TEST(both_spellings_count)
{
	add("muller", 1, 2000, 2);
	add("mueller", 2, 2000, 2);
	add("ice", 1, 4, 1);
	for (int id = 1; id <= 4; id++)
		store(id, id % 2 ? "ice muller" : "ice mueller");
	assert_string_equal("4 3 2 1|", pages("ice m\xc3\xbcller", 3));
	assert_string_equal("3 1|", pages("ice muller", 3));
}

/* ---- common words ------------------------------------------------------- */

static void stop(const char *word)
{
	const char *digest = word_index_digest(rt, &mem, word);

	redis("ZADD stop_words 1 %s", digest);
	redis("DEL word:%s", digest);
}

TEST(common_words_are_left_out)
{
	struct rt_search s;

	write_some();
	stop("snow");
	s = found_after("snow in", 0);
	assert_string_equal("1", unit_ids(&s.posts));
	assert_int_equal(1, s.commons);
	assert_string_equal("snow", s.common[0]);
	assert_false(s.only_common);
	s = found_after("snow", 0);
	assert_int_equal(0, s.posts.n);
	assert_true(s.only_common);
	s = found_after("snow from:bob", 0);
	assert_string_equal("5 2", unit_ids(&s.posts));
	assert_false(s.only_common);
}

TEST(an_author_and_a_common_word_in_a_thousand_posts)
{
	stop("snow");
	add_author("alice", 1, 1200);
	for (int id = 1; id <= 1200; id++)
		store(id, id == 7 || id == 1190 ? "snow" : "rain");
	assert_string_equal("1190| 1151 ...", pages("snow from:alice", 1));
	assert_null(strstr(pages("snow from:alice", 40), "..."));
	assert_non_null(strstr(pages("snow from:alice", 40), " 7|"));
}

/* ---- the limit ---------------------------------------------------------- */

static enum rt_err search_as(const char *secret)
{
	struct rt_search s;

	return rt_search(rt, &mem, secret, "snow", 0, &s);
}

TEST(not_too_often)
{
	struct rt_user me;

	written(&alice, "snow");
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "carol", "opensesame", &me));
	conf.rate[RT_RATE_SEARCH] = (struct rt_rate){ 2, 60 };
	rt_visitor(rt, "192.0.2.1", NULL);
	assert_int_equal(RT_OK, search_as(NULL));
	assert_int_equal(RT_OK, search_as("0123456789abcdef"));
	assert_int_equal(RT_LIMITED, search_as(NULL));
	assert_int_equal(RT_OK, search_as(me.secret));
	assert_int_equal(RT_OK, search_as(me.secret));
	assert_int_equal(RT_LIMITED, search_as(me.secret));
	rt_visitor(rt, "192.0.2.2", NULL);
	assert_int_equal(RT_OK, search_as(NULL));
	/* Who only wants a member is not counted. */
	assert_redis("1", "GET limit:search:192.0.2.2");
	found_after("a", 0);
	found_after("rain", 0);
	assert_redis("1", "GET limit:search:192.0.2.2");
	rt_visitor(rt, NULL, NULL);
	conf.rate[RT_RATE_SEARCH] = (struct rt_rate){ 0, 0 };
}

TEST(a_full_redis_is_searched)
{
	write_some();
	conf.rate[RT_RATE_SEARCH] = (struct rt_rate){ 2, 60 };
	rt_visitor(rt, "192.0.2.1", NULL);
	redis("CONFIG SET maxmemory 1");
	assert_string_equal("5 2 1", found("snow"));
	redis("CONFIG SET maxmemory 0");
	rt_visitor(rt, NULL, NULL);
	conf.rate[RT_RATE_SEARCH] = (struct rt_rate){ 0, 0 };
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		POSTS(all_words_must_be_there),
		POSTS(what_is_asked_for),
		POSTS(a_long_text_is_not_searched_for),
		POSTS(what_is_not_true_is_not_shown),
		POSTS(nothing_is_found_by_names_only),
		POSTS(a_key_of_the_wrong_type_finds_nothing),
		POSTS(ten_a_page),
		POSTS(exactly_ten_are_all),
		POSTS(a_rare_word_and_a_frequent_one),
		POSTS(two_frequent_words),
		POSTS(gone_posts_are_passed_by),
		POSTS(both_spellings_count),
		POSTS(common_words_are_left_out),
		POSTS(an_author_and_a_common_word_in_a_thousand_posts),
		POSTS(not_too_often),
		POSTS(a_full_redis_is_searched),
	};

	return RUN_REDIS(tests);
}
