/* A single post on its own page, and its conversation. */
#include "unit.h"

static struct rt_user alice;

static int one_post(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	return unit_post(&alice, "hello") != 1;
}

static struct rt_status look_after(const char *secret, uint64_t id,
				   uint64_t after)
{
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, secret, id, after, &s));
	return s;
}

static struct rt_status look(const char *secret, uint64_t id)
{
	return look_after(secret, id, RT_NO_AFTER);
}

/* One post: dots for its steps, its id, and ! if it is deleted, @ if apart. */
static const char *thread_of(const struct rt_status *s)
{
	const char *text = "";

	for (size_t i = 0; i < s->thread.n; i++) {
		const struct rt_thread_post *of = &s->thread.v[i];

		text = arena_printf(
			&mem, "%s%s%.*s%llu%s%s", text, i ? " " : "",
			(int)of->depth, "......", (unsigned long long)of->id,
			of->post.id ? "" : "!", of->is_apart ? "@" : "");
	}
	return text;
}

/* The conversation of a post, as a visitor sees it. */
static const char *thread(uint64_t id)
{
	struct rt_status s = look(NULL, id);

	return thread_of(&s);
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

TEST(a_post_alone)
{
	struct rt_post post;
	const struct rt_user bob = unit_member("bob");

	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_string_equal("hello", post.body);
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &bob, 1));
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 2, &post));
	assert_int_equal(1, post.id);
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 3, &post));
	assert_int_equal(0, post.id);
}

/* ---- conversations ----------------------------------------------------- */

/* 1 is answered by 2 and 3, and so on: a tree of eight posts. */
static void talk(void)
{
	struct rt_user bob = unit_member("bob");

	unit_reply(&bob, "first", 1);
	unit_reply(&alice, "second", 1);
	for (uint64_t id = 4; id <= 6; id++)
		unit_reply(id % 2 ? &alice : &bob, "deeper", id - 2);
	unit_reply(&bob, "deepest", 6);
	unit_reply(&alice, "last", 1);
}

TEST(a_conversation_is_whole_for_each_of_its_posts)
{
	struct rt_status s;

	talk();
	for (uint64_t id = 1; id <= 8; id++) {
		s = look(id % 2 ? NULL : alice.secret, id);
		assert_string_equal("1 .2 ..4 ...6@ ....7@ .3 ..5 .8",
				    thread_of(&s));
		assert_int_equal(id, s.post.id);
		assert_int_equal(1, s.thread.root);
		assert_false(s.thread.has_earlier || s.thread.later ||
			     s.thread.is_single || s.thread.has_left);
	}
	assert_string_equal("deeper", s.thread.v[2].post.body);
	assert_string_equal("bob", s.thread.v[2].post.name);
	s = look(NULL, 2);
	assert_int_equal(1, s.post.reply_to);
	assert_string_equal("alice", s.post.reply_name);
	assert_redis("3", "HGET post:1 replies");
}

TEST(nobody_has_answered)
{
	struct rt_status s = look(NULL, 1);

	assert_string_equal("1", thread_of(&s));
	assert_true(s.thread.is_single);
	assert_int_equal(1, s.thread.root);
}

TEST(a_visitor_sees_what_they_like_in_it)
{
	struct rt_status s;

	talk();
	assert_int_equal(RT_OK, rt_like(rt, &mem, &alice, 4));
	assert_int_equal(RT_OK, rt_like(rt, &mem, &alice, 7));
	s = look(alice.secret, 4);
	for (size_t i = 0; i < s.thread.n; i++)
		assert_int_equal(s.thread.v[i].id == 4 ||
					 s.thread.v[i].id == 7,
				 s.thread.v[i].post.liked);
}

/* Also one that this process has shown before, as part of another talk. */
TEST(a_reply_says_itself_where_it_belongs)
{
	talk();
	thread(4);
	unit_post(&alice, "another");
	redis("HSET post:4 root 9");
	assert_string_equal("9 .2@ ..4 ...6@", thread(4));
	assert_string_equal("1 .2 ..4 ...6@ ....7@ .3 ..5 .8", thread(6));
}

TEST(a_visitor_has_left)
{
	struct rt_user bob;

	talk();
	redis("ZADD left:1 5 1");
	assert_true(look(alice.secret, 7).thread.has_left);
	assert_true(look(alice.secret, 1).thread.has_left);
	assert_int_equal(RT_OK, rt_user_by_name(rt, &mem, "bob", &bob));
	assert_false(look(NULL, 7).thread.has_left);
	redis("ZADD left:1 5 99");
	redis("ZREM left:1 1");
	assert_false(look(alice.secret, 7).thread.has_left);
}

/* ---- what is gone ------------------------------------------------------ */

TEST(a_deleted_post_stays_above_its_replies)
{
	talk();
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	unit_deliver();
	assert_string_equal("1! .2 ..4 ...6@ ....7@ .3 ..5 .8", thread(7));
	redis("DEL post:4");
	assert_string_equal("1! .2 ..4! ...6@ ....7@ .3 ..5 .8", thread(3));
	redis("DEL post:7 post:6");
	assert_string_equal("1! .2 .3 ..5 .8", thread(8));
	redis("DEL post:2 post:3 post:5");
	assert_string_equal("1! .8", thread(8));
}

/* The entry of a reply that was being written may be missing. */
TEST(nobody_hangs_loose)
{
	talk();
	redis("ZREM conversation:1 %s", "4 2");
	assert_string_equal("1 .2 .3 ..5 .4@ ..6 ...7@ .8", thread(7));
	assert_string_equal("1 .2 ..4 ...6@ ....7@ .3 ..5 .8", thread(4));
	redis("DEL conversation:1");
	assert_string_equal("1 .2 .3 .8", thread(1));
	assert_string_equal("1 .2 ..4", thread(2));
	assert_string_equal("1 .4@ ..6 ...7@", thread(6));
}

TEST(entries_may_be_anything)
{
	unit_reply(&alice, "second", 1);
	redis("ZADD conversation:1 1 %s 2 %s 3 %s 4 %s 5 x 6 %s", "3 4", "4 3",
	      "2 2", "1 2", "5 5 gone");
	assert_string_equal("1 .2", thread(1));
	redis("DEL conversation:1");
	redis("SET conversation:1 x");
	assert_string_equal("1 .2", thread(2));
}

/* ---- posts without a root ---------------------------------------------- */

TEST(what_older_programs_wrote_is_its_parent_and_its_replies)
{
	talk();
	for (int id = 1; id <= 8; id++)
		redis("HDEL post:%d root root_user_id", id);
	redis("DEL conversation:1");
	assert_string_equal("1 .2 .3 .8", thread(1));
	assert_string_equal("1 .2 ..4", thread(2));
	assert_string_equal("4@ .6 ..7", thread(6));
	assert_int_equal(0, look(NULL, 6).thread.root);
	redis("DEL post:4");
	assert_string_equal("4! .6 ..7", thread(6));
}

/* ---- pages ------------------------------------------------------------- */

/* Follows the links to later pages, and adds up what they show. */
static size_t count_pages(uint64_t id, size_t *posts)
{
	struct rt_status s = look_after(NULL, id, 0);
	size_t pages = 1;

	for (*posts = s.thread.n; s.thread.later; pages++) {
		uint64_t was = s.thread.later;

		s = look_after(NULL, id, was);
		assert_true(s.thread.has_earlier);
		*posts += s.thread.n;
		assert_true(pages < 1000);
	}
	return pages;
}

TEST(a_long_conversation_has_pages)
{
	struct rt_status s;
	size_t posts;

	for (int i = 0; i < 2 * RT_THREAD; i++)
		unit_reply(&alice, "x", 1);
	s = look(NULL, 1);
	assert_int_equal(RT_THREAD, s.thread.n);
	assert_false(s.thread.has_earlier);
	assert_int_equal(RT_THREAD, s.thread.later);
	s = look_after(NULL, 1, s.thread.later);
	assert_int_equal(RT_THREAD + 1, s.thread.v[0].id);
	assert_true(s.thread.v[0].is_apart);
	assert_true(s.thread.has_earlier);
	assert_int_equal(0, s.thread.earlier);
	s = look_after(NULL, 1, s.thread.later);
	assert_int_equal(1, s.thread.n);
	assert_int_equal(0, s.thread.later);
	assert_int_equal(RT_THREAD, s.thread.earlier);
	assert_int_equal(3, count_pages(1, &posts));
	assert_int_equal(2 * RT_THREAD + 1, posts);
	/* Without a place it is the page that has the post. */
	s = look(NULL, 2 * RT_THREAD);
	assert_int_equal(RT_THREAD + 1, s.thread.v[0].id);
	s = look_after(NULL, 2 * RT_THREAD, 12345);
	assert_int_equal(RT_THREAD + 1, s.thread.v[0].id);
}

/* Not in the conversation, which is full; so below the post alone. */
TEST(replies_without_number_are_all_reached)
{
	static const char script[] =
		"local function write(id, to) redis.call('HSET', 'post:' .. id, "
		"'user_id', 1, 'username', 'alice', 'body', 'x', 'time', 1, "
		"'reply_to', to, 'root', 1) end "
		"for id = 2, ARGV[1] + 1 do write(id, 1) "
		"redis.call('RPUSH', 'replies:1', id) "
		"if id <= 1001 then redis.call('ZADD', 'conversation:1', id, "
		"id .. ' 1') end end "
		"write(ARGV[1] + 2, ARGV[1] + 1)";
	struct rt_status s;
	size_t posts;

	unit_skip("slots " SEVERAL, "one script writes all posts");
	redis("EVAL %s 0 2525", script);
	assert_int_equal(51, count_pages(1, &posts));
	assert_int_equal(2526, posts);
	/* And the way back leads to what was there. */
	s = look_after(NULL, 1, 2002);
	assert_int_equal(2003, s.thread.v[0].id);
	s = look_after(NULL, 1, s.thread.earlier);
	assert_int_equal(1953, s.thread.v[0].id);
	/* Each is on its own page, too, and so is what answers it. */
	assert_int_equal(2526, look(NULL, 2526).post.id);
	assert_string_equal("2526@ ..2527", strstr(thread(2527), "2526"));
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
	assert_string_equal("1 .2", thread(2));
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
	assert_string_equal("1 .2", thread(1));
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
	assert_string_equal("1 .2! ..3", thread(3));
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
		ONE(a_post_alone),
		ONE(a_conversation_is_whole_for_each_of_its_posts),
		ONE(nobody_has_answered),
		ONE(a_visitor_sees_what_they_like_in_it),
		ONE(a_reply_says_itself_where_it_belongs),
		ONE(a_visitor_has_left),
		ONE(a_deleted_post_stays_above_its_replies),
		ONE(nobody_hangs_loose),
		ONE(entries_may_be_anything),
		ONE(what_older_programs_wrote_is_its_parent_and_its_replies),
		ONE(a_long_conversation_has_pages),
		ONE(replies_without_number_are_all_reached),
		ONE(a_reply_to_nothing_is_not_stored),
		ONE(a_reply_to_php),
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
