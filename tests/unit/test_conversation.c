/* Conversations: which posts belong to one, and who is told of it. */
#include "unit.h"

static struct rt_user alice, bob, carol;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	return 0;
}

/* 1 by alice is answered by 2 of bob, that by 3 of carol, that by 4 of bob. */
static int talk(void **state)
{
	if (members(state) != 0)
		return -1;
	unit_post(&alice, "one");
	unit_reply(&bob, "two", 1);
	unit_reply(&carol, "three", 2);
	unit_reply(&bob, "four", 3);
	return 0;
}

#define TALK(test) cmocka_unit_test_setup_teardown(test, talk, unit_forget)
#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

static void delete_post(const struct rt_user *by, uint64_t id)
{
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, by, id));
	unit_deliver();
}

/* ---- what is stored ---------------------------------------------------- */

TEST(all_replies_know_their_beginning)
{
	assert_redis("0", "HEXISTS post:1 root");
	assert_redis("0", "HEXISTS post:1 root_user_id");
	for (int id = 2; id <= 4; id++)
		assert_redis("1 1", "HMGET post:%d root root_user_id", id);
	assert_redis("2 1 3 2 4 3", "ZRANGE conversation:1 0 -1");
	assert_redis("3", "ZSCORE conversation:1 %s", "3 2");
}

TEST(a_post_alone_has_no_key)
{
	unit_post(&alice, "one");
	assert_redis("0", "HEXISTS post:1 root");
	assert_redis("0", "EXISTS conversation:1");
}

TEST(a_reply_to_an_older_post_joins_it)
{
	redis("SET next_post_id 7");
	redis("HSET post:7 user_id 1 time 1 body old username alice");
	unit_reply(&bob, "eight", 7);
	unit_reply(&carol, "nine", 8);
	assert_redis("7 1", "HMGET post:9 root root_user_id");
	assert_redis("8 7 9 8", "ZRANGE conversation:7 0 -1");
}

/* Adopt decides where replies by older programs belong. */
TEST(a_reply_to_an_older_reply_joins_nothing)
{
	redis("SET next_post_id 7");
	redis("HSET post:7 user_id 1 time 1 body old username alice"
	      " reply_to 1");
	unit_reply(&bob, "eight", 7);
	unit_reply(&carol, "nine", 8);
	assert_redis("0", "HEXISTS post:8 root");
	assert_redis("0", "HEXISTS post:9 root");
	assert_redis("0", "EXISTS conversation:1 conversation:7"
			  " conversation:8");
	assert_redis("8", "LRANGE replies:7 0 -1");
}

TEST(nonsense_in_the_parent_is_not_joined)
{
	static const char *const table[] = { "x", "-1", "", "0", "1 2" };

	unit_post(&alice, "one");
	for (size_t i = 0; i < COUNT(table); i++) {
		uint64_t id;

		redis("HSET post:1 reply_to 9 root %s", table[i]);
		id = unit_reply(&bob, "two", 1);
		CHECK(table[i],
		      !redis_number("HEXISTS post:%d root", (int)id));
	}
	assert_redis("0", "EXISTS conversation:1 conversation:2");
}

TEST(nothing_is_pushed_out_of_a_full_one)
{
	redis("EVAL %s 1 conversation:1",
	      "for i = 1, 996 do redis.call('ZADD', KEYS[1], 4 + i,"
	      " 4 + i .. ' 1') end");
	redis("SET next_post_id 1000");
	unit_reply(&carol, "the last", 4);
	unit_reply(&carol, "too many", 4);
	assert_redis("1000", "ZCARD conversation:1");
	assert_redis("2 1", "ZRANGE conversation:1 0 0");
	assert_redis("1001 4", "ZRANGE conversation:1 -1 -1");
	assert_redis("1", "HGET post:1002 root");
	assert_redis("1001 1002", "LRANGE replies:4 0 -1");
}

/* ---- deleting ---------------------------------------------------------- */

TEST(what_others_answer_leaves_its_place)
{
	delete_post(&carol, 3);
	assert_redis("2 1 3 2 gone 4 3", "ZRANGE conversation:1 0 -1");
	delete_post(&bob, 4);
	assert_redis("2 1", "ZRANGE conversation:1 0 -1");
	delete_post(&bob, 2);
	assert_redis("0", "EXISTS conversation:1");
}

TEST(a_conversation_outlives_its_beginning)
{
	delete_post(&alice, 1);
	assert_redis("2 1 3 2 4 3", "ZRANGE conversation:1 0 -1");
	unit_reply(&alice, "five", 2);
	assert_redis("2 1 3 2 4 3 5 2", "ZRANGE conversation:1 0 -1");
	assert_redis("1 1", "HMGET post:5 root root_user_id");
	delete_post(&alice, 5);
	delete_post(&bob, 2);
	delete_post(&bob, 4);
	assert_redis("2 1 gone 3 2", "ZRANGE conversation:1 0 -1");
	delete_post(&carol, 3);
	assert_redis("0", "EXISTS conversation:1");
}

TEST(a_member_who_leaves_takes_the_replies_along)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, rt_removal(rt, &mem, "bob", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_redis("2 1 gone 3 2", "ZRANGE conversation:1 0 -1");
}

/* ---- who is told ------------------------------------------------------- */

/* Who has which notices, without the mark. */
static const char *told(const struct rt_user *who)
{
	const char *all = redis("ZRANGE notices:%d 1 -1", (int)who->id);

	return all ? all : "";
}

TEST(the_author_the_mentioned_and_the_starter)
{
	struct rt_user dora = unit_member("dora");

	unit_post(&alice, "one");
	unit_reply(&bob, "two", 1);
	assert_string_equal("reply 2 2", told(&alice));
	unit_reply(&carol, "three, @dora", 2);
	assert_string_equal("reply 2 2 conversation 3 3", told(&alice));
	assert_string_equal("reply 3 3", told(&bob));
	assert_string_equal("mention 3 3", told(&dora));
	/* Nobody is told twice, and nobody of their own. */
	unit_reply(&carol, "four, @alice and @bob", 2);
	assert_string_equal("reply 2 2 conversation 3 3 mention 4 3",
			    told(&alice));
	assert_string_equal("reply 3 3 reply 4 3", told(&bob));
	unit_reply(&alice, "five", 3);
	assert_string_equal("reply 2 2 conversation 3 3 mention 4 3",
			    told(&alice));
	assert_string_equal("reply 5 1", told(&carol));
}

TEST(what_was_told_is_taken_back)
{
	assert_string_equal("reply 2 2 conversation 3 3 conversation 4 2",
			    told(&alice));
	delete_post(&carol, 3);
	assert_string_equal("reply 2 2 conversation 4 2", told(&alice));
	delete_post(&bob, 4);
	delete_post(&bob, 2);
	assert_string_equal("", told(&alice));
}

/* The author is gone, or nobody knows who it was. */
TEST(no_starter_no_notice)
{
	delete_post(&alice, 1);
	unit_reply(&bob, "five", 3);
	assert_null(strstr(told(&alice), "conversation 5"));
	redis("HSET post:1 user_id 3 time 1 body x username carol root 1");
	unit_reply(&bob, "six", 3);
	assert_null(strstr(told(&alice), "conversation 6"));
	redis("HDEL post:3 root_user_id");
	unit_reply(&bob, "seven", 3);
	assert_null(strstr(told(&alice), "conversation 7"));
	assert_redis("3", "ZSCORE conversation:1 %s", "3 2");
	assert_redis("7", "ZSCORE conversation:1 %s", "7 3");
}

/* The page died, and the worker tells everybody. */
TEST(the_sweep_tells_them_too)
{
	redis("HSET post:9 user_id 3 time 1 body @bob username carol "
	      "mentions bob reply_to 4 reply_name bob root 1 root_user_id 1");
	redis("SET next_post_id 9");
	redis("ZADD outbox 1 9");
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_non_null(strstr(told(&alice), "conversation 9 3"));
	assert_non_null(strstr(told(&bob), "reply 9 3"));
	assert_null(strstr(told(&bob), "mention"));
}

/* ---- leaving ----------------------------------------------------------- */

static void leave(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_leave_conversation(rt, &mem, who, post));
}

static void join(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_join_conversation(rt, &mem, who, post));
}

TEST(who_has_left_is_not_told)
{
	leave(&alice, 3);
	leave(&bob, 1);
	unit_reply(&carol, "five", 4);
	assert_null(strstr(told(&alice), " 5 3"));
	assert_null(strstr(told(&bob), " 5 3"));
	/* Of what mentions them they are. */
	unit_reply(&carol, "six, @alice and @bob", 4);
	assert_non_null(strstr(told(&alice), "mention 6 3"));
	assert_non_null(strstr(told(&bob), "mention 6 3"));
	join(&alice, 4);
	join(&bob, 2);
	unit_reply(&carol, "seven", 4);
	assert_non_null(strstr(told(&alice), "conversation 7 3"));
	assert_non_null(strstr(told(&bob), "reply 7 3"));
	assert_redis("0", "EXISTS left:1 left:2");
}

TEST(one_leaves_only_that_one)
{
	uint64_t other = unit_post(&alice, "another");

	leave(&alice, 2);
	leave(&alice, 4);
	assert_redis("1", "ZRANGE left:1 0 -1");
	assert_redis("0", "EXISTS left:2");
	unit_reply(&bob, "well", other);
	assert_non_null(strstr(told(&alice), "reply 6 2"));
}

TEST(not_of_what_is_no_conversation)
{
	redis("HSET post:8 user_id 1 time 1 body old username alice"
	      " reply_to 1");
	assert_int_equal(RT_NOT_FOUND,
			 rt_leave_conversation(rt, &mem, &bob, 8));
	assert_int_equal(RT_NOT_FOUND,
			 rt_leave_conversation(rt, &mem, &bob, 99));
	delete_post(&alice, 1);
	assert_int_equal(RT_NOT_FOUND,
			 rt_leave_conversation(rt, &mem, &bob, 1));
	assert_int_equal(RT_NOT_FOUND,
			 rt_join_conversation(rt, &mem, &bob, 1));
	rt_repost(rt, &mem, &alice, 2);
	assert_int_equal(RT_NOT_FOUND,
			 rt_leave_conversation(rt, &mem, &bob, 9));
	assert_redis("0", "EXISTS left:2");
	/* But its beginning may be gone. */
	leave(&bob, 2);
	assert_redis("1", "ZRANGE left:2 0 -1");
}

TEST(the_oldest_is_dropped_after_500)
{
	redis("EVAL %s 1 left:2", "for i = 1, 500 do"
				  " redis.call('ZADD', KEYS[1], i, 100 + i)"
				  " end");
	leave(&bob, 1);
	assert_redis("500", "ZCARD left:2");
	assert_redis("102", "ZRANGE left:2 0 0");
	assert_redis("1", "ZRANGE left:2 -1 -1");
}

/* ---- what is cut off --------------------------------------------------- */

/* The page died after the hash, and its parent was deleted since. */
TEST(the_sweep_lets_it_join)
{
	redis("HSET post:9 user_id 3 time 1 body nine username carol "
	      "reply_to 4 reply_name bob root 1 root_user_id 1");
	redis("SET next_post_id 9");
	redis("ZADD outbox 1 9");
	delete_post(&bob, 4);
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_redis("2 1 3 2 9 4", "ZRANGE conversation:1 0 -1");
	assert_redis("0", "EXISTS conversation:9");
	/* The same once more, when it is deleted. */
	redis("ZADD outbox 1 9");
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_redis("3", "ZCARD conversation:1");
	delete_post(&carol, 9);
	assert_redis("2 1 3 2", "ZRANGE conversation:1 0 -1");
}

/* The same form comes again, when its post has been deleted. */
TEST(a_form_does_not_bring_it_back)
{
	struct rt_draft draft = { .nonce = "n", .body = "x", .reply_to = 4 };
	uint64_t id, again = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &carol, &draft, &id));
	delete_post(&carol, id);
	assert_redis("3", "ZCARD conversation:1");
	assert_int_equal(RT_OK,
			 rt_post_create(rt, &mem, &carol, &draft, &again));
	assert_int_equal(id, again);
	assert_redis("3", "ZCARD conversation:1");
}

/* A deletion that died before or after its script, and is done again. */
TEST(a_deletion_that_is_cut_off)
{
	for (int dropped = 0; dropped <= 1; dropped++) {
		assert_int_equal(0, talk(NULL));
		redis("ZADD erasing 1 3");
		redis("HSET post:3 gone 1 was_user_id 3 was_body three");
		redis("HDEL post:3 user_id body");
		if (dropped) {
			redis("ZREM conversation:1 %s", "3 2");
			redis("ZADD conversation:1 3 %s", "3 2 gone");
		}
		assert_int_equal(RT_OK, rt_erasing_sweep(rt, &mem));
		unit_deliver();
		assert_redis("2 1 3 2 gone 4 3", "ZRANGE conversation:1 0 -1");
		unit_forget(NULL);
	}
	assert_int_equal(0, talk(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TALK(all_replies_know_their_beginning),
		MEMBERS(a_post_alone_has_no_key),
		MEMBERS(a_reply_to_an_older_post_joins_it),
		MEMBERS(a_reply_to_an_older_reply_joins_nothing),
		MEMBERS(nonsense_in_the_parent_is_not_joined),
		TALK(nothing_is_pushed_out_of_a_full_one),
		TALK(what_others_answer_leaves_its_place),
		TALK(a_conversation_outlives_its_beginning),
		TALK(a_member_who_leaves_takes_the_replies_along),
		MEMBERS(the_author_the_mentioned_and_the_starter),
		TALK(what_was_told_is_taken_back),
		TALK(no_starter_no_notice),
		TALK(the_sweep_tells_them_too),
		TALK(who_has_left_is_not_told),
		TALK(one_leaves_only_that_one),
		TALK(not_of_what_is_no_conversation),
		TALK(the_oldest_is_dropped_after_500),
		TALK(the_sweep_lets_it_join),
		TALK(a_form_does_not_bring_it_back),
		TALK(a_deletion_that_is_cut_off),
	};

	return RUN_REDIS(tests);
}
