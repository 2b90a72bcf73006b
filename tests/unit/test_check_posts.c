/* Checking posts, their lists, likes and reposts. */
#include "checked.h"
#include "libretwis/post/word_index.h"

TEST(posts)
{
	static const struct break_row table[] = {
		{ "post incomplete",
		  "post 1 lacks its body",
		  { "HDEL post:1 body" } },
		{ "post incomplete",
		  "post 1 lacks its user_id",
		  { "HDEL post:1 user_id" } },
		{ "post incomplete",
		  "post 8 lacks its user_id",
		  { "SET next_post_id 8", "HSET post:8 likes 3" } },
		{ "deletion cut short",
		  "post 1 was being deleted",
		  { "HSET post:1 gone 1" } },
		{ "deletion cut short",
		  "post 5 was being deleted",
		  { "HSET post:5 gone 1" } },
		{ "deletion cut short",
		  "post 1 was being deleted",
		  { "HSET post:1 gone 1 was_user_id 1 was_body x",
		    "HDEL post:1 user_id body" } },
		{ "deletion cut short",
		  "post 5 was being deleted",
		  { "HSET post:5 gone 1 was_user_id 2 was_body x",
		    "HDEL post:5 user_id body" } },
		{ "mark of a deleted post",
		  "post 7 is gone, but its mark never expires",
		  { "PERSIST post:7" } },
		{ "keys of a deleted post",
		  "post 7 is gone, but likes still exists",
		  { "ZADD likes:7 1 2", "ZADD liked:2 1 7" } },
		{ "keys of a deleted post",
		  "post 8 is gone, but replies still exists",
		  { "SET next_post_id 8", "RPUSH replies:8 3" } },
		{ "keys of a deleted post",
		  "post 7 is gone, but reposts still exists",
		  { "ZADD reposts:7 1 5" } },
		{ "number",
		  "post 1 claims 5 likes, but has more or fewer",
		  { "HSET post:1 likes 5" } },
		{ "number",
		  "post 1 claims 0 replies, but has more or fewer",
		  { "HDEL post:1 replies" } },
		{ "number",
		  "post 4 claims 1 reposts, but has more or fewer",
		  { "HSET post:4 reposts 1" } },
	};

	checked_rows(table, COUNT(table));
}

/* word:DIGEST for a word under the key of the tests. */
static const char *word_key(const char *word)
{
	return arena_printf(&mem, "word:%s",
			    word_index_digest(rt, &mem, word));
}

static const char *with_key(const char *format, const char *word)
{
	const char *at = strchr(format, '%');

	if (!at)
		return format;
	return arena_printf(&mem, "%.*s%s%s", (int)(at - format), format,
			    word_key(word), at + 1);
}

/* In texts and commands, % is the key of the word. */
TEST(words)
{
	static const struct {
		const char *word, *kind, *text, *command;
	} table[] = {
		{ "two", "post not indexed",
		  "the search does not know all words of post 2: see "
		  "retwis-admin adopt",
		  "DEL %" },
		{ "tag", "post not indexed",
		  "the search does not know all words of post 4: see "
		  "retwis-admin adopt",
		  "ZREM % 4" },
		{ "two", "deleted post in the search",
		  "% has post 7, which is gone", "ZADD % 7 7" },
		{ "three", "wrong word in the search",
		  "% has post 2, which does not have that word",
		  "ZADD % 2 2" },
		{ "three", "wrong word in the search",
		  "% has post 5, which does not have that word",
		  "ZADD % 5 5" },
		{ "nothing", "deleted post in the search",
		  "% has post 100, which is gone", "ZADD % 1 100" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *word;
		struct break_row row = { 0 };
		char text[160], command[160];

		assert_int_equal(0, checked_site(NULL));
		word = table[i].word;
		snprintf(text, sizeof(text), "%s",
			 with_key(table[i].text, word));
		snprintf(command, sizeof(command), "%s",
			 with_key(table[i].command, word));
		row.kind = table[i].kind;
		row.text = text;
		row.commands[0] = command;
		unit_forget(NULL);
		checked_rows(&row, 1);
	}
	assert_int_equal(0, checked_site(NULL));
}

TEST(words_that_are_too_common)
{
	const char *two;

	assert_int_equal(0, checked_site(NULL));
	two = word_index_digest(rt, &mem, "two");
	redis("ZADD stop_words 1 %s", two);
	assert_non_null(strstr(checked(false), "wrong word in the search"));
	redis("DEL word:%s", two);
	checked_clean("a common word has no set");
}

TEST(a_worker_may_be_about_to_index_it)
{
	redis("DEL %s", word_key("two"));
	redis("ZADD indexing 9999999999999999 2");
	checked_clean("a note");
	redis("DEL indexing");
	assert_non_null(strstr(checked(false), "post not indexed"));
	redis("ZADD outbox 9999999999999 2");
	assert_null(strstr(checked(false), "post not indexed"));
}

TEST(without_the_search_for_posts_no_word_is_missing)
{
	redis("DEL %s", word_key("two"));
	conf.names_only = true;
	checked_clean("names only");
	conf.names_only = false;
}

/* Everything else ignores such a key; nobody knows what it was meant to be. */
TEST(keys_of_a_wrong_type)
{
	static const struct break_row table[] = {
		{ "key of the wrong type",
		  "post:8 is a string, but should be a hash; "
		  "nothing else was checked",
		  { "SET next_post_id 8", "SET post:8 x" } },
		{ "key of the wrong type",
		  "likes:3 is a list, but should be a zset; "
		  "nothing else was checked",
		  { "RPUSH likes:3 x" } },
		{ "key of the wrong type",
		  "archive:2 is a list, but should be a zset; "
		  "nothing else was checked",
		  { "RPUSH archive:2 x" } },
		{ "key of the wrong type",
		  "notices:3 is a hash, but should be a zset; "
		  "nothing else was checked",
		  { "DEL notices:3", "HSET notices:3 a b" } },
		{ "key of the wrong type",
		  "erasing is a string, but should be a zset; "
		  "nothing else was checked",
		  { "SET erasing x" } },
		{ "key of the wrong type",
		  "{fanout}:jobs is a string, but should be a list; "
		  "nothing else was checked",
		  { "SET {fanout}:jobs x" } },
		{ "key of the wrong type",
		  "{later}:due is a hash, but should be a zset; "
		  "nothing else was checked",
		  { "HSET {later}:due a b" } },
		{ "key of the wrong type",
		  "following:2 is a string, but should be a zset; "
		  "nothing else was checked",
		  { "SET following:2 x" } },
		{ "key of the wrong type",
		  "names is a string, but should be a hash; "
		  "nothing else was checked",
		  { "SET names x" } },
	};

	checked_unmended(table, COUNT(table));
	redis("SET following:2 x");
	checked(true);
	assert_redis("2 3", "ZRANGE followers:1 0 -1");
}

/* The site's current one: by the clock it may already be another hour. */
static const char *a_trend(void)
{
	char *rest, *all = arena_strdup(&mem, redis("KEYS trend:*"));

	return strtok_r(all, " ", &rest);
}

/* They hide nothing else, so everything else is checked and repaired. */
TEST(tags_and_trends_of_a_wrong_type)
{
	const char *told, *trend = a_trend();

	redis("DEL tag:tag tag:more");
	redis("SET tag:tag text");
	redis("SET tag:more text");
	redis("ZREM tags more");
	redis("HSET post:1 likes 7");
	redis("DEL %s", trend);
	redis("SET %s text EX 100", trend);
	told = checked(true);
	assert_non_null(strstr(told, "+number: post 1 claims 7 likes"));
	assert_non_null(strstr(told,
			       "tag or trend of the wrong type: tag:tag is "
			       "a string, but should be a list: "));
	assert_non_null(strstr(told, "tag:more is a string, but should be"));
	assert_non_null(strstr(told, "is a string, but should be a zset: "));
	assert_null(strstr(told, "tag without posts"));
	assert_redis("text", "GET tag:tag");
	redis("DEL tag:tag tag:more %s", trend);
	checked(true);
	assert_redis("4 1", "LRANGE tag:tag 0 -1");
	checked_clean("without them");
}

/* A worker will finish it, wherever the page or another worker has died. */
TEST(a_post_that_is_being_deleted)
{
	static const char *const table[][2] = {
		{ "1", "1" }, { "2", "2" }, { "3", "2" }, { "5", "2" }
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *id = table[i][0], *by = table[i][1];

		assert_int_equal(0, checked_site(NULL));
		redis("ZADD erasing 1 %s", id);
		checked_clean(id);
		redis("HSET post:%s gone 1 was_user_id %s was_body %s", id, by,
		      redis("HGET post:%s body", id));
		redis("HDEL post:%s user_id body", id);
		checked_clean(id);
		redis("LREM own:%s 0 %s", by, id);
		checked_clean(id);
		assert_int_equal(RT_OK, rt_erasing_sweep(rt, &mem));
		unit_deliver();
		checked_clean(id);
		unit_forget(NULL);
	}
	assert_int_equal(0, checked_site(NULL));
	assert_int_equal(
		RT_OK,
		rt_post_delete(rt, &mem, &(struct rt_user){ .id = 1 }, 1));
	assert_redis("1", "ZRANGE erasing 0 -1");
	redis("DEL {fanout}:jobs");
	checked_clean("the bus has lost the job");
}

/* Until a worker has come, its tags are those of the text before. */
TEST(a_post_that_was_corrected_just_now)
{
	const struct rt_user alice = { .id = 1, .name = "alice" };
	const struct rt_edit edit = { .id = 4,
				      .version = "0",
				      .body = "no more #tag, but #other" };
	char *body = strdup(redis("HGET post:4 body"));

	redis("HSET post:4 time %lld", (long long)time(NULL));
	assert_int_equal(RT_OK, rt_edit(rt, &mem, &alice, &edit));
	assert_redis(body, "HGET post:4 before");
	checked_clean("corrected");
	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	assert_redis("0", "HEXISTS post:4 before");
	checked_clean("settled");
	assert_redis("4", "LRANGE tag:other 0 -1");
	free(body);
}

TEST(where_posts_are_missing)
{
	static const struct break_row table[] = {
		{ "post missing",
		  "post 4 is missing from own:1",
		  { "LREM own:1 0 4" } },
		{ "post missing",
		  "post 1 is missing from own:1",
		  { "DEL own:1" } },
		{ "post missing",
		  "post 5 is missing from own:2",
		  { "LREM own:2 0 5" } },
		/* Nobody can say whether it was published. */
		{ "post missing",
		  "post 4 is missing from own:1",
		  { "LREM own:1 0 4", "DEL timeline", "DEL tag:tag",
		    "DEL tag:more", "HSET post:4 time 1700000000" } },
		{ "post in no list",
		  "post 4 is missing from own:1 and everywhere else, and no "
		  "worker knows of it",
		  { "LREM own:1 0 4", "LREM timeline 0 4", "DEL tag:tag",
		    "DEL tag:more", "HSET post:4 time 1700000000" } },
		{ "post by PHP",
		  "post 8 is missing from own:1: see retwis-admin adopt",
		  { "SET next_post_id 8", "HSET post:8 user_id 1 body php",
		    "LPUSH timeline 8" } },
		{ "post not listed",
		  "post 4 is missing from timeline",
		  { "LREM timeline 0 4" } },
		{ "post not listed",
		  "post 4 is missing from tag:tag",
		  { "LREM tag:tag 0 4" } },
		{ "post not listed",
		  "post 1 is missing from tag:tag",
		  { "LREM tag:tag 0 1" } },
		{ "post not listed",
		  "post 4 is missing from tag:more",
		  { "DEL tag:more" } },
		{ "tag not in use",
		  "tags has no tag, but post 1 does",
		  { "ZREM tags tag" } },
		{ "tag without posts",
		  "tags has none, but no post does",
		  { "ZADD tags 0 none" } },
		{ "reply not listed",
		  "post 1 does not list its reply 3",
		  { "DEL replies:1" } },
		{ "reply not in its conversation",
		  "conversation 1 lacks its reply 3",
		  { "DEL conversation:1" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(announcements_and_dates)
{
	static const struct break_row table[] = {
		{ "post not listed",
		  "post 4 is missing from announcements",
		  { "HSET post:4 announced 1900000000" } },
		{ "post not listed",
		  "post 1 is missing from announcements",
		  { "HSET post:1 time 17 announced 1900000000",
		    "ZADD announcements 1800000000 1~17" } },
		{ "list of announcements",
		  "1 17 in announcements is no announcement",
		  { "ZADD announcements 1900000000 1~17" } },
		{ "list of announcements",
		  "1 18 in announcements is no announcement",
		  { "HSET post:1 time 17 announced 1900000000",
		    "ZADD announcements 1900000000 1~17 1900000000 1~18" } },
		{ "list of announcements",
		  "7 17 in announcements is no announcement",
		  { "ZADD announcements 1900000000 7~17" } },
		{ "list of announcements",
		  "x in announcements is no announcement",
		  { "ZADD announcements 1900000000 x" } },
		{ "post not listed",
		  "post 2 is missing from dates",
		  { "HSET post:2 date 1900000000~0~0" } },
		{ "post not listed",
		  "post 2 is missing from dates",
		  { "HSET post:2 date 1900000000~0~0",
		    "ZADD dates 1800000000 2" } },
		{ "list of dates",
		  "post 2 in dates has no date",
		  { "ZADD dates 1900000000 2" } },
		{ "list of dates",
		  "post 7 in dates has no date",
		  { "ZADD dates 1900000000 7" } },
		{ "reader does not exist",
		  "post 1 was read by 9, who does not exist",
		  { "HSET post:1 time 17 announced 1900000000",
		    "ZADD announcements 1900000000 1~17",
		    "ZADD read:1 5 2 6 9" } },
		{ "readers of no announcement",
		  "post 1 is no announcement, but has readers",
		  { "ZADD read:1 5 2" } },
		{ "readers of no announcement",
		  "post 7 is no announcement, but has readers",
		  { "ZADD read:7 5 2" } },
	};

	checked_rows(table, COUNT(table));
}

/* Whoever restores the post finds it where it was. */
TEST(an_announcement_that_was_removed)
{
	const struct rt_acting who = { .by = 1, .reason = "spam" };

	redis("HSET post:4 time 17 announced 1900000000");
	redis("ZADD announcements 1900000000 %s", "4 17");
	redis("ZADD read:4 5 2");
	checked_clean("announced");
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 4, &who));
	assert_null(strstr(checked(true), "announce"));
	assert_redis("1", "ZCARD announcements");
	assert_redis("1", "ZCARD read:4");
}

/* The server with the outbox and some lists is gone, with its last second. */
static void lose_post_4(void)
{
	redis("LREM own:1 0 4");
	redis("LREM timeline 0 4");
	redis("DEL tag:more");
	redis("LREM tag:tag 0 4");
	redis("ZREM tags more");
	redis("LREM posts:2 0 4");
	redis("LREM posts:3 0 4");
	redis("LREM posts:1 0 4");
	redis("DEL sent:4");
}

#define IN_NO_LIST "post in no list: post 4 is missing"

/* A worker delivers it to everybody who should have it. */
TEST(a_young_post_in_no_list)
{
	unit_timeline(1);
	unit_timeline(2);
	lose_post_4();
	assert_non_null(strstr(checked(false), IN_NO_LIST));
	assert_non_null(strstr(checked(true), "+" IN_NO_LIST));
	assert_redis("4", "ZRANGE outbox 0 -1");
	assert_redis("1", "LRANGE own:1 0 -1");
	redis("ZADD outbox XX 1 4");
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	unit_deliver();
	assert_redis("4 1", "LRANGE own:1 0 -1");
	assert_string_equal("4", unit_entries(1));
	assert_string_equal("4", unit_entries(2));
	checked_clean("published again");
}

/* It is so old that it would be put in a wrong place. */
TEST(an_old_post_in_no_list)
{
	lose_post_4();
	redis("HSET post:4 time %lld", (long long)time(NULL) - 601);
	assert_non_null(strstr(checked(false), IN_NO_LIST));
	checked(true);
	assert_redis("0", "EXISTS outbox");
	assert_redis("4 1", "LRANGE own:1 0 -1");
	assert_redis("6 5 4 3 2 1", "LRANGE timeline 0 -1");
	checked_clean("in its place again");
}

/* Its original lists it, and the claim decides. */
TEST(a_young_repost_in_no_list)
{
	redis("LREM own:2 0 5");
	redis("LREM timeline 0 5");
	redis("DEL reposted:2 reposts:1");
	redis("HDEL post:1 reposts");
	checked(true);
	redis("ZADD outbox XX 1 5");
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	unit_deliver();
	assert_redis("5 3 2", "LRANGE own:2 0 -1");
	assert_redis("1", "HGET post:1 reposts");
	checked_clean("published again");
}

/* The worker completes it. */
TEST(a_post_in_the_outbox)
{
	redis("DEL own:1 tag:more replies:1");
	redis("LREM timeline 0 4");
	redis("ZADD outbox 5 1 5 4");
	assert_null(strstr(checked(false), "missing"));
	redis("DEL outbox");
	assert_non_null(
		strstr(checked(false), "post 4 is missing from own:1"));
}

TEST(a_scheduled_post_that_is_due_again)
{
	struct rt_user alice = { .id = 1, .name = "alice" };
	struct rt_draft draft = { .nonce = "n", .body = "hello you" };

	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &alice, &draft,
					    time(NULL) + 3600));
	checked_clean("scheduled");
	redis("DEL {later}:due");
	checked(true);
	assert_redis("1", "ZCARD {later}:due");
	assert_string_equal(redis("ZRANGE {later}:of:1 0 -1 WITHSCORES"),
			    redis("ZRANGE {later}:due 0 -1 WITHSCORES") + 2);
}

/* It is kept for its author, who may cancel it. */
TEST(a_scheduled_reply_whose_parent_is_gone)
{
	struct rt_user alice = { .id = 1, .name = "alice" };
	struct rt_draft draft = { .nonce = "n", .body = "me", .reply_to = 2 };
	uint64_t given;

	assert_int_equal(
		RT_OK, rt_schedule(rt, &mem, &alice, &draft, time(NULL) - 1));
	assert_int_equal(RT_OK, rt_erase_post(rt, 2, NULL));
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
	assert_redis("0", "EXISTS {later}:due");
	checked_clean("given up");
	given = redis_number("GET next_post_id");
	checked(true);
	rt_schedule_run(rt, &mem);
	assert_int_equal(given, redis_number("GET next_post_id"));
	assert_redis("0", "EXISTS {later}:due");
	assert_redis("1", "ZCARD {later}:of:1");
}

/* While its author is suspended it stays a draft, and it comes back. */
TEST(a_scheduled_post_of_a_suspended_member)
{
	struct rt_user alice = { .id = 1, .name = "alice" };
	struct rt_draft draft = { .nonce = "n", .body = "hello you" };
	uint64_t given;

	assert_int_equal(
		RT_OK, rt_schedule(rt, &mem, &alice, &draft, time(NULL) - 1));
	redis("HSET user:1 standing stopped");
	redis("ZADD suspended 5 1");
	given = redis_number("GET next_post_id");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
		checked_clean("suspended");
	}
	assert_int_equal(given, redis_number("GET next_post_id"));
	/* As an earlier Retwis left it. */
	redis("DEL {later}:due");
	checked(true);
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
	checked_clean("mended");

	redis("HDEL user:1 standing");
	redis("DEL suspended");
	redis("EVAL %s 2 {later}:due {later}:of:1",
	      "local e = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES') "
	      "local at = redis.call('TIME')[1] * 1000 + 61000 "
	      "assert(e[2] + 0 <= at and e[2] + 0 > at - 11000) "
	      "redis.call('ZADD', KEYS[1], 1, e[1])");
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
	unit_deliver();
	assert_redis("0", "EXISTS {later}:due {later}:of:1");
	assert_redis("hello you", "HGET post:%d body", (int)given + 1);
	checked_clean("restored");
}

TEST(a_scheduled_post_that_failed)
{
	redis("ZADD {later}:of:1 1 %s", "token 0 hello");
	redis("RPUSH {later}:dead %s", "1795260300 5 1 token 0 hello");
	assert_string_equal("failed jobs: 1 jobs failed in the queue later: "
			    "see retwis-admin queue\n",
			    checked(true));
	assert_redis("0", "EXISTS {later}:due");
	redis("DEL {later}:dead");
	assert_non_null(strstr(checked(false), "scheduled post forgotten"));
}

TEST(lists)
{
	static const struct break_row table[] = {
		{ "deleted post in a list",
		  "own:1 has post 99, which is gone",
		  { "LPUSH own:1 99" } },
		{ "deleted post in a list",
		  "timeline has post 7, which is gone",
		  { "LPUSH timeline 7" } },
		{ "deleted post in a list",
		  "tag:tag has post 99, which is gone",
		  { "LPUSH tag:tag 99" } },
		{ "deleted post in a list",
		  "replies:1 has post 7, which is gone",
		  { "RPUSH replies:1 7" } },
		{ "deleted post in a list",
		  "mentions:1 has post 99, which is gone",
		  { "LPUSH mentions:1 99" } },
		{ "post twice in a list",
		  "mentions:1 has post 4 more than once",
		  { "RPUSH mentions:1 4 4" } },
		{ "wrong post in a list",
		  "mentions:1 has post 5, which does not belong there",
		  { "LPUSH mentions:1 5" } },
		{ "wrong post in a list",
		  "own:1 has post 3, which does not belong there",
		  { "LINSERT own:1 AFTER 4 3" } },
		{ "wrong post in a list",
		  "tag:tag has post 2, which does not belong there",
		  { "LINSERT tag:tag AFTER 4 2" } },
		{ "wrong post in a list",
		  "tag:other has post 2, which does not belong there",
		  { "LPUSH tag:other 2", "ZADD tags 0 other" } },
		{ "wrong post in a list",
		  "replies:1 has post 4, which does not belong there",
		  { "RPUSH replies:1 4" } },
		{ "post twice in a list",
		  "own:1 has post 1 more than once",
		  { "RPUSH own:1 1" } },
		{ "post twice in a list",
		  "timeline has post 4 more than once",
		  { "RPUSH timeline 4 4" } },
		{ "post twice in a list",
		  "tag:tag has post 4 more than once",
		  { "LPUSH tag:tag 4" } },
		{ "post twice in a list",
		  "replies:1 has post 3 more than once",
		  { "RPUSH replies:1 3" } },
		{ "list out of order",
		  "own:1 has post 1 out of its place",
		  {
			  "DEL own:1",
			  "RPUSH own:1 1 4",
			  "HINCRBY post:1 time -2000",
		  } },
		{ "list out of order",
		  "timeline has post 1 out of its place",
		  { "DEL timeline", "RPUSH timeline 1 6 5 4 3 2",
		    "HINCRBY post:1 time -2000" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(posts_of_the_same_moment_pass_one_another)
{
	redis("DEL own:1 timeline");
	redis("RPUSH own:1 1 4");
	redis("RPUSH timeline 5 6 3 4 1 2");
	checked_clean("swapped");
}

TEST(after_mending_lists_are_in_order)
{
	redis("DEL own:2");
	redis("LREM own:1 0 1");
	redis("LREM timeline 0 4");
	checked(true);
	assert_redis("5 3 2", "LRANGE own:2 0 -1");
	assert_redis("4 1", "LRANGE own:1 0 -1");
	assert_redis("6 5 4 3 2 1", "LRANGE timeline 0 -1");
}

/* A post that is only in the list has been deleted. */
TEST(long_own_lists)
{
	static const char script[] =
		"for id = 11, 5010 do local by = id % 7 == 0 and 1 or 3 "
		"redis.call('HSET', 'post:' .. id, 'user_id', by, 'time',"
		" 1700000000, 'body', 'b', 'username', 'c') "
		"redis.call('LPUSH', 'own:' .. by, id) "
		"redis.call('LPUSH', 'timeline', id) "
		"redis.call('LTRIM', 'timeline', 0, 999) end "
		"redis.call('SET', 'next_post_id', 5010)";
	static const int table[][2] = {
		{ 11, 3 },   { 14, 1 },   { 1400, 1 }, { 1401, 3 },
		{ 3000, 3 }, { 5005, 1 }, { 5010, 3 },
	};

	/* Its posts are not indexed. */
	conf.names_only = true;
	redis("EVAL %s 0", script);
	checked_clean("long lists");
	for (size_t i = 0; i < COUNT(table); i++) {
		const char *line = arena_printf(
			&mem, "post missing: post %d is missing from own:%d\n",
			table[i][0], table[i][1]);

		redis("LREM own:%d 0 %d", table[i][1], table[i][0]);
		CHECK(line, strcmp(checked(false), line) == 0);
		checked(true);
		checked_clean(line);
	}
	/* The end of a list is not where it was expected. */
	redis("LTRIM own:3 0 1499");
	assert_non_null(
		strstr(checked(false), "post 11 is missing from own:3"));
	assert_null(strstr(checked(false), "post 5009 is missing"));
	checked(true);
	checked_clean("with half of a list");
	conf.names_only = false;
}

TEST(a_list_that_is_too_long)
{
	static const char script[] =
		"for id = 1, 1010 do redis.call('HSET', 'post:' .. id + 10,"
		" 'user_id', 3, 'time', id, 'body', '#tag', 'username', 'c') "
		"redis.call('LPUSH', 'own:3', id + 10) "
		"redis.call('LPUSH', ARGV[1], id + 10) end "
		"redis.call('SET', 'next_post_id', 1020)";
	static const char *const key[] = { "timeline", "tag:tag" };

	for (size_t i = 0; i < COUNT(key); i++) {
		unit_forget(NULL);
		checked_site(NULL);
		redis("EVAL %s 0 %s", script, key[i]);
		assert_non_null(strstr(
			checked(true),
			arena_printf(&mem, "+list too long: %s has %d entries",
				     key[i], i ? 1012 : 1016)));
		assert_redis("1000", "LLEN %s", key[i]);
		checked_clean(key[i]);
	}
}

TEST(likes)
{
	static const struct break_row table[] = {
		{ "like cut short",
		  "post 1 is liked by 2, who has no such like",
		  { "DEL liked:2" } },
		{ "like cut short",
		  "post 4 is liked by 2, who has no such like",
		  { "ZADD likes:4 1 2" } },
		{ "unlike cut short",
		  "member 1 likes post 2, which has no such like",
		  { "ZREM likes:2 1" } },
		{ "like of a missing member",
		  "post 4 is liked by 77, who does not exist",
		  { "ZADD likes:4 1 77", "HSET post:4 likes 1" } },
		{ "liked post gone",
		  "member 1 likes post 7, which cannot be liked",
		  { "ZADD liked:1 1 7" } },
		{ "liked post gone",
		  "member 1 likes post 5, which cannot be liked",
		  { "ZADD liked:1 1 5" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(saved_posts)
{
	static const struct break_row table[] = {
		{ "saved post gone",
		  "member 1 has saved post 7, which is gone",
		  { "ZADD saved:1 1 7 2 4" } },
		{ "saved post gone",
		  "member 1 has saved post 5, which is gone",
		  { "ZADD saved:1 1 5" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(which_side_of_a_like_counts)
{
	redis("ZADD likes:4 1 2");
	redis("ZREM likes:2 1");
	checked(true);
	assert_redis("0", "EXISTS likes:4");
	assert_redis("1", "ZRANGE likes:2 0 -1");
	assert_redis("1", "HGET post:2 likes");
	redis("DEL liked:2");
	redis("ZADD likes:1 XX 1234 2");
	checked(true);
	assert_redis("1", "ZRANGE liked:2 0 -1");
	assert_redis("1234", "ZSCORE liked:2 1");
}

TEST(reposts)
{
	static const struct break_row table[] = {
		{ "repost cut short",
		  "member 1 claims a repost of 2, which does not exist",
		  { "ZADD reposted:1 8 2" } },
		/* A claim of somebody's own post, which must be kept. */
		{ "repost cut short",
		  "member 1 claims a repost of 2, which does not exist",
		  { "ZADD reposted:1 4 2" } },
		{ "repost not claimed",
		  "repost 5 is not the one its author has of post 1",
		  { "DEL reposted:2" } },
		{ "repost not claimed",
		  "repost 8 is not the one its author has of post 1",
		  { "SET next_post_id 8",
		    "HSET post:8 user_id 2 time 1 body x username bob",
		    "HSET post:8 repost_of 1", "ZADD reposts:1 1 8",
		    "HSET post:1 reposts 2", "LPUSH own:2 8",
		    "LPUSH timeline 8" } },
		{ "repost of nothing",
		  "repost 5 shows post 1, which is gone",
		  { "DEL post:1 likes:1 replies:1" } },
		{ "repost not counted",
		  "post 1 does not list its repost 5",
		  { "DEL reposts:1" } },
		{ "counted repost gone",
		  "post 1 has no repost 99",
		  { "ZADD reposts:1 1 99" } },
		{ "counted repost gone",
		  "post 1 has no repost 8",
		  { "SET next_post_id 8", "HSET post:8 gone 1",
		    "EXPIRE post:8 600", "ZADD reposts:1 1 8",
		    "HSET post:1 reposts 2" } },
		{ "counted repost gone",
		  "post 1 has no repost 4",
		  { "ZADD reposts:1 1 4" } },
	};

	checked_rows(table, COUNT(table));
	redis("ZADD reposted:1 4 2");
	checked(true);
	assert_redis("four #tag #more", "HGET post:4 body");
	assert_redis("4 1", "LRANGE own:1 0 -1");
}

TEST(keys_without_an_end)
{
	const char *trend = a_trend();
	const struct break_row table[] = {
		{ "key without an expiry",
		  arena_printf(&mem, "%s never expires", trend),
		  { arena_printf(&mem, "PERSIST %s", trend) } },
		{ "key without an expiry",
		  "cache:trending never expires",
		  { "SET cache:trending x" } },
		{ "key without an expiry",
		  "once:abc never expires",
		  { "SET once:abc 1" } },
		{ "key without an expiry",
		  "lock:abc never expires",
		  { "SET lock:abc 1" } },
		{ "key without an expiry",
		  "limit:abc never expires",
		  { "SET limit:abc 1" } },
		{ "key without an expiry",
		  "cache:abc never expires",
		  { "SET cache:abc 1" } },
	};
	struct arena kept = mem;

	/* The rows forget their memory, but not this table's. */
	mem = (struct arena){ 0 };
	unit_skip("nutcracker", "Twemproxy cannot list its keys");
	checked_rows(table, COUNT(table));
	arena_free(&mem);
	mem = kept;
}

TEST(a_lost_job_goes_back_marked)
{
	redis("LPUSH {fanout}:taken:w %s %s", "5 0 job", "what is this");
	redis("LPUSH {fanout}:taken:v %s", "6 0 other");
	redis("ZADD {fanout}:workers 1 v");
	redis("SET {fanout}:taken:u text");
	assert_non_null(strstr(checked(true),
			       "+lost job: {fanout}:taken:w has a job, "
			       "but no worker\n"));
	assert_redis("5 1 job", "LRANGE {fanout}:jobs 0 -1");
	assert_redis("what is this", "LRANGE {fanout}:dead 0 -1");
	assert_redis("6 0 other", "LRANGE {fanout}:taken:v 0 -1");
}

TEST(remarks)
{
	redis("LPUSH {fanout}:dead %s", "5 5 job");
	redis("LPUSH {fanout}:jobs %s", "strange");
	assert_string_equal(
		"deliveries waiting: posts are waiting for a worker, so home "
		"timelines were not checked for gaps\n"
		"failed jobs: 1 jobs failed in the queue fanout: see "
		"retwis-admin queue\n"
		"unknown job: the queue fanout has the job: strange\n",
		checked(true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(posts),
		SITE(words),
		SITE(words_that_are_too_common),
		SITE(a_worker_may_be_about_to_index_it),
		SITE(without_the_search_for_posts_no_word_is_missing),
		SITE(keys_of_a_wrong_type),
		SITE(tags_and_trends_of_a_wrong_type),
		SITE(a_post_that_is_being_deleted),
		SITE(a_post_that_was_corrected_just_now),
		SITE(where_posts_are_missing),
		SITE(announcements_and_dates),
		SITE(an_announcement_that_was_removed),
		SITE(a_young_post_in_no_list),
		SITE(an_old_post_in_no_list),
		SITE(a_young_repost_in_no_list),
		SITE(a_post_in_the_outbox),
		SITE(a_scheduled_post_that_is_due_again),
		SITE(a_scheduled_reply_whose_parent_is_gone),
		SITE(a_scheduled_post_of_a_suspended_member),
		SITE(a_scheduled_post_that_failed),
		SITE(lists),
		SITE(posts_of_the_same_moment_pass_one_another),
		SITE(after_mending_lists_are_in_order),
		SITE(long_own_lists),
		SITE(a_list_that_is_too_long),
		SITE(likes),
		SITE(saved_posts),
		SITE(which_side_of_a_like_counts),
		SITE(reposts),
		SITE(keys_without_an_end),
		SITE(a_lost_job_goes_back_marked),
		SITE(remarks),
	};

	return RUN_ADMIN(tests);
}
