/* A single post on its own page, and its thread. */
#include "unit.h"

static struct rt_user alice;

static int one_post(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	return unit_post(&alice, "hello") != 1;
}

static struct rt_status look(const char *secret, uint64_t id)
{
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, secret, id, 0, &s));
	return s;
}

static struct rt_status look_from(uint64_t id, int64_t start)
{
	struct rt_status s;

	assert_int_equal(RT_OK, rt_status(rt, &mem, NULL, id, start, &s));
	return s;
}

TEST(a_post)
{
	struct rt_status s = look(alice.secret, 1);

	assert_int_equal(alice.id, s.me.id);
	assert_int_equal(1, s.post.id);
	assert_int_equal(1, s.post.user_id);
	assert_string_equal("alice", s.post.name);
	assert_string_equal("hello", s.post.body);
	assert_in_range(s.post.time, time(NULL) - 60, unit_second());
	assert_int_equal(0, look(NULL, 1).me.id);
	assert_int_equal(1, look("forged", 1).post.id);
}

TEST(no_post)
{
	const uint64_t table[] = { 0, 2, INT64_MAX, UINT64_MAX };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_status s = look(alice.secret, table[i]);

		assert_int_equal(0, s.post.id);
		assert_int_equal(alice.id, s.me.id);
	}
}

TEST(half_a_post_is_none)
{
	redis("HSET post:2 user_id 1 time 5");
	redis("HSET post:3 body x time 5");
	redis("HSET post:4 body x user_id abc time 5");
	for (uint64_t id = 2; id <= 4; id++)
		assert_int_equal(0, look(NULL, id).post.id);
}

TEST(a_post_by_php)
{
	redis("HMSET post:2 user_id 1 time 1700000000 body php");
	assert_string_equal("alice", look(NULL, 2).post.name);
	assert_string_equal("php", look(NULL, 2).post.body);
	/* Its author is gone. */
	redis("HMSET post:3 user_id 99 time 1700000000 body php");
	assert_int_equal(0, look(NULL, 3).post.id);
}

/* ---- threads ----------------------------------------------------------- */

TEST(replies_oldest_first)
{
	struct rt_user bob = unit_member("bob");
	struct rt_status s;

	unit_reply(&bob, "first", 1);
	unit_reply(&alice, "second", 1);
	unit_reply(&bob, "to the first", 2);
	s = look(NULL, 1);
	assert_string_equal("2 3", unit_ids(&s.replies));
	assert_int_equal(2, s.post.replies);
	assert_int_equal(0, s.post.reply_to);
	assert_int_equal(0, s.parent.id);
	assert_int_equal(0, s.later);
	s = look(NULL, 2);
	assert_int_equal(1, s.post.reply_to);
	assert_string_equal("alice", s.post.reply_name);
	assert_int_equal(1, s.parent.id);
	assert_string_equal("hello", s.parent.body);
	assert_string_equal("4", unit_ids(&s.replies));
	assert_redis("2", "HGET post:1 replies");
}

TEST(a_reply_to_nothing_is_not_stored)
{
	const uint64_t table[] = { 2, 99, UINT64_MAX };

	redis("HSET post:2 gone 1");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_draft draft = { .body = "x", .reply_to = table[i] };
		uint64_t id = 77;

		assert_int_equal(RT_NOT_FOUND, rt_post_create(rt, &mem, &alice,
							      &draft, &id));
		assert_int_equal(77, id);
	}
	assert_redis("1", "LLEN timeline");
	assert_int_equal(0, redis_number("EXISTS replies:2 replies:99"));
}

TEST(a_reply_to_php)
{
	redis("HMSET post:1 user_id 1 time 5 body php");
	redis("HDEL post:1 username");
	unit_reply(&alice, "c", 1);
	assert_string_equal("alice", look(NULL, 2).post.reply_name);
	assert_int_equal(1, look(NULL, 2).parent.id);
}

TEST(a_long_thread_has_pages)
{
	struct rt_status s;

	for (int i = 0; i < 2 * RT_REPLIES + 1; i++)
		unit_reply(&alice, "x", 1);
	s = look_from(1, 0);
	assert_int_equal(RT_REPLIES, s.replies.n);
	assert_int_equal(2, s.replies.v[0].id);
	assert_int_equal(RT_REPLIES, s.later);
	s = look_from(1, s.later);
	assert_int_equal(RT_REPLIES + 2, s.replies.v[0].id);
	assert_int_equal(2 * RT_REPLIES, s.later);
	s = look_from(1, s.later);
	assert_int_equal(1, s.replies.n);
	assert_int_equal(0, s.later);
	assert_int_equal(0, look_from(1, RT_NO_START).replies.n);
	assert_int_equal(2 * RT_REPLIES + 1, s.post.replies);
}

TEST(sent_twice_a_reply_is_one)
{
	struct rt_draft draft = { .nonce = "n", .body = "x", .reply_to = 1 };
	uint64_t first = 0, second = 0;

	rt_post_create(rt, &mem, &alice, &draft, &first);
	redis("DEL replies:1");
	rt_post_create(rt, &mem, &alice, &draft, &second);
	rt_post_create(rt, &mem, &alice, &draft, &second);
	assert_int_equal(first, second);
	assert_string_equal("2", unit_ids(&(struct rt_posts){
					 look(NULL, 1).replies.v, 1 }));
	assert_redis("1", "LLEN replies:1");
	assert_redis("1", "HGET post:1 replies");
}

/* ---- taking back ------------------------------------------------------- */

static enum rt_err take_back(const struct rt_user *who, uint64_t id)
{
	return rt_post_delete(rt, &mem, who, id);
}

TEST(only_the_author_takes_a_post_back)
{
	struct rt_user bob = unit_member("bob");

	assert_int_equal(RT_DENIED, take_back(&bob, 1));
	assert_int_equal(1, look(NULL, 1).post.id);
	assert_int_equal(RT_NOT_FOUND, take_back(&alice, 2));
	assert_int_equal(RT_OK, take_back(&alice, 1));
	assert_int_equal(0, look(NULL, 1).post.id);
	assert_int_equal(RT_NOT_FOUND, take_back(&alice, 1));
}

TEST(what_is_taken_back_is_in_no_list)
{
	unit_reply(&alice, "about #one and #Two", 1);
	unit_reply(&alice, "answer", 2);
	assert_redis("2", "LRANGE tag:two 0 -1");
	assert_int_equal(RT_OK, take_back(&alice, 2));
	assert_redis("3 1", "LRANGE timeline 0 -1");
	assert_redis("3 1", "LRANGE own:1 0 -1");
	assert_int_equal(0, redis_number("EXISTS tag:one tag:two replies:1 "
					 "replies:2"));
	assert_redis("0", "HGET post:1 replies");
	/* Its reply is kept, and shows that there was a post. */
	assert_int_equal(2, look(NULL, 3).post.reply_to);
	assert_int_equal(0, look(NULL, 3).parent.id);
	assert_int_equal(0, look(NULL, 3).replies.n);
}

TEST(its_form_does_not_bring_it_back)
{
	struct rt_draft draft = { .nonce = "n", .body = "x" };
	uint64_t id = 0, again = 0;

	rt_post_create(rt, &mem, &alice, &draft, &id);
	take_back(&alice, id);
	assert_int_equal(RT_OK,
			 rt_post_create(rt, &mem, &alice, &draft, &again));
	assert_int_equal(id, again);
	assert_int_equal(0, look(NULL, id).post.id);
	assert_redis("1", "LRANGE own:1 0 -1");
	assert_in_range(redis_number("TTL post:2"), 590, 600);
}

/* ---- mentions and tags ------------------------------------------------- */

TEST(only_members_are_mentioned)
{
	unit_member("bob");
	redis("HSET users ghost 99");
	redis("HSET users Old 98");
	redis("HSET user:98 username Old");
	redis("HSET names old 98");
	unit_post(&alice, "@Bob @alice @ghost @nobody @old @bob");
	assert_string_equal("bob alice Old", look(NULL, 2).post.mentions);
	unit_post(&alice, "none @ghost");
	assert_null(look(NULL, 3).post.mentions);
}

TEST(the_first_twenty_are_mentioned)
{
	const char *body = "", *last;

	for (int i = 10; i < 40; i++) {
		const char *name = arena_printf(&mem, "m%d", i);

		unit_member(name);
		body = arena_printf(&mem, "%s @%s @%s", body, name, name);
	}
	unit_post(&alice, body);
	last = strrchr(look(NULL, 2).post.mentions, ' ');
	assert_string_equal(" m29", last);
}

static struct rt_tagged tagged(const char *tag, int64_t start)
{
	struct rt_tagged t;

	assert_int_equal(RT_OK,
			 rt_tagged(rt, &mem, alice.secret, tag,
				   (struct rt_place){ .start = start }, &t));
	return t;
}

TEST(tags)
{
	struct rt_tagged t;

	for (int i = 0; i < RT_PAGE; i++)
		unit_post(&alice, "#Caf\xc3\x89 #caf\xc3\xa9");
	unit_post(&alice, "#caf\xc3\xa9 #other");
	t = tagged("CAF\xc3\x89", 0);
	assert_string_equal("caf\xc3\xa9", t.tag);
	assert_int_equal(alice.id, t.me.id);
	assert_int_equal(RT_PAGE, t.posts.n);
	assert_int_equal(12, t.posts.v[0].id);
	assert_int_equal(RT_PAGE, t.older.start);
	assert_string_equal(
		"2",
		unit_ids(&(struct rt_posts){
			tagged("caf\xc3\xa9", t.older.start).posts.v, 1 }));
	assert_string_equal("12", unit_ids(&(struct rt_posts){
					  tagged("other", 0).posts.v, 1 }));
	assert_int_equal(0, tagged("none", 0).posts.n);
	assert_int_equal(0, tagged("", 0).posts.n);
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, one_post, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ONE(a_post),
		ONE(no_post),
		ONE(half_a_post_is_none),
		ONE(a_post_by_php),
		ONE(replies_oldest_first),
		ONE(a_reply_to_nothing_is_not_stored),
		ONE(a_reply_to_php),
		ONE(a_long_thread_has_pages),
		ONE(sent_twice_a_reply_is_one),
		ONE(only_the_author_takes_a_post_back),
		ONE(what_is_taken_back_is_in_no_list),
		ONE(its_form_does_not_bring_it_back),
		ONE(only_members_are_mentioned),
		ONE(the_first_twenty_are_mentioned),
		ONE(tags),
	};

	return RUN_REDIS(tests);
}
