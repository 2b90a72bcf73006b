/* Private feeds: who has one, and who may read it. */
#include "base/secret.h"
#include "unit.h"

static struct rt_user alice, bob;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	return 0;
}

static bool has_feed(uint64_t id)
{
	bool has[RT_PRIVATES] = { true, true };

	assert_int_equal(RT_OK, rt_has_private(rt, &mem, id, has));
	assert_false(has[RT_PRIVATE_CALENDAR]);
	return has[RT_PRIVATE_FEED];
}

static const char *renew(const struct rt_user *me)
{
	const char *secret = NULL;

	assert_int_equal(RT_OK, rt_private_renew(rt, &mem, me, RT_PRIVATE_FEED,
						 &secret));
	assert_true(has_feed(me->id));
	return secret;
}

static enum rt_err read_feed(const char *secret)
{
	struct rt_feed feed = { .name = "untouched" };
	enum rt_err err = rt_feed(rt, &mem, secret, &feed);

	if (err)
		assert_string_equal("untouched", feed.name);
	return err;
}

/* ---- the secret -------------------------------------------------------- */

TEST(at_first_there_is_none)
{
	assert_false(has_feed(alice.id));
}

TEST(a_secret_is_long_and_new_each_time)
{
	const char *one = renew(&alice), *two = renew(&alice);

	assert_int_equal(32 + 1, strlen(one));
	assert_int_equal(strlen(one), strspn(one, "0123456789abcdef"));
	assert_string_not_equal(one, two);
	assert_memory_not_equal(one, two, 16);
	assert_redis(secret_digest(&mem, two), "HGET user:1 feed");
}

TEST(a_new_one_revokes_the_old)
{
	const char *old = renew(&alice), *new;

	assert_int_equal(RT_OK, read_feed(old));
	new = renew(&alice);
	assert_int_equal(RT_NOT_FOUND, read_feed(old));
	assert_int_equal(RT_OK, read_feed(new));
}

TEST(revoking)
{
	const char *secret = renew(&alice), *other = renew(&bob);

	assert_int_equal(
		RT_OK, rt_private_revoke(rt, &mem, alice.id, RT_PRIVATE_FEED));
	assert_int_equal(RT_NOT_FOUND, read_feed(secret));
	assert_false(has_feed(alice.id));
	assert_redis("0", "HEXISTS user:1 feed");
	assert_int_equal(
		RT_OK, rt_private_revoke(rt, &mem, alice.id, RT_PRIVATE_FEED));
	assert_int_equal(RT_OK, read_feed(other));
	assert_redis("alice", "HGET user:1 username");
}

/* Signing out ends the session, and nothing else. */
TEST(sessions_and_feeds_are_strangers)
{
	const char *feed = renew(&alice);
	struct rt_user user = { 0 };

	assert_int_equal(RT_NOT_FOUND, read_feed(alice.secret));
	assert_int_equal(RT_OK, rt_session(rt, &mem, feed, &user));
	assert_int_equal(0, user.id);
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	assert_int_equal(RT_OK, read_feed(feed));
}

/* Anybody who had the old password may know the address, too. */
TEST(a_new_password_ends_it)
{
	const char *feed = renew(&alice), *other = renew(&bob);

	assert_int_equal(RT_OK,
			 rt_set_password(rt, &mem, &alice, "opensesame"));
	assert_int_equal(RT_NOT_FOUND, read_feed(feed));
	assert_false(has_feed(alice.id));
	assert_int_equal(RT_OK, read_feed(other));
	/* Nor can the session that has ended make another one. */
	assert_int_equal(RT_DENIED, rt_private_renew(rt, &mem, &alice,
						     RT_PRIVATE_FEED, &feed));
	assert_false(has_feed(alice.id));
	assert_int_equal(RT_OK,
			 rt_sign_in(rt, &mem, "alice", "opensesame", &alice));
	assert_int_equal(RT_OK, rt_session(rt, &mem, alice.secret, &alice));
	feed = renew(&alice);
	assert_int_equal(RT_OK, read_feed(feed));
}

TEST(wrong_secrets)
{
	const char *right = renew(&alice);
	const char *const table[] = {
		"",
		"1",
		"x",
		right + 1,
		arena_strndup(&mem, right, 32),
		arena_printf(&mem, "%s1", right),
		arena_printf(&mem, "%.32s2", right),
		arena_printf(&mem, "%.32s0", right),
		arena_printf(&mem, "%.32s01", right),
		arena_printf(&mem, "%.32s%s", right, "ffffffffffffffff"),
		arena_printf(&mem, "%.32s%s", right, "-1"),
		arena_printf(&mem, "%.32s+1", right),
		arena_printf(&mem, "%.32s%s", right, " 1"),
		arena_printf(&mem, "%.32s%s", right, "\n1"),
		arena_printf(&mem, "0%.31s1", right),
		"000000000000000000000000000000001",
		"%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s1",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], read_feed(table[i]) == RT_NOT_FOUND);
	assert_int_equal(RT_OK, read_feed(right));
}

TEST(a_stored_nothing_is_no_secret)
{
	redis("HSET user:1 feed %s", "");
	assert_int_equal(RT_NOT_FOUND, read_feed(""));
	assert_int_equal(RT_NOT_FOUND,
			 read_feed("000000000000000000000000000000001"));
}

/* Somebody who steals the database can open nothing with it. */
TEST(the_digest_is_no_secret)
{
	const char *secret = renew(&alice);

	assert_int_equal(RT_NOT_FOUND, read_feed(redis("HGET user:1 feed")));
	assert_int_equal(RT_OK, read_feed(secret));
}

TEST(who_is_gone_has_no_feed)
{
	const char *secret = renew(&alice);

	redis("HDEL user:1 username");
	assert_int_equal(RT_NOT_FOUND, read_feed(secret));
	redis("DEL user:1");
	assert_int_equal(RT_NOT_FOUND, read_feed(secret));
}

/* ---- the posts --------------------------------------------------------- */

TEST(what_one_sees_at_home)
{
	const char *secret = renew(&alice);
	struct rt_feed feed;

	unit_post(&bob, "not followed");
	assert_int_equal(RT_OK, rt_feed(rt, &mem, secret, &feed));
	assert_string_equal("alice", feed.name);
	assert_int_equal(0, feed.posts.n);
	assert_int_equal(RT_OK, rt_follow(rt, &mem, alice.id, bob.id));
	assert_redis("1", "LRANGE posts:1 0 -1");
	assert_int_equal(RT_OK, rt_feed(rt, &mem, secret, &feed));
	assert_string_equal("1", unit_ids(&feed.posts));
	unit_post(&alice, "one");
	unit_post(&bob, "two");
	unit_post(&bob, "three");
	redis("DEL post:3");
	assert_int_equal(RT_OK, rt_feed(rt, &mem, secret, &feed));
	assert_string_equal("4 2 1", unit_ids(&feed.posts));
	assert_string_equal("bob", feed.posts.v[0].name);
	assert_string_equal("three", feed.posts.v[0].body);
}

TEST(the_newest_fifty)
{
	const char *secret = renew(&alice);
	struct rt_feed feed;

	for (int i = 0; i < 60; i++)
		unit_post(&alice, "again");
	assert_int_equal(RT_OK, rt_feed(rt, &mem, secret, &feed));
	assert_int_equal(RT_FEED, feed.posts.n);
	assert_int_equal(60, feed.posts.v[0].id);
	assert_int_equal(11, feed.posts.v[49].id);
}

/*
 * The feeds of profiles and tags have the same number, and their pages have
 * ten.
 */
TEST(places_of_another_length)
{
	struct rt_place place = { .n = 3 }, rest = { .start = 3, .n = 50 };
	struct rt_profile p;
	struct rt_tagged t;

	for (int i = 0; i < 15; i++)
		unit_post(&alice, "#all");
	for (int adopted = 1; adopted >= 0; adopted--) {
		if (!adopted)
			redis("DEL layout");
		rt_profile(rt, &mem, NULL, "alice", place, &p);
		assert_string_equal("15 14 13", unit_ids(&p.posts));
		assert_int_equal(3, p.older.start);
		rt_profile(rt, &mem, NULL, "alice", rest, &p);
		assert_int_equal(12, p.posts.n);
		assert_int_equal(0, p.older.start);
		rt_profile(rt, &mem, NULL, "alice", RT_NO_PLACE, &p);
		assert_int_equal(RT_PAGE, p.posts.n);
	}
	rt_tagged(rt, &mem, NULL, "all", place, &t);
	assert_string_equal("15 14 13", unit_ids(&t.posts));
	rt_tagged(rt, &mem, NULL, "all", RT_NO_PLACE, &t);
	assert_int_equal(RT_PAGE, t.posts.n);
}

#define MEMBERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MEMBERS(at_first_there_is_none),
		MEMBERS(a_secret_is_long_and_new_each_time),
		MEMBERS(a_new_one_revokes_the_old),
		MEMBERS(revoking),
		MEMBERS(sessions_and_feeds_are_strangers),
		MEMBERS(a_new_password_ends_it),
		MEMBERS(wrong_secrets),
		MEMBERS(a_stored_nothing_is_no_secret),
		MEMBERS(the_digest_is_no_secret),
		MEMBERS(who_is_gone_has_no_feed),
		MEMBERS(what_one_sees_at_home),
		MEMBERS(the_newest_fifty),
		MEMBERS(places_of_another_length),
	};

	return RUN_REDIS(tests);
}
