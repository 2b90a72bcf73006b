/* The index of words follows the posts, whatever happens meanwhile. */
#include <limits.h>

#include "libretwis/post/indexing.h"
#include "libretwis/post/word_index.h"
#include "proxy.h"

static struct rt_user alice;
static uint64_t post;

static int posts(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	return 0;
}

#define POSTS(test) cmocka_unit_test_setup_teardown(test, posts, unit_forget)

static void index_run(void)
{
	rt_indexing_run(rt, &mem);
}

/* Nobody has a note in hand any more. */
static void index_make_due(void)
{
	redis("EVAL %s 1 indexing",
	      "for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do"
	      " redis.call('ZADD', KEYS[1], 0, note) end");
}

static void index_finish(void)
{
	for (int i = 0; i < 10 && redis_number("EXISTS indexing"); i++) {
		index_make_due();
		assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	}
	assert_redis("0", "EXISTS indexing");
}

/* All keys of words, each with its posts. */
static const char *index_all(void)
{
	return redis(
		"EVAL %s 0",
		"local all = redis.call('KEYS', 'word:*') "
		"table.sort(all) "
		"for i, key in ipairs(all) do all[i] = key .. '=' .."
		" table.concat(redis.call('ZRANGE', key, 0, -1), ',') end "
		"return table.concat(all, ' ')");
}

static const char *index_of(const char *digest)
{
	return redis("ZRANGE word:%s 0 -1", digest);
}

static const char *found_by(const char *word)
{
	return index_of(word_index_digest(rt, &mem, word));
}

/* What the index has if this text was indexed alone. */
static const char *index_with(const char *text)
{
	const char *all;

	assert_int_equal(0, posts(NULL));
	if (text)
		unit_post(&alice, text);
	index_finish();
	all = index_all();
	return all;
}

TEST(words_and_author_lead_to_it)
{
	unit_post(&alice, "Snow in J\xc3\xbclich");
	unit_post(&alice, "snow");
	assert_redis("1 2", "ZRANGE indexing 0 -1");
	index_run();
	assert_redis("0", "EXISTS indexing");
	assert_string_equal("1 2", found_by("snow"));
	assert_string_equal("1", found_by("in"));
	assert_string_equal("1", found_by("julich"));
	assert_string_equal("1", found_by("juelich"));
	assert_string_equal("1 2",
			    index_of(word_index_author(rt, &mem, "ALICE")));
	assert_string_equal("", found_by("from:Alice"));
	assert_redis("1", "ZSCORE word:%s 1",
		     word_index_digest(rt, &mem, "snow"));
}

/* PHP Retwis stores no names of authors. */
TEST(an_author_is_looked_up)
{
	unit_post(&alice, "snow");
	redis("HDEL post:1 username");
	index_run();
	assert_string_equal("1",
			    index_of(word_index_author(rt, &mem, "alice")));
}

TEST(a_repost_has_no_words)
{
	unit_post(&alice, "snow");
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &alice, 1));
	unit_deliver();
	index_finish();
	assert_string_equal("1", found_by("snow"));
	assert_string_equal("1",
			    index_of(word_index_author(rt, &mem, "alice")));
}

TEST(a_deleted_post_has_none_either)
{
	unit_post(&alice, "snow and ice");
	index_run();
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	assert_string_equal("", index_all());
}

TEST(a_note_without_sense_is_dropped)
{
	redis("ZADD indexing 1 x 2 -5 3 7");
	redis("ZADD indexing 1 %s", "8 zzzz 0123456789abcdef");
	index_run();
	assert_redis("0", "EXISTS indexing");
}

/* It is from a clock that was ahead. */
TEST(a_note_of_the_far_future_is_due)
{
	unit_post(&alice, "snow");
	redis("ZADD indexing 9000000000000000 1");
	index_run();
	assert_string_equal("1", found_by("snow"));
}

TEST(a_note_that_somebody_has_is_left)
{
	unit_post(&alice, "snow");
	redis("DEL indexing");
	redis("ZADD indexing %lld 1",
	      ((long long)unit_second() + 5) * 1000000);
	index_run();
	assert_string_equal("", index_all());
	assert_redis("1", "ZRANGE indexing 0 -1");
}

TEST(only_names_need_no_index)
{
	conf.names_only = true;
	unit_post(&alice, "snow");
	assert_redis("0", "EXISTS indexing");
	redis("HSET post:1 body rain before snow");
	redis("ZADD indexing 0 1");
	redis("ZADD word:%s 1 1", word_index_digest(rt, &mem, "snow"));
	index_run();
	conf.names_only = false;
	assert_string_equal("", index_all());
	assert_redis("0", "EXISTS indexing");
}

/* ---- what happens meanwhile -------------------------------------------- */

static void delete_it(void)
{
	rt_post_delete(rt, &mem, &alice, post);
}

#define BEFORE "snow and ice"
#define AFTER  "ice and rain"

static void correct_it(void)
{
	redis("HSET post:1 body %s before %s", AFTER, BEFORE);
	redis("ZADD indexing 0 1");
}

static void expect(const char *all, const char *now, unsigned at)
{
	if (strcmp(all, now) != 0)
		fail_msg("at %u: %s instead of %s", at, now, all);
}

static void (*happens)(void);
static bool has_happened;

static void meanwhile(void)
{
	happens();
	has_happened = true;
}

/* Each time, the worker is at another command when it happens. */
static void check_meanwhile(void (*what)(void), const char *text)
{
	char *all = strdup(index_with(text));

	happens = what;
	has_happened = true;
	for (unsigned at = 0; has_happened; at++) {
		assert_int_equal(0, posts(NULL));
		post = unit_post(&alice, BEFORE);
		has_happened = false;
		proxy_run_with(at, meanwhile, UINT_MAX, index_run);
		if (!has_happened)
			what();
		index_finish();
		expect(all, index_all(), at);
		unit_forget(NULL);
	}
	free(all);
	assert_int_equal(0, posts(NULL));
}

TEST(it_is_deleted_meanwhile)
{
	check_meanwhile(delete_it, NULL);
}

TEST(it_is_corrected_meanwhile)
{
	check_meanwhile(correct_it, AFTER);
}

/* The worker is killed, and then it happens. */
static void check_killed(void (*then)(void), const char *text)
{
	char *all = strdup(index_with(text));
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		assert_int_equal(0, posts(NULL));
		post = unit_post(&alice, BEFORE);
		is_done = proxy_run(n, index_run);
		then();
		index_finish();
		expect(all, index_all(), n);
		unit_forget(NULL);
	}
	free(all);
	assert_int_equal(0, posts(NULL));
}

TEST(a_killed_worker_and_a_deletion)
{
	check_killed(delete_it, NULL);
}

TEST(a_killed_worker_and_a_correction)
{
	check_killed(correct_it, AFTER);
}

ON_MANY(a_killed_worker_and_a_deletion)
ON_MANY(a_killed_worker_and_a_correction)

/* A note with all words is left, and the worker that wrote it has died. */
TEST(the_words_of_a_note_are_taken_out)
{
	unit_post(&alice, BEFORE);
	redis("ZADD indexing 0 %s",
	      arena_printf(&mem, "1 %s", word_index_digest(rt, &mem, "hail")));
	redis("ZADD word:%s 1 1", word_index_digest(rt, &mem, "hail"));
	index_run();
	assert_redis("0", "EXISTS indexing");
	assert_string_equal("", found_by("hail"));
	assert_string_equal("1", found_by("snow"));
}

/* ---- memory is full ---------------------------------------------------- */

/* The note waits, and a deletion takes out its words all the same. */
TEST(while_memory_is_full_the_index_waits)
{
	unit_post(&alice, "snow");
	unit_post(&alice, "ice");
	index_run();
	unit_post(&alice, "rain");
	redis("CONFIG SET maxmemory 1");
	assert_int_equal(RT_FULL, rt_indexing_run(rt, &mem));
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	assert_string_equal("", found_by("snow"));
	redis("CONFIG SET maxmemory 0");
	assert_string_equal("", found_by("rain"));
	index_finish();
	assert_string_equal("3", found_by("rain"));
	assert_string_equal("2", found_by("ice"));
}

/* ---- common words ------------------------------------------------------ */

static void fill(const char *digest, int n)
{
	redis("EVAL %s 1 word:%s %d",
	      "for i = 1000001, 1000000 + ARGV[1] do"
	      " redis.call('ZADD', KEYS[1], i, i) end",
	      digest, n);
}

TEST(a_word_that_is_too_common_is_dropped)
{
	const char *snow = word_index_digest(rt, &mem, "snow");
	const char *author = word_index_author(rt, &mem, "alice");

	fill(snow, 10000);
	fill(author, 10000);
	redis("SET next_post_id 100010");
	unit_post(&alice, "snow");
	index_run();
	assert_redis("0", "EXISTS stop_words");
	redis("SET next_post_id 100000");
	unit_post(&alice, "snow");
	index_run();
	assert_redis("10002", "ZCARD word:%s", author);
	assert_redis("0", "EXISTS word:%s", snow);
	assert_redis(snow, "ZRANGE stop_words 0 -1");
	unit_post(&alice, "more snow");
	index_run();
	assert_redis("0", "EXISTS word:%s", snow);
	assert_string_equal("100002", found_by("more"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		POSTS(words_and_author_lead_to_it),
		POSTS(an_author_is_looked_up),
		POSTS(a_repost_has_no_words),
		POSTS(a_deleted_post_has_none_either),
		POSTS(a_note_without_sense_is_dropped),
		POSTS(a_note_of_the_far_future_is_due),
		POSTS(a_note_that_somebody_has_is_left),
		POSTS(only_names_need_no_index),
		POSTS(it_is_deleted_meanwhile),
		POSTS(it_is_corrected_meanwhile),
		POSTS(a_killed_worker_and_a_deletion),
		POSTS(a_killed_worker_and_a_correction),
		POSTS(a_killed_worker_and_a_deletion_on_many),
		POSTS(a_killed_worker_and_a_correction_on_many),
		POSTS(the_words_of_a_note_are_taken_out),
		POSTS(while_memory_is_full_the_index_waits),
		POSTS(a_word_that_is_too_common_is_dropped),
	};

	return RUN_REDIS(tests);
}
