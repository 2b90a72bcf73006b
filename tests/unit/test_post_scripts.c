/* The scripts in Lua around a post, each alone, as Redis runs it. */
#include "libretwis/post/count_set.lua.h"
#include "libretwis/post/deliver_next.lua.h"
#include "libretwis/post/deliver_once.lua.h"
#include "libretwis/post/erasure_close.lua.h"
#include "libretwis/post/erasure_forget.lua.h"
#include "libretwis/post/list_after.lua.h"
#include "libretwis/post/push.lua.h"
#include "libretwis/post/store_once.lua.h"
#include "libretwis/post/thread_append.lua.h"
#include "libretwis/post/trend_add.lua.h"
#include "libretwis/post/trend_drop.lua.h"
#include "unit.h"

/* ---- one post ---------------------------------------------------------- */

TEST(store_once_stores_what_is_not_empty)
{
	assert_redis("5", "EVAL %s 1 p time 5 user_id 1 body x reply_to %s",
		     STORE_ONCE_LUA, "");
	assert_redis("time 5 user_id 1 body x", "HGETALL p");
}

TEST(store_once_stores_nothing_twice)
{
	redis("HSET p user_id 1 time 5 body first");
	assert_redis("5", "EVAL %s 1 p time 9 user_id 1 body second",
		     STORE_ONCE_LUA);
	assert_redis("first", "HGET p body");
}

TEST(store_once_brings_nothing_back)
{
	redis("HSET p gone 1");
	assert_redis("0", "EVAL %s 1 p time 9 user_id 1", STORE_ONCE_LUA);
	assert_redis("gone 1", "HGETALL p");
}

TEST(erasure_close_marks_what_is_there)
{
	redis("EVAL %s 1 p", ERASURE_CLOSE_LUA);
	assert_redis("0", "EXISTS p");
	redis("HSET p user_id 1");
	redis("EVAL %s 1 p", ERASURE_CLOSE_LUA);
	assert_redis("user_id 1 gone 1", "HGETALL p");
}

TEST(erasure_forget_leaves_a_mark_for_a_while)
{
	redis("HSET p user_id 1 body x gone 1");
	redis("EVAL %s 1 p 60", ERASURE_FORGET_LUA);
	assert_redis("gone 1", "HGETALL p");
	assert_in_range(redis_number("TTL p"), 59, 60);
}

TEST(count_set_writes_a_number_once_there_is_one)
{
	redis("HSET p user_id 1");
	assert_redis("1", "EVAL %s 1 p likes 0", COUNT_SET_LUA);
	assert_redis("0", "HEXISTS p likes");
	assert_redis("1", "EVAL %s 1 p likes 2", COUNT_SET_LUA);
	assert_redis("2", "HGET p likes");
	assert_redis("1", "EVAL %s 1 p likes 0", COUNT_SET_LUA);
	assert_redis("0", "HGET p likes");
}

TEST(count_set_leaves_alone_what_goes_or_is_gone)
{
	assert_redis("0", "EVAL %s 1 p likes 2", COUNT_SET_LUA);
	assert_redis("0", "EXISTS p");
	redis("HSET p user_id 1 gone 1");
	assert_redis("0", "EVAL %s 1 p likes 2", COUNT_SET_LUA);
	assert_redis("0", "HEXISTS p likes");
}

/* ---- its lists --------------------------------------------------------- */

TEST(push_keeps_the_list_in_order)
{
	static const struct {
		const char *id, *after;
	} table[] = {
		{ "5", "5" },           { "9", "9 5" },     { "7", "9 7 5" },
		{ "3", "9 7 5 3" },     { "7", "9 7 5 3" }, { "3", "9 7 5 3" },
		{ "10", "10 9 7 5 3" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		redis("EVAL %s 1 l %s 0 32", PUSH_LUA, table[i].id);
		assert_redis(table[i].after, "LRANGE l 0 -1");
	}
}

TEST(push_trims_and_begins_no_list_that_must_be_there)
{
	redis("EVAL %s 1 l 5 2 32 there", PUSH_LUA);
	assert_redis("0", "EXISTS l");
	redis("RPUSH l 4 3");
	redis("EVAL %s 1 l 5 2 32 there", PUSH_LUA);
	assert_redis("5 4", "LRANGE l 0 -1");
}

/* Below a newer head it looks 1000 deep, otherwise as deep as it is told. */
TEST(push_looks_as_deep_as_it_must)
{
	redis("EVAL %s 1 l", "for i = 1, 500 do "
			     "redis.call('RPUSH', KEYS[1], 2000 - i) end");
	redis("EVAL %s 1 l 1600 0 32", PUSH_LUA);
	assert_redis("500", "LLEN l");
	redis("RPUSH l 5000");
	redis("EVAL %s 1 l 5000 0 32", PUSH_LUA);
	assert_redis("502", "LLEN l");
	redis("LTRIM l 1 -1");
	redis("EVAL %s 1 l 5000 0 1000", PUSH_LUA);
	assert_redis("501", "LLEN l");
}

TEST(thread_append_adds_a_reply_once)
{
	redis("EVAL %s 1 l 7", THREAD_APPEND_LUA);
	redis("EVAL %s 1 l 9", THREAD_APPEND_LUA);
	redis("EVAL %s 1 l 7", THREAD_APPEND_LUA);
	assert_redis("7 9", "LRANGE l 0 -1");
}

TEST(list_after_begins_behind_the_mark)
{
	static const char *const table[][2] = {
		{ "4 5 4", "EVAL %s 1 l 6 9 0 1 9" },
		{ "4 5 4", "EVAL %s 1 l 6 9 3 4 9" },
		/* The mark is gone: the first that is older. */
		{ "2 7 6", "EVAL %s 1 l 8 9 5 6 9" },
		/* There is none, or none near. */
		{ "5 4 3", "EVAL %s 1 l 1 0 5 6 9" },
		{ "0 10", "EVAL %s 1 l 4 2 0 0 2" },
	};

	redis("RPUSH l 10 9 7 6 5 4 3 2");
	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i][1],
		      strcmp(table[i][0],
			     redis(table[i][1], LIST_AFTER_LUA)) == 0);
}

/* ---- followers --------------------------------------------------------- */

TEST(deliver_next_goes_on_where_it_was)
{
	redis("ZADD f 1 a 1 b 1 c 2 d");
	assert_redis("a b 1", "EVAL %s 1 f 2", DELIVER_NEXT_LUA);
	assert_redis("c d 2", "EVAL %s 1 f 2 1 b", DELIVER_NEXT_LUA);
	assert_redis("", "EVAL %s 1 f 2 2 d", DELIVER_NEXT_LUA);
}

TEST(deliver_next_needs_no_member_to_be_there)
{
	redis("ZADD f 1 a 1 b 1 c 2 d");
	redis("ZREM f b");
	redis("ZADD f 0 new");
	assert_redis("c d 2", "EVAL %s 1 f 2 1 b", DELIVER_NEXT_LUA);
}

TEST(deliver_once_takes_the_older_copy)
{
	redis("RPUSH l 9 7 8 7");
	redis("EVAL %s 1 l 7", DELIVER_ONCE_LUA);
	assert_redis("9 7 8", "LRANGE l 0 -1");
	redis("EVAL %s 1 l 7", DELIVER_ONCE_LUA);
	assert_redis("9 7 8", "LRANGE l 0 -1");
}

/* ---- trends ------------------------------------------------------------ */

/* "#tag author post", counted. */
static void count(const char *tag, int author, int post)
{
	redis("EVAL %s 1 h %s %d %d 60", TREND_ADD_LUA, tag, author, post);
}

static void discount(const char *tag, int author, int post)
{
	redis("EVAL %s 1 h %s %d %d", TREND_DROP_LUA, tag, author, post);
}

TEST(trend_add_counts_members)
{
	count("tea", 1, 11);
	count("tea", 1, 11);
	count("tea", 1, 12);
	assert_redis("1", "ZSCORE h tea");
	count("tea", 2, 13);
	assert_redis("tea 2", "ZRANGEBYSCORE h 1 +inf WITHSCORES");
	assert_in_range(redis_number("TTL h"), 59, 60);
}

TEST(trend_drop_takes_all_of_it_back)
{
	count("tea", 1, 11);
	count("tea", 1, 12);
	discount("tea", 1, 11);
	discount("tea", 1, 11);
	assert_redis("1", "ZSCORE h tea");
	discount("tea", 1, 12);
	assert_redis("0", "EXISTS h");
}

/* ---- all --------------------------------------------------------------- */

/* A member who makes room must not be refused for want of it. */
TEST(what_makes_room_runs_while_memory_is_full)
{
	redis("HSET p user_id 1");
	count("tea", 1, 11);
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_non_null(strstr(redis("EVAL %s 1 l 5 0 32", PUSH_LUA), "OOM"));
	assert_redis("1", "EVAL %s 1 p likes 2", COUNT_SET_LUA);
	redis("EVAL %s 1 p", ERASURE_CLOSE_LUA);
	assert_redis("user_id 1 likes 2 gone 1", "HGETALL p");
	redis("EVAL %s 1 p 60", ERASURE_FORGET_LUA);
	assert_redis("gone 1", "HGETALL p");
	discount("tea", 1, 11);
	assert_redis("0", "EXISTS h");
	assert_redis("OK", "CONFIG SET maxmemory 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(store_once_stores_what_is_not_empty),
		FRESH(store_once_stores_nothing_twice),
		FRESH(store_once_brings_nothing_back),
		FRESH(erasure_close_marks_what_is_there),
		FRESH(erasure_forget_leaves_a_mark_for_a_while),
		FRESH(count_set_writes_a_number_once_there_is_one),
		FRESH(count_set_leaves_alone_what_goes_or_is_gone),
		FRESH(push_keeps_the_list_in_order),
		FRESH(push_trims_and_begins_no_list_that_must_be_there),
		FRESH(push_looks_as_deep_as_it_must),
		FRESH(thread_append_adds_a_reply_once),
		FRESH(list_after_begins_behind_the_mark),
		FRESH(deliver_next_goes_on_where_it_was),
		FRESH(deliver_next_needs_no_member_to_be_there),
		FRESH(deliver_once_takes_the_older_copy),
		FRESH(trend_add_counts_members),
		FRESH(trend_drop_takes_all_of_it_back),
		FRESH(what_makes_room_runs_while_memory_is_full),
	};

	return RUN_REDIS(tests);
}
