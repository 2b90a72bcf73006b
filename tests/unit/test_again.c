/* A form that is sent twice, and a delivery that is interrupted. */
#include "libretwis/post/deliver.h"
#include "unit.h"

static struct rt_user alice;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_followed();
	return 0;
}

static uint64_t send(const char *nonce, const char *body)
{
	struct rt_draft draft = { .nonce = nonce, .body = body };
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_int_not_equal(0, id);
	return id;
}

static const char *const lists[] = { "own:1", "timeline" };

/* Delivered, too, and only once. */
static void expect_everywhere(const char *ids)
{
	unit_deliver();
	for (size_t i = 0; i < COUNT(lists); i++)
		assert_redis(ids, "LRANGE %s 0 -1", lists[i]);
	for (uint64_t id = 1; id <= 3; id++)
		assert_string_equal(ids, unit_entries(id));
}

TEST(nonces)
{
	const char *one = rt_nonce(&mem);

	assert_true(strlen(one) >= 32);
	assert_string_not_equal(one, rt_nonce(&mem));
}

TEST(the_same_form_twice_is_one_post)
{
	uint64_t id = send("nonce", "hello");
	const char *time = redis("HGET post:1 time");

	redis("HSET post:1 time 1000");
	assert_int_equal(id, send("nonce", "hello"));
	assert_int_equal(id, send("nonce", "hello"));
	expect_everywhere("1");
	/* A stored post is not changed. */
	assert_non_null(time);
	assert_redis("1000", "HGET post:1 time");
	assert_redis("post:1", "KEYS post:*");
}

TEST(another_text_is_another_post)
{
	uint64_t id = send("nonce", "hello");

	assert_int_not_equal(id, send("nonce", "hello again"));
	assert_redis("hello", "HGET post:1 body");
	expect_everywhere("2 1");
}

TEST(another_nonce_is_another_post)
{
	assert_int_not_equal(send("one", "hello"), send("two", "hello"));
	expect_everywhere("2 1");
}

TEST(without_a_nonce_every_form_counts)
{
	assert_int_not_equal(send(NULL, "hello"), send(NULL, "hello"));
	assert_int_not_equal(send("", "hello"), send("", "hello"));
	expect_everywhere("4 3 2 1");
}

TEST(the_nonce_of_somebody_else_is_not_mine)
{
	struct rt_draft draft = { .nonce = "nonce", .body = "hello" };
	struct rt_user eve = unit_member("eve");
	uint64_t mine = send("nonce", "hello"), id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &eve, &draft, &id));
	assert_int_not_equal(mine, id);
	assert_redis("alice", "HGET post:%d username", (int)mine);
	assert_redis("eve", "HGET post:%d username", (int)id);
}

TEST(a_form_is_remembered_for_ten_minutes)
{
	send("nonce", "hello");
	assert_in_range(redis_number("TTL %s", redis("KEYS once:*")), 590,
			600);
}

TEST(a_retry_after_newer_posts)
{
	uint64_t id = send("nonce", "hello");

	for (int i = 0; i < 40; i++)
		send(NULL, "newer");
	assert_int_equal(id, send("nonce", "hello"));
	unit_deliver();
	assert_redis("41", "LLEN own:1");
	for (int member = 1; member <= 3; member++) {
		assert_redis("42", "LLEN posts:%d", member);
		assert_redis("1", "LINDEX posts:%d -2", member);
	}
}

/* ---- interrupted ------------------------------------------------------- */

/*
 * The commands that a crash after step `n` has left out; 0: not even the
 * nonce.
 */
static void undo_after(size_t n)
{
	const char *const written[] = {
		arena_printf(&mem, "DEL %s", redis("KEYS once:*")),
		"DEL outbox",
		"DEL post:1",
		"DEL own:1",
		"LREM posts:1 0 1",
		"DEL timeline",
		"DEL {fanout}:jobs",
	};

	for (size_t i = n; i < COUNT(written); i++)
		assert_string_equal("1", redis_line(written[i]));
}

TEST(cut_off_anywhere_a_retry_finishes_it)
{
	for (size_t n = 0; n <= 7; n++) {
		assert_int_equal(0, members(NULL));
		assert_int_equal(1, send("nonce", "hello"));
		undo_after(n);
		assert_int_equal(n ? 1 : 2, send("nonce", "hello"));
		expect_everywhere(n ? "1" : "2");
		assert_redis("hello", "HGET post:%d body", n ? 1 : 2);
		assert_redis("alice", "HGET post:%d username", n ? 1 : 2);
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

/*
 * And if nobody sends it again, the sweep does it, provided that it is stored.
 */
TEST(cut_off_anywhere_the_sweep_finishes_it)
{
	for (size_t n = 3; n <= 7; n++) {
		assert_int_equal(0, members(NULL));
		assert_int_equal(1, send("nonce", "hello"));
		undo_after(n);
		redis("ZADD outbox 1 1");
		assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
		expect_everywhere("1");
		unit_forget(NULL);
	}
	assert_int_equal(0, members(NULL));
}

/* The newer post has been delivered in between; each has its place. */
TEST(a_retry_beside_a_newer_post)
{
	assert_int_equal(1, send("nonce", "hello"));
	undo_after(3);
	assert_int_equal(2, send(NULL, "newer"));
	unit_deliver();
	assert_int_equal(1, send("nonce", "hello"));
	unit_deliver();
	for (size_t i = 0; i < COUNT(lists); i++)
		assert_redis("2 1", "LRANGE %s 0 -1", lists[i]);
	assert_string_equal("2 1", unit_entries(alice.id));
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(nonces),
		OURS(the_same_form_twice_is_one_post),
		OURS(another_text_is_another_post),
		OURS(another_nonce_is_another_post),
		OURS(without_a_nonce_every_form_counts),
		OURS(the_nonce_of_somebody_else_is_not_mine),
		OURS(a_form_is_remembered_for_ten_minutes),
		OURS(a_retry_after_newer_posts),
		OURS(cut_off_anywhere_a_retry_finishes_it),
		OURS(cut_off_anywhere_the_sweep_finishes_it),
		OURS(a_retry_beside_a_newer_post),
	};

	return RUN_REDIS(tests);
}
