/* Which id a post gets if the counter gives out ids that are in use. */
#include <limits.h>

#include "libretwis/later.h"
#include "proxy.h"

static struct rt_user alice, bob;
static const char *before; /* the text of bob's post 1 */

#define TEXT "hello @bob, #tag"

/* Bob has written post 1, of which alice knows nothing. */
static int one_post(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	unit_timeline(alice.id);
	unit_timeline(bob.id);
	unit_post(&bob, "mine");
	before = redis("HGETALL post:1");
	return 0;
}

/* The same with settings by which the bus is a different server. */
static int two_servers(void **state)
{
	int failed = one_post(state);

	unit_part_bus();
	return failed;
}

/* As on a server that has not received the newest ids. */
static void set_back(void)
{
	redis("SET next_post_id 0");
}

static enum rt_err write_text(const char *nonce, const char *text,
			      uint64_t *id)
{
	struct rt_draft draft = { .nonce = nonce, .body = text };

	return rt_post_create(rt, &mem, &alice, &draft, id);
}

static uint64_t alice_writes(const char *text)
{
	uint64_t id = 0;

	assert_int_equal(RT_OK, write_text("nonce", text, &id));
	unit_deliver();
	return id;
}

/* Alice's lists have only the new post, and bob's are unchanged. */
static void expect_both(uint64_t id)
{
	const char *text = arena_printf(&mem, ID, id);

	assert_int_not_equal(1, id);
	assert_redis(before, "HGETALL post:1");
	assert_redis(TEXT, "HGET post:%s body", text);
	assert_redis(text, "LRANGE own:1 0 -1");
	assert_redis("1", "LRANGE own:2 0 -1");
	assert_redis(text, "LRANGE tag:tag 0 -1");
	assert_string_equal(text, unit_entries(alice.id));
	assert_string_equal("1", unit_entries(bob.id));
	assert_redis(arena_printf(&mem, "%s 1", text), "LRANGE timeline 0 -1");
	assert_redis("2", "ZCARD notices:2");
	assert_redis("0", "EXISTS outbox");
	/* The same form finds the same post. */
	assert_int_equal(id, alice_writes(TEXT));
	assert_redis("1", "LLEN own:1");
}

TEST(somebody_else_s_post_stays)
{
	set_back();
	expect_both(alice_writes(TEXT));
}

TEST(a_note_of_its_own_stays_too)
{
	set_back();
	redis("ZADD outbox 5 1");
	alice_writes(TEXT);
	assert_redis("5", "ZSCORE outbox 1");
}

TEST(one_s_own_post_with_the_same_text_stays)
{
	uint64_t first = alice_writes("hello"), second = 0;

	redis("SET next_post_id %d", (int)first - 1);
	redis("HSET post:%d time 1000", (int)first);
	assert_int_equal(RT_OK, write_text("other", "hello", &second));
	assert_int_not_equal(first, second);
	assert_redis("2", "LLEN own:1");
}

/* The form of a post that was deleted must not bring that one back. */
TEST(the_mark_of_a_deleted_post_stays)
{
	redis("DEL post:1");
	redis("HSET post:1 gone 1");
	set_back();
	assert_int_not_equal(1, alice_writes(TEXT));
	assert_redis("gone 1", "HGETALL post:1");
}

TEST(as_many_as_a_second_of_a_busy_site)
{
	static const char fill[] =
		"for i = 2, 4000 do"
		" redis.call('HSET', 'post:' .. i, 'user_id', 2) end";

	redis("EVAL %s 0", fill);
	set_back();
	expect_both(alice_writes(TEXT));
}

TEST(not_for_ever)
{
	static const int used[] = { 1, 17, 273, 4369, 69905 };
	uint64_t id = 0;

	for (size_t i = 0; i < COUNT(used); i++)
		redis("HSET post:%d user_id 2", used[i]);
	set_back();
	assert_int_equal(RT_BROKEN, write_text("nonce", TEXT, &id));
	assert_redis("0", "EXISTS own:1 tag:tag outbox");
	/* And then it works again. */
	assert_int_not_equal(0, alice_writes(TEXT));
}

TEST(a_key_of_another_program)
{
	redis("SET post:2 text");
	assert_int_not_equal(2, alice_writes(TEXT));
	assert_redis("text", "GET post:2");
}

TEST(a_repost)
{
	uint64_t original = unit_post(&bob, "another");

	set_back();
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &alice, original));
	unit_deliver();
	assert_redis(before, "HGETALL post:1");
	assert_redis("1", "LLEN own:1");
	assert_redis("0", "LPOS own:1 %s",
		     redis("ZSCORE reposted:1 " ID, original));
	assert_redis("1", "ZCARD reposted:1");
	assert_redis("1", "ZCARD reposts:" ID, original);
	assert_redis("1", "HGET post:" ID " reposts", original);
	assert_redis("0", "EXISTS outbox");
}

TEST(a_scheduled_post)
{
	struct rt_draft draft = { .nonce = "n", .body = TEXT };

	assert_int_equal(
		RT_OK, rt_schedule(rt, &mem, &alice, &draft, time(NULL) - 1));
	set_back();
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
	unit_deliver();
	assert_redis(before, "HGETALL post:1");
	assert_redis("1", "LRANGE own:2 0 -1");
	assert_redis("17", "LRANGE own:1 0 -1");
	assert_redis(TEXT, "HGET post:17 body");
	assert_redis("0", "EXISTS {later}:due {later}:of:1 outbox");
}

/* ---- while it is written ------------------------------------------------ */

static void it_is_taken(void)
{
	if (*redis("KEYS once:*") && !redis_number("EXISTS post:2"))
		redis("HSET post:2 user_id 2 body mine time 5");
}

static void write_it(void)
{
	uint64_t id;

	write_text("nonce", TEXT, &id);
}

/* By somebody who has not used the counter, at any moment. */
TEST(taken_at_any_moment)
{
	for (unsigned at = 4; at < 9; at++) {
		assert_int_equal(0, one_post(NULL));
		proxy_run_with(at, it_is_taken, UINT_MAX, write_it);
		if (strcmp(redis("HGET post:2 user_id"), "2") == 0) {
			assert_redis("user_id 2 body mine time 5",
				     "HGETALL post:2");
			assert_redis("1", "LLEN own:1");
			assert_null(redis("LPOS own:1 2"));
		}
		unit_forget(NULL);
	}
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, one_post, unit_forget)
#define APART(test)                                                           \
	cmocka_unit_test_setup_teardown(test, two_servers, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(somebody_else_s_post_stays),
		APART(somebody_else_s_post_stays),
		OURS(a_note_of_its_own_stays_too),
		APART(a_note_of_its_own_stays_too),
		OURS(one_s_own_post_with_the_same_text_stays),
		APART(one_s_own_post_with_the_same_text_stays),
		OURS(the_mark_of_a_deleted_post_stays),
		OURS(as_many_as_a_second_of_a_busy_site),
		APART(as_many_as_a_second_of_a_busy_site),
		OURS(not_for_ever),
		APART(not_for_ever),
		OURS(a_key_of_another_program),
		APART(a_key_of_another_program),
		OURS(a_repost),
		APART(a_repost),
		OURS(a_scheduled_post),
		APART(a_scheduled_post),
		PLAIN(taken_at_any_moment),
	};

	return RUN_REDIS(tests);
}
