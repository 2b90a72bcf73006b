/* What is new, for many sessions at once. */
#include "looped.h"

static struct rt_user alice, bob;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	unit_timeline(bob.id);
	return 0;
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

static struct rt_live_lists lists;
static const struct rt_live_quiet no_quiet;

static void ask(struct rt_live_state *news, size_t n)
{
	assert_int_equal(RT_OK, looped_live_state(news, n, &lists));
}

static void expect_ids(const char *expected, struct rt_newest list)
{
	const char *text = "";

	for (size_t i = 0; i < list.n; i++)
		text = arena_printf(&mem, "%s%s%llu", text, i ? " " : "",
				    (unsigned long long)list.id[i]);
	assert_string_equal(expected, text);
}

/* Of two posts and a repost, with and without those of bob. */
TEST(what_a_muted_member_writes_does_not_count)
{
	struct rt_live_state news[] = {
		{ .secret = alice.secret,
		  .asks_home = true,
		  .home = { .counts = true, .since = 1 } },
	};
	struct rt_user carol = unit_member("carol");

	unit_timeline(alice.id);
	unit_post(&alice, "one");
	unit_post(&bob, "two");
	unit_post(&carol, "three");
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &carol, 2));
	assert_int_equal(RT_OK, rt_mute(rt, &mem, alice.id, bob.id));
	lists.timeline = (struct rt_newest){ .counts = true, .since = 1 };
	ask(news, COUNT(news));
	assert_int_equal(1, news[0].quiet.n);
	assert_int_equal(bob.id, news[0].quiet.id[0]);
	expect_ids("4 3 2 1", lists.timeline);
	assert_int_equal(3, rt_newer(lists.timeline, 1, no_quiet));
	assert_int_equal(1, rt_newer(lists.timeline, 1, news[0].quiet));
	lists.timeline = (struct rt_newest){ 0 };
}

TEST(each_session_gets_its_own)
{
	struct rt_live_state news[] = {
		{ .secret = bob.secret, .asks_home = true },
		{ .secret = "nobody0s" },
		{ .secret = alice.secret },
		{ .secret = alice.secret, .asks_home = true },
		{ .secret = NULL, .asks_home = true },
		{ .secret = "not a secret", .asks_home = true },
	};

	assert_int_equal(RT_OK, rt_follow(rt, &mem, alice.id, bob.id));
	unit_timeline(alice.id);
	unit_post(&alice, "one");
	unit_post(&bob, "two, @alice");
	ask(news, COUNT(news));
	assert_int_equal(bob.id, news[0].id);
	assert_int_equal(1, news[0].unread);
	expect_ids("2 0", news[0].home);
	assert_int_equal(alice.id, news[2].id);
	assert_int_equal(1, news[2].unread);
	expect_ids("", news[2].home);
	expect_ids("2 1 0", news[3].home);
	expect_ids("2 1", lists.timeline);
	for (size_t i = 0; i < COUNT(news); i++)
		if (i == 1 || i > 3) {
			assert_int_equal(0, news[i].id);
			expect_ids("", news[i].home);
		}
}

TEST(nobody_at_all_is_asked_for)
{
	unit_post(&alice, "one");
	ask(NULL, 0);
	expect_ids("1", lists.timeline);
}

/* The home timeline is the member's, but this session is no longer valid. */
TEST(an_old_session_sees_nothing)
{
	struct rt_live_state news = { .secret = alice.secret,
				      .asks_home = true };

	unit_post(&alice, "one");
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	ask(&news, 1);
	assert_int_equal(0, news.id);
	assert_int_equal(0, news.unread);
	expect_ids("", news.home);
}

TEST(a_session_of_php_is_found)
{
	struct rt_live_state news = { .secret = "php", .asks_home = true };

	redis("HSET user:1 auth php");
	redis("HSET auths php 1");
	redis("LPUSH posts:1 7");
	ask(&news, 1);
	assert_int_equal(1, news.id);
	expect_ids("7", news.home);
}

TEST(fifty_are_enough)
{
	struct rt_live_state news = { .secret = alice.secret,
				      .asks_home = true };

	for (int i = 0; i < 60; i++)
		redis("LPUSH posts:1 %d", i);
	ask(&news, 1);
	assert_int_equal(RT_LIVE_POSTS, news.home.n);
	assert_int_equal(59, news.home.id[0]);
}

/*
 * A post that was written and deleted is not new; older ones are not looked
 * for.
 */
TEST(what_is_gone_is_not_counted)
{
	struct rt_live_state news[] = {
		{ .secret = alice.secret,
		  .asks_home = true,
		  .home = { .counts = true, .since = 2 } },
		{ .secret = bob.secret, .asks_home = true },
	};

	assert_int_equal(RT_OK, rt_follow(rt, &mem, bob.id, alice.id));
	unit_timeline(alice.id);
	unit_timeline(bob.id);
	for (int i = 0; i < 6; i++)
		unit_post(&alice, "hello");
	redis("LINSERT posts:1 BEFORE 3 1");
	redis("DEL post:1 post:4 post:6");
	lists.timeline = (struct rt_newest){ .counts = true, .since = 4 };
	ask(news, COUNT(news));
	expect_ids("5 3 2 0", news[0].home);
	assert_int_equal(2, rt_newer(news[0].home, 2, no_quiet));
	expect_ids("5 3 2", lists.timeline);
	lists.timeline = (struct rt_newest){ 0 };
	news[0].home.counts = false;
	ask(news, COUNT(news));
	expect_ids("6 5 4 1 3 2 1 0", news[0].home);
}

/*
 * Also for moderators, whose lists do not have it either.  It is new again as
 * soon as it is restored.
 */
TEST(what_a_moderator_has_removed_is_not_counted)
{
	struct rt_live_state news[] = {
		{ .secret = bob.secret,
		  .asks_home = true,
		  .home = { .counts = true, .since = 1 } },
	};
	struct rt_live_conversation v = {
		.root = 1, .replies = { .counts = true, .since = 1 }
	};
	const struct rt_acting acting = { .by = bob.id, .reason = "not here" };

	unit_standing(bob.id, RT_MODERATOR);
	assert_int_equal(RT_OK, rt_follow(rt, &mem, bob.id, alice.id));
	unit_post(&alice, "one");
	unit_reply(&alice, "two", 1);
	unit_reply(&alice, "three", 1);
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 2, &acting));
	lists = (struct rt_live_lists){
		.timeline = { .counts = true, .since = 1 },
		.conversation = &v,
		.conversations = 1,
	};
	ask(news, COUNT(news));
	expect_ids("3 1 0", news[0].home);
	expect_ids("3 1", lists.timeline);
	expect_ids("3", v.replies);
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, 2, &acting));
	ask(news, COUNT(news));
	expect_ids("3 2 1 0", news[0].home);
	expect_ids("3 2 1", lists.timeline);
	expect_ids("3 2", v.replies);
	lists = (struct rt_live_lists){ 0 };
}

/* Bob answers post 1 three times, and in the end only the last is left. */
TEST(a_conversation)
{
	struct rt_live_conversation v[] = {
		{ .root = 1, .replies = { .counts = true, .since = 2 } },
		{ .root = 77 },
	};

	lists = (struct rt_live_lists){ .conversation = v,
					.conversations = COUNT(v) };
	unit_post(&alice, "one");
	for (int i = 0; i < 3; i++)
		unit_reply(&bob, "yes", 1);
	ask(NULL, 0);
	expect_ids("4 3 2", v[0].replies);
	assert_int_equal(2, rt_newer(v[0].replies, 2, no_quiet));
	expect_ids("", v[1].replies);
	/* Deleted at this moment; and long ago, though it has answers. */
	redis("DEL post:3");
	redis("ZREM conversation:1 %s", "2 1");
	redis("ZADD conversation:1 2 %s", "2 1 gone");
	ask(NULL, 0);
	expect_ids("4", v[0].replies);
	assert_int_equal(1, rt_newer(v[0].replies, 2, no_quiet));
	lists = (struct rt_live_lists){ 0 };
}

/* Only the newest are read, and what is no entry counts for nothing. */
TEST(a_conversation_without_end)
{
	struct rt_live_conversation v = { .root = 1 };

	lists = (struct rt_live_lists){ .conversation = &v,
					.conversations = 1 };
	for (int i = 0; i < RT_LIVE_POSTS; i++)
		redis("ZADD conversation:1 %d %s", i + 2,
		      arena_printf(&mem, "%d 1", i + 2));
	redis("ZADD conversation:1 99 x 98 %s 97 %s", "-5 1", " 1");
	ask(NULL, 0);
	assert_int_equal(RT_LIVE_POSTS - 3, v.replies.n);
	assert_int_equal(RT_LIVE_POSTS + 1, v.replies.id[0]);
	lists = (struct rt_live_lists){ 0 };
}

static const struct {
	const char *what;
	uint64_t id[5];
	uint64_t seen, newer;
} counts[] = {
	{ "nothing", { 0 }, 0, 0 },
	{ "at the head", { 5, 4 }, 5, 0 },
	{ "further down", { 5, 4, 3 }, 3, 2 },
	{ "a late one with a smaller id", { 2, 5, 4 }, 5, 1 },
	{ "gone", { 9, 8, 2 }, 5, 2 },
	{ "gone, and nothing is newer", { 3, 2 }, 5, 0 },
	{ "an empty page before", { 2, 1 }, 0, 2 },
};

TEST(what_is_new_is_counted)
{
	for (size_t i = 0; i < COUNT(counts); i++) {
		struct rt_newest list = { .id = counts[i].id };

		while (list.id[list.n])
			list.n++;
		CHECK(counts[i].what, rt_newer(list, counts[i].seen,
					       no_quiet) == counts[i].newer);
	}
}

TEST(the_mark_of_an_empty_list_is_no_post)
{
	static const uint64_t id[] = { 3, 0 };

	assert_int_equal(1, rt_newer((struct rt_newest){ .id = id, .n = 2 }, 0,
				     no_quiet));
	assert_int_equal(0,
			 rt_newer((struct rt_newest){ .id = id + 1, .n = 1 },
				  0, no_quiet));
	assert_int_equal(0,
			 rt_newer((struct rt_newest){ .id = id + 1, .n = 1 },
				  4, no_quiet));
	assert_int_equal(1, rt_newer((struct rt_newest){ .id = id, .n = 2 }, 2,
				     no_quiet));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(each_session_gets_its_own),
		MEMBERS(what_a_muted_member_writes_does_not_count),
		MEMBERS(nobody_at_all_is_asked_for),
		MEMBERS(an_old_session_sees_nothing),
		MEMBERS(a_session_of_php_is_found),
		MEMBERS(fifty_are_enough),
		MEMBERS(what_is_gone_is_not_counted),
		MEMBERS(what_a_moderator_has_removed_is_not_counted),
		MEMBERS(a_conversation),
		MEMBERS(a_conversation_without_end),
		PLAIN(what_is_new_is_counted),
		PLAIN(the_mark_of_an_empty_list_is_no_post),
	};

	return RUN_REDIS(tests);
}
