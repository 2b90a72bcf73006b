/* Reposts: once each, taking them back, and interruptions. */
#include <limits.h>

#include "proxy.h"

static struct rt_user alice, bob, carol;

/* Alice has written post 1; carol follows bob. */
static int one_post(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	rt_follow(rt, &mem, carol.id, bob.id);
	for (uint64_t id = 1; id <= 3; id++)
		unit_timeline(id);
	return unit_post(&alice, "hello") != 1;
}

static void repost(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_repost(rt, &mem, who, post));
	unit_deliver();
}

static void unrepost(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_unrepost(rt, &mem, who, post));
}

static struct rt_post look(const struct rt_user *who, uint64_t id)
{
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, who ? who->secret : NULL,
					  id, 0, &s));
	return s.post;
}

static struct rt_posts home_of(const struct rt_user *who)
{
	struct rt_home h;

	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, who->secret, RT_NO_PLACE, &h));
	return h.posts;
}

/* Bob's only repost of post 1 is this one, everywhere. */
static void expect_repost(const char *id)
{
	static const char *const lists[] = { "own:2", "posts:2", "posts:3" };

	for (size_t i = 0; i < COUNT(lists); i++)
		assert_redis(id, "LINDEX %s 0", lists[i]);
	assert_redis(id, "LINDEX timeline 0");
	assert_redis("1", "LLEN own:2");
	assert_redis(id, "ZRANGE reposts:1 0 -1");
	assert_redis(id, "ZSCORE reposted:2 1");
	assert_redis("1", "ZCARD reposted:2");
	assert_redis("1", "HGET post:1 reposts");
	assert_redis("2 bob 1 alice",
		     "HMGET post:%s user_id username repost_of repost_name",
		     id);
}

/* Posts for good; a mark of a repost that was taken back expires. */
static const char lasting_posts[] =
	"local lasting = {} "
	"for _, key in ipairs(redis.call('KEYS', 'post:*')) do "
	"if redis.call('TTL', key) < 0 then table.insert(lasting, key) end "
	"end return lasting";

/* Except home timelines, in which it is skipped. */
static void expect_no_repost(void)
{
	assert_redis("0", "EXISTS own:2 reposts:1 reposted:2");
	assert_redis("1", "LRANGE timeline 0 -1");
	assert_redis("post:1", "EVAL %s 0", lasting_posts);
	assert_int_equal(0, look(&bob, 1).reposts);
	assert_false(look(&bob, 1).reposted);
	assert_int_equal(0, home_of(&carol).n);
}

/* ---- pressing ---------------------------------------------------------- */

TEST(a_repost)
{
	struct rt_posts posts;

	repost(&bob, 1);
	expect_repost("2");
	/* For PHP, which does not know reposts. */
	assert_redis("Reposted /@alice/1", "HGET post:2 body");
	posts = home_of(&carol);
	assert_string_equal("1", unit_ids(&posts));
	assert_string_equal("bob", posts.v[0].reposter);
	assert_string_equal("alice", posts.v[0].name);
	assert_string_equal("hello", posts.v[0].body);
	assert_int_equal(1, posts.v[0].reposts);
	assert_false(posts.v[0].reposted);
	assert_true(home_of(&bob).v[0].reposted);
	assert_true(look(&bob, 1).reposted);
	assert_false(look(&carol, 1).reposted);
	assert_null(look(&bob, 1).reposter);
}

TEST(once_each)
{
	repost(&bob, 1);
	repost(&bob, 1);
	repost(&bob, 1);
	expect_repost("2");
	repost(&carol, 1);
	assert_int_equal(2, look(NULL, 1).reposts);
	assert_redis("5", "ZSCORE reposted:3 1");
}

TEST(taking_back)
{
	repost(&bob, 1);
	repost(&carol, 1);
	unrepost(&bob, 1);
	assert_int_equal(1, look(NULL, 1).reposts);
	assert_redis("3", "ZRANGE reposts:1 0 -1");
	unrepost(&carol, 1);
	expect_no_repost();
	assert_int_equal(RT_NOT_FOUND, rt_unrepost(rt, &mem, &bob, 1));
	assert_int_equal(RT_NOT_FOUND, rt_unrepost(rt, &mem, &bob, 99));
	expect_no_repost();
}

TEST(again_after_it_was_taken_back)
{
	repost(&bob, 1);
	unrepost(&bob, 1);
	repost(&bob, 1);
	expect_repost("3");
	assert_string_equal(
		"1", unit_ids(&(struct rt_posts){ home_of(&carol).v, 1 }));
}

TEST(one_s_own_post)
{
	rt_follow(rt, &mem, carol.id, alice.id);
	repost(&alice, 1);
	assert_string_equal("alice", home_of(&carol).v[0].reposter);
	assert_string_equal("alice", home_of(&carol).v[0].name);
	assert_redis("2 1", "LRANGE own:1 0 -1");
	unrepost(&alice, 1);
	assert_redis("1", "LRANGE own:1 0 -1");
}

/* A repost that arrives too late leaves nothing. */
TEST(what_is_gone_is_not_reposted)
{
	const uint64_t table[] = { 0, 90, 91, 92, INT64_MAX, UINT64_MAX };

	redis("HSET post:90 gone 1");
	redis("HSET post:91 body x");
	/* Somebody is just deleting it. */
	redis("HSET post:92 user_id 1 username alice body x gone 1");
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(RT_NOT_FOUND,
				 rt_repost(rt, &mem, &bob, table[i]));
	redis("DEL post:90 post:91 post:92");
	expect_no_repost();
	assert_redis("", "KEYS repost*");
}

TEST(a_repost_is_answered_and_liked_where_its_original_is)
{
	struct rt_draft draft = { .body = "x", .reply_to = 2 };
	uint64_t id;

	repost(&bob, 1);
	assert_int_equal(RT_NOT_FOUND, rt_repost(rt, &mem, &carol, 2));
	assert_int_equal(RT_NOT_FOUND, rt_like(rt, &mem, &carol, 2));
	assert_int_equal(RT_NOT_FOUND,
			 rt_post_create(rt, &mem, &carol, &draft, &id));
	assert_redis("0", "EXISTS likes:2 liked:3 replies:2 reposts:2 "
			  "reposted:3 own:3");
	assert_int_equal(1, look(NULL, 2).id);
}

TEST(a_post_by_php)
{
	redis("HMSET post:9 user_id 1 time 1700000000 body php");
	repost(&bob, 9);
	assert_redis("alice", "HGET post:2 repost_name");
	assert_string_equal(
		"9", unit_ids(&(struct rt_posts){ home_of(&carol).v, 1 }));
	assert_string_equal("alice", home_of(&carol).v[0].name);
	assert_string_equal("bob", home_of(&carol).v[0].reposter);
	/* Its author's hash is gone: no name is shown, and no post. */
	redis("HMSET post:8 user_id 77 time 1700000000 body php");
	repost(&bob, 8);
	assert_int_equal(1, home_of(&carol).n);
}

TEST(in_a_database_that_is_not_adopted)
{
	unit_unadopt();
	redis("EVAL %s 0", "for i = 2000, 1000, -1 do "
			   "redis.call('RPUSH', 'posts:3', i) end");
	repost(&bob, 1);
	assert_redis("1003", "LLEN posts:3");
	assert_redis("2", "LINDEX posts:3 0");
}

/* ---- interrupted ------------------------------------------------------- */

/* The writes of a repost, one after the other. */
static const char *const written[] = {
	"INCR next_post_id",
	"ZADD reposted:2 2 1",
	("HSET post:2 user_id 2 time 1000 body x username bob repost_of 1 "
	 "repost_name alice"),
	"ZADD reposts:1 1000 2",
	"LPUSH own:2 2",
	"LPUSH posts:2 2",
	"LPUSH timeline 2",
	"LPUSH posts:3 2",
	"HSET post:1 reposts 1",
};

TEST(cut_off_anywhere_a_repost_is_finished)
{
	for (size_t n = 0; n <= COUNT(written); n++) {
		assert_int_equal(0, one_post(NULL));
		redis_all(written, n);
		repost(&bob, 1);
		expect_repost(n == 1 ? "3" : "2");
		unit_forget(NULL);
	}
	assert_int_equal(0, one_post(NULL));
}

TEST(cut_off_anywhere_it_can_be_taken_back)
{
	for (size_t n = 2; n <= COUNT(written); n++) {
		assert_int_equal(0, one_post(NULL));
		redis_all(written, n);
		assert_true(look(&bob, 1).reposted);
		unrepost(&bob, 1);
		expect_no_repost();
		unit_forget(NULL);
	}
	assert_int_equal(0, one_post(NULL));
}

/*
 * The deletions when a repost is taken back, one after the other; the claim is
 * deleted last.
 */
TEST(taking_back_is_cut_off_anywhere)
{
	static const char *const gone[] = {
		"HSET post:2 gone 1",   "LREM timeline 0 2",
		"ZREM reposts:1 2",     "HSET post:1 reposts 0",
		"DEL post:2 reposts:1", "LREM own:2 0 2",
	};

	for (size_t n = 0; n <= COUNT(gone); n++) {
		assert_int_equal(0, one_post(NULL));
		repost(&bob, 1);
		redis_all(gone, n);
		assert_true(look(&bob, 1).reposted);
		unrepost(&bob, 1);
		expect_no_repost();
		unit_forget(NULL);
	}
	assert_int_equal(0, one_post(NULL));
}

/*
 * Meanwhile the button is pressed again, in another tab: that press finds the
 * claim, and neither brings the repost back nor leaves any of it.
 */
TEST(a_press_while_it_is_taken_back_leaves_nothing)
{
	static const char *const gone[] = {
		"HSET post:2 gone 1 was_user_id 2 was_body x",
		"HDEL post:2 user_id body",
		"LREM timeline 0 2",
		"ZREM reposts:1 2",
		"LREM own:2 0 2",
		"EXPIRE post:2 600",
	};

	for (size_t n = 2; n <= COUNT(gone); n++) {
		assert_int_equal(0, one_post(NULL));
		repost(&bob, 1);
		redis_all(gone, n);
		assert_int_equal(RT_NOT_FOUND, rt_repost(rt, &mem, &bob, 1));
		expect_no_repost();
		repost(&bob, 1);
		expect_repost("4");
		unit_forget(NULL);
	}
	assert_int_equal(0, one_post(NULL));
}

static void the_button(void)
{
	rt_repost(rt, &mem, &bob, 1);
}

static bool is_paused;

static void take_it_out_of_the_lists(void)
{
	is_paused = true;
	redis("HSET post:2 gone 1 was_user_id 2 was_body x");
	redis("HDEL post:2 user_id body");
	redis("LREM timeline 0 2");
	redis("ZREM reposts:1 2");
	redis("HSET post:1 reposts 0");
}

static void end_taking_it_back(void)
{
	redis("LREM own:2 0 2");
	redis("DEL post:2");
	redis("HSET post:2 gone 1");
	redis("EXPIRE post:2 600");
	redis("ZREMRANGEBYSCORE reposted:2 2 2");
}

/* The press is paused between any two of its commands. */
TEST(a_press_finds_the_claim_of_what_is_being_taken_back)
{
	unsigned at = 0;

	do {
		assert_int_equal(0, one_post(NULL));
		repost(&bob, 1);
		is_paused = false;
		proxy_run_with(at, take_it_out_of_the_lists, UINT_MAX,
			       the_button);
		if (is_paused) {
			end_taking_it_back();
			expect_no_repost();
		}
		unit_forget(NULL);
	} while (is_paused && ++at);
	assert_int_equal(0, one_post(NULL));
	assert_true(at > 15);
}

/* Two presses have the same claim, and the second has stored nothing yet. */
TEST(a_repost_that_was_taken_back_before_it_was_stored)
{
	redis("ZADD reposted:2 2 1");
	unrepost(&bob, 1);
	assert_redis("1", "HGET post:2 gone");
	redis("ZADD reposted:2 2 1");
	assert_int_equal(RT_NOT_FOUND, rt_repost(rt, &mem, &bob, 1));
	expect_no_repost();
}

/* A claim that belongs to somebody else, as of a later press, is kept. */
TEST(only_its_own_claim_goes)
{
	uint64_t id = unit_post(&bob, "text");

	redis("ZADD reposted:2 77 1");
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &bob, id));
	assert_redis("77", "ZSCORE reposted:2 1");
}

#define ONE(test) cmocka_unit_test_setup_teardown(test, one_post, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ONE(a_repost),
		ONE(once_each),
		ONE(taking_back),
		ONE(again_after_it_was_taken_back),
		ONE(one_s_own_post),
		ONE(what_is_gone_is_not_reposted),
		ONE(a_repost_is_answered_and_liked_where_its_original_is),
		ONE(a_post_by_php),
		ONE(in_a_database_that_is_not_adopted),
		FRESH(cut_off_anywhere_a_repost_is_finished),
		FRESH(cut_off_anywhere_it_can_be_taken_back),
		FRESH(taking_back_is_cut_off_anywhere),
		FRESH(a_press_while_it_is_taken_back_leaves_nothing),
		FRESH(a_press_finds_the_claim_of_what_is_being_taken_back),
		ONE(a_repost_that_was_taken_back_before_it_was_stored),
		ONE(only_its_own_claim_goes),
	};

	return RUN_REDIS(tests);
}
