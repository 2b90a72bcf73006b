/* Checking which replies a conversation has. */
#include "checked.h"

TEST(conversations)
{
	static const struct break_row table[] = {
		{ "deleted reply in a conversation",
		  "conversation 1 has reply 99, which is gone",
		  { "ZADD conversation:1 99 99~3" } },
		{ "deleted reply in a conversation",
		  "conversation 1 has reply 99, which is gone",
		  { "ZADD conversation:1 99 99~3~gone" } },
		{ "deleted reply in a conversation",
		  "conversation 99 has reply 98, which is gone",
		  { "ZADD conversation:99 98 98~99", "SET next_post_id 99" } },
		{ "wrong entry in a conversation",
		  "conversation 1 has 3 2, which does not belong there",
		  { "ZADD conversation:1 3 3~2" } },
		{ "wrong entry in a conversation",
		  "conversation 1 has 3 1 gone, which does not belong there",
		  { "ZADD conversation:1 3 3~1~gone" } },
		{ "wrong entry in a conversation",
		  "conversation 2 has 3 1, which does not belong there",
		  { "ZADD conversation:2 3 3~1" } },
		{ "wrong entry in a conversation",
		  "conversation 1 has 4 3, which does not belong there",
		  { "ZADD conversation:1 4 4~3" } },
		{ "wrong entry in a conversation",
		  "conversation 1 has 03 1, which does not belong there",
		  { "ZADD conversation:1 3 03~1" } },
		{ "wrong entry in a conversation",
		  "conversation 1 has what, which does not belong there",
		  { "ZADD conversation:1 1 what" } },
	};

	checked_rows(table, COUNT(table));
}

TEST(what_is_gone_but_answered_belongs)
{
	struct rt_user bob = { .id = 2, .name = "bob" };
	uint64_t id = unit_reply(&bob, "eight", 3);

	redis("DEL outbox {fanout}:jobs");
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &bob, 3));
	assert_redis("3 1 gone 8 3", "ZRANGE conversation:1 0 -1");
	/* Home timelines keep it. */
	checked(true);
	checked_clean("with a reply to a deleted one");
	assert_redis("3 1 gone 8 3", "ZRANGE conversation:1 0 -1");
	/* A deletion that did not come as far as the conversation. */
	redis("ZREM conversation:1 %s", "3 1 gone");
	redis("ZADD conversation:1 3 %s", "3 1");
	checked(true);
	assert_redis("3 1 gone 8 3", "ZRANGE conversation:1 0 -1");
	assert_int_equal(8, id);
}

/* Nothing more is added to one that is full. */
TEST(a_full_conversation)
{
	redis("DEL conversation:1");
	redis("EVAL %s 1 conversation:1",
	      "for i = 101, 1100 do redis.call('HSET', 'post:' .. i,"
	      " 'was_user_id', 1, 'gone', 1)"
	      " redis.call('ZADD', KEYS[1], i, i .. ' 1') end");
	assert_null(strstr(checked(false), "conversation"));
	redis("ZREM conversation:1 %s", "101 1");
	assert_non_null(strstr(checked(false), "conversation 1 lacks"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(conversations),
		SITE(what_is_gone_but_answered_belongs),
		SITE(a_full_conversation),
	};

	return RUN_ADMIN(tests);
}
