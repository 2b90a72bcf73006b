/* Likes: once each, who has liked a post, and the list of your own likes. */
#include "unit.h"

static struct rt_user alice, bob;

/* Alice has written post 1, and bob post 2. */
static int two_posts(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	unit_post(&alice, "hello");
	return unit_post(&bob, "hi") != 2;
}

static void like(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_like(rt, &mem, who, post));
}

static void unlike(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_unlike(rt, &mem, who, post));
}

static struct rt_status look(const struct rt_user *who, uint64_t id)
{
	const char *secret = who ? who->secret : NULL;
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, secret, id, 0, &s));
	return s;
}

static struct rt_private_list likes_from(const char *secret, int64_t start)
{
	struct rt_place place = { .start = start };
	struct rt_private_list l;

	memset(&l, 0x5a, sizeof l);
	assert_int_equal(RT_OK, rt_likes(rt, &mem, secret, place, &l));
	return l;
}

static const char *liked_by(const struct rt_user *who)
{
	struct rt_private_list l = likes_from(who->secret, 0);

	assert_int_equal(who->id, l.me.id);
	return unit_ids(&l.posts);
}

/* ---- pressing ---------------------------------------------------------- */

TEST(once_each)
{
	like(&alice, 2);
	redis("ZADD likes:2 1000 1");
	redis("ZADD liked:1 1000 2");
	like(&alice, 2);
	like(&bob, 2);
	assert_redis("2", "HGET post:2 likes");
	assert_redis("2", "ZCARD likes:2");
	/* The first time counts. */
	assert_redis("1000", "ZSCORE likes:2 1");
	assert_redis("1000", "ZSCORE liked:1 2");
	assert_in_range(redis_number("ZSCORE liked:2 2"), time(NULL) - 60,
			unit_second());
	assert_int_equal(2, look(NULL, 2).post.likes);
	assert_false(look(NULL, 2).post.liked);
	assert_true(look(&alice, 2).post.liked);
	assert_false(look(&alice, 1).post.liked);
}

TEST(taking_back)
{
	like(&alice, 2);
	like(&bob, 2);
	unlike(&alice, 2);
	assert_redis("1", "HGET post:2 likes");
	assert_redis("2", "ZRANGE likes:2 0 -1");
	assert_redis("0", "EXISTS liked:1");
	unlike(&alice, 2);
	unlike(&bob, 2);
	assert_redis("0", "EXISTS likes:2 liked:2");
	assert_int_equal(0, look(&bob, 2).post.likes);
	assert_false(look(&bob, 2).post.liked);
	like(&bob, 2);
	assert_int_equal(1, look(&bob, 2).post.likes);
}

TEST(taking_back_what_is_not_there)
{
	const char *before = redis("HGETALL post:1");

	unlike(&bob, 1);
	assert_redis(before, "HGETALL post:1");
	assert_redis("0", "EXISTS likes:1 liked:2");
}

/* A like that arrives too late leaves nothing. */
TEST(what_is_gone_is_not_liked)
{
	const uint64_t table[] = { 0, 3, 4, 5, 6, INT64_MAX, UINT64_MAX };

	redis("HSET post:3 gone 1");
	redis("HSET post:4 user_id 1 body x repost_of 1");
	redis("HSET post:5 body x");
	/* Somebody is just deleting it. */
	redis("HSET post:6 user_id 1 body x gone 1");
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(RT_NOT_FOUND,
				 rt_like(rt, &mem, &alice, table[i]));
	assert_int_equal(RT_NOT_FOUND, rt_unlike(rt, &mem, &alice, 3));
	assert_redis("", "KEYS like*");
	assert_redis("gone 1", "HGETALL post:3");
	assert_redis("", "KEYS post:0");
}

TEST(a_post_by_php)
{
	redis("HMSET post:9 user_id 1 time 1700000000 body php");
	like(&bob, 9);
	assert_int_equal(1, look(&bob, 9).post.likes);
	assert_string_equal("9", liked_by(&bob));
	assert_string_equal("alice",
			    likes_from(bob.secret, 0).posts.v[0].name);
}

/* ---- interrupted ------------------------------------------------------- */

/* The writes of a like, one after the other. */
static const char *const written[] = {
	"ZADD likes:2 1000 1",
	"ZADD liked:1 1000 2",
	"HSET post:2 likes 1",
};

TEST(cut_off_anywhere_a_like_is_finished)
{
	for (size_t n = 0; n <= COUNT(written); n++) {
		assert_int_equal(0, two_posts(NULL));
		redis_all(written, n);
		like(&alice, 2);
		assert_redis("1", "HGET post:2 likes");
		assert_redis("1", "ZRANGE likes:2 0 -1");
		assert_redis("2", "ZRANGE liked:1 0 -1");
		unit_forget(NULL);
	}
	assert_int_equal(0, two_posts(NULL));
}

TEST(cut_off_anywhere_it_can_be_taken_back)
{
	for (size_t n = 0; n <= COUNT(written); n++) {
		assert_int_equal(0, two_posts(NULL));
		redis_all(written, n);
		unlike(&alice, 2);
		assert_int_equal(0, redis_number("HGET post:2 likes"));
		assert_redis("0", "EXISTS likes:2 liked:1");
		unit_forget(NULL);
	}
	assert_int_equal(0, two_posts(NULL));
}

/* A count was late: the next like corrects it. */
TEST(a_number_that_went_astray)
{
	like(&alice, 2);
	redis("HSET post:2 likes 17");
	like(&bob, 2);
	assert_redis("2", "HGET post:2 likes");
	redis("HSET post:2 likes 17");
	unlike(&bob, 2);
	assert_redis("1", "HGET post:2 likes");
}

/* ---- who liked --------------------------------------------------------- */

static const char *likers(uint64_t post)
{
	struct rt_status s = look(NULL, post);
	const char *text = arena_printf(&mem, "%d:", (int)s.post.likes);

	for (size_t i = 0; i < RT_LIKERS; i++)
		if (s.liker[i].name)
			text = arena_printf(&mem, "%s %s", text,
					    s.liker[i].name);
	return text;
}

TEST(who_likes_it)
{
	assert_string_equal("0:", likers(1));
	redis("ZADD likes:1 1000 1 2000 2");
	like(&bob, 1);
	assert_string_equal("2: bob alice", likers(1));
	/* A member whose hash is gone is counted, but has no name. */
	redis("DEL user:2");
	unit_pass(10000);
	assert_string_equal("2: alice", likers(1));
}

TEST(the_latest_ten_are_named)
{
	for (int i = 3; i <= 14; i++) {
		unit_member(arena_printf(&mem, "m%d", i));
		redis("ZADD likes:1 %d %d", i, i);
	}
	redis("HSET post:1 likes 12");
	assert_string_equal("12: m14 m13 m12 m11 m10 m9 m8 m7 m6 m5",
			    likers(1));
}

/* ---- what you like ----------------------------------------------------- */

TEST(the_latest_like_first)
{
	for (int i = 3; i <= 5; i++)
		unit_post(&alice, "hello");
	redis("ZADD liked:2 30 1 10 2 20 5");
	assert_string_equal("1 5 2", liked_by(&bob));
	assert_string_equal("", liked_by(&alice));
	assert_true(likes_from(bob.secret, 0).posts.v[2].liked);
}

/* Also within the same second; and old ones in whole seconds sort below. */
TEST(the_latest_like_is_the_first)
{
	static const uint64_t order[] = { 5, 10, 9, 2, 12, 1, 11, 3 };
	struct rt_private_list l;
	struct rt_status s;

	for (int i = 3; i <= 12; i++)
		unit_post(&alice, "hello");
	redis("ZADD liked:2 1700000000 7 1700000001 8");
	for (size_t i = 0; i < COUNT(order); i++)
		assert_int_equal(RT_OK, rt_like(rt, &mem, &bob, order[i]));
	l = likes_from(bob.secret, 0);
	assert_string_equal("3 11 1 12 2 9 10 5 8 7", unit_ids(&l.posts));
	for (int i = 3; i <= 12; i++)
		unit_member(arena_printf(&mem, "fan%d", i));
	for (size_t i = COUNT(order); i-- > 0;)
		assert_int_equal(RT_OK,
				 rt_like(rt, &mem,
					 &(struct rt_user){ .id = order[i] },
					 4));
	s = look(NULL, 4);
	assert_string_equal("fan5", s.liker[0].name);
	assert_string_equal("fan10", s.liker[1].name);
	assert_string_equal("fan9", s.liker[2].name);
	assert_string_equal("bob", s.liker[3].name);
	assert_string_equal("fan3", s.liker[7].name);
}

TEST(pages_of_ten)
{
	struct rt_private_list l;

	for (int i = 1; i <= 25; i++) {
		if (i > 2)
			unit_post(&alice, "hello");
		redis("ZADD liked:2 %d %d", i, i);
	}
	l = likes_from(bob.secret, 0);
	assert_string_equal("25 24 23 22 21 20 19 18 17 16",
			    unit_ids(&l.posts));
	assert_int_equal(10, l.older.start);
	l = likes_from(bob.secret, 20);
	assert_string_equal("5 4 3 2 1", unit_ids(&l.posts));
	assert_int_equal(0, l.older.start);
	assert_int_equal(0, likes_from(bob.secret, 25).posts.n);
	assert_int_equal(0, likes_from(bob.secret, RT_NO_START).posts.n);
	/* If one is gone, another takes its place. */
	redis("DEL post:20");
	l = likes_from(bob.secret, 0);
	assert_int_equal(10, l.posts.n);
	assert_int_equal(11, l.older.start);
}

/* A visitor who is not signed in gets nothing about anybody. */
TEST(nobody_s_likes)
{
	static const char *const table[] = {
		NULL,
		"",
		"forged",
		"hinted",
		"0123456789abcdef0123456789abcdef1",
	};

	like(&alice, 2);
	redis("HSET auths hinted 1");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_private_list l = likes_from(table[i], 0);

		assert_int_equal(0, l.me.id);
		assert_int_equal(0, l.posts.n);
		assert_int_equal(0, l.older.start);
	}
}

#define POSTS(test)                                                           \
	cmocka_unit_test_setup_teardown(test, two_posts, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		POSTS(once_each),
		POSTS(taking_back),
		POSTS(taking_back_what_is_not_there),
		POSTS(what_is_gone_is_not_liked),
		POSTS(a_post_by_php),
		FRESH(cut_off_anywhere_a_like_is_finished),
		FRESH(cut_off_anywhere_it_can_be_taken_back),
		POSTS(a_number_that_went_astray),
		POSTS(who_likes_it),
		POSTS(the_latest_ten_are_named),
		POSTS(the_latest_like_first),
		POSTS(the_latest_like_is_the_first),
		POSTS(pages_of_ten),
		POSTS(nobody_s_likes),
	};

	return RUN_REDIS(tests);
}
