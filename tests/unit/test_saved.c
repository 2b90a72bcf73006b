/* Posts that members save for themselves, and the one that they pin. */
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

static void save(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_save(rt, &mem, who, post));
}

static struct rt_private_list saved_from(const char *secret,
					 struct rt_place place)
{
	struct rt_private_list l;

	memset(&l, 0x5a, sizeof l);
	assert_int_equal(RT_OK, rt_saved(rt, &mem, secret, place, &l));
	return l;
}

static const char *saved_by(const struct rt_user *who)
{
	struct rt_private_list l = saved_from(who->secret, RT_NO_PLACE);

	assert_int_equal(who->id, l.me.id);
	return unit_ids(&l.posts);
}

static struct rt_status look(const struct rt_user *who, uint64_t id)
{
	struct rt_status s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_status(rt, &mem, who ? who->secret : NULL,
					  id, 0, &s));
	return s;
}

/* ---- saving ------------------------------------------------------------ */

TEST(the_first_time_counts)
{
	save(&alice, 2);
	redis("ZADD saved:1 1000 2");
	save(&alice, 2);
	save(&alice, 1);
	assert_redis("1000", "ZSCORE saved:1 2");
	assert_in_range(redis_number("ZSCORE saved:1 1"), time(NULL) - 60,
			unit_second());
	assert_string_equal("1 2", saved_by(&alice));
	assert_string_equal("", saved_by(&bob));
}

/* Its author hears nothing of it, and nothing at the post says it. */
TEST(nobody_else_knows)
{
	const char *before = redis("HGETALL post:2");

	save(&alice, 2);
	assert_redis(before, "HGETALL post:2");
	assert_redis("0", "EXISTS notices:2 likes:2");
	assert_true(look(&alice, 2).saved);
	assert_false(look(&alice, 1).saved);
	assert_false(look(&bob, 2).saved);
	assert_false(look(NULL, 2).saved);
}

TEST(taking_back)
{
	save(&alice, 2);
	for (int i = 0; i < 2; i++)
		assert_int_equal(RT_OK, rt_unsave(rt, &mem, &alice, 2));
	assert_redis("0", "EXISTS saved:1");
	assert_false(look(&alice, 2).saved);
}

TEST(what_is_gone_is_not_saved)
{
	const uint64_t table[] = { 0, 3, 4, 5, 6, INT64_MAX, UINT64_MAX };

	redis("HSET post:3 gone 1");
	redis("HSET post:4 user_id 1 body x repost_of 1");
	redis("HSET post:5 body x");
	redis("HSET post:6 gone 1 was_user_id 1 was_body x");
	for (size_t i = 0; i < COUNT(table); i++) {
		assert_int_equal(RT_NOT_FOUND,
				 rt_save(rt, &mem, &alice, table[i]));
		assert_int_equal(RT_NOT_FOUND,
				 rt_pin(rt, &mem, &alice, table[i]));
		assert_int_equal(RT_OK, rt_unsave(rt, &mem, &alice, table[i]));
		assert_int_equal(RT_OK, rt_unpin(rt, &mem, &alice, table[i]));
	}
	assert_redis("", "KEYS saved:*");
	assert_redis("0", "HEXISTS user:1 pinned");
}

/* ---- the list ---------------------------------------------------------- */

/* Member 1 has saved the posts 1 to n, the last one last. */
static void save_many(int n)
{
	for (int i = 1; i <= n; i++) {
		if (i > 2)
			unit_post(&alice, "hello");
		redis("ZADD saved:1 %d %d", i, i);
	}
}

TEST(pages_of_ten)
{
	struct rt_private_list l;

	save_many(25);
	l = saved_from(alice.secret, RT_NO_PLACE);
	assert_string_equal("25 24 23 22 21 20 19 18 17 16",
			    unit_ids(&l.posts));
	assert_int_equal(10, l.older.start);
	assert_int_equal(16, l.older.after);
	/* One is saved meanwhile, and none is shown twice or left out. */
	unit_post(&alice, "new");
	save(&alice, 26);
	l = saved_from(alice.secret, l.older);
	assert_string_equal("15 14 13 12 11 10 9 8 7 6", unit_ids(&l.posts));
	assert_int_equal(11, l.here.start);
	/* By number alone, if the last one is no longer there. */
	rt_unsave(rt, &mem, &alice, 6);
	l = saved_from(alice.secret, l.older);
	assert_string_equal("4 3 2 1", unit_ids(&l.posts));
	assert_int_equal(0, l.older.start);
	l = saved_from(alice.secret,
		       (struct rt_place){ .start = RT_NO_START });
	assert_int_equal(0, l.posts.n);
}

/* Its page is full all the same, and the entry is dropped there. */
TEST(a_deleted_post)
{
	struct rt_private_list l;

	save_many(12);
	redis("DEL post:8 post:1");
	l = saved_from(alice.secret, RT_NO_PLACE);
	assert_string_equal("12 11 10 9 7 6 5 4 3 2", unit_ids(&l.posts));
	assert_redis("0", "ZCOUNT saved:1 8 8");
	l = saved_from(alice.secret, l.older);
	assert_int_equal(0, l.posts.n);
	assert_redis("11", "ZCARD saved:1");
}

/* All that this needs is dropped, and the end of the list is found. */
TEST(a_thousand_deleted_posts)
{
	redis("EVAL %s 0", "for i = 1, 1000 do "
			   "redis.call('ZADD', 'saved:1', i + 10, i + 10) end "
			   "return redis.call('ZADD', 'saved:1', 1, 1)");
	assert_string_equal("1", saved_by(&alice));
	assert_in_range(redis_number("ZCARD saved:1"), 1, 5);
	assert_string_equal("1", saved_by(&alice));
}

TEST(nobody_s_list)
{
	static const char *const table[] = { NULL, "", "forged" };

	save(&alice, 2);
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_private_list l = saved_from(table[i], RT_NO_PLACE);

		assert_int_equal(0, l.me.id);
		assert_int_equal(0, l.posts.n);
	}
}

/* ---- pinning ----------------------------------------------------------- */

static struct rt_profile profile(const struct rt_user *who,
				 struct rt_place place)
{
	struct rt_profile p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, NULL, who->name, place, &p));
	return p;
}

static const char *on_top(const struct rt_user *who)
{
	struct rt_profile p = profile(who, RT_NO_PLACE);

	for (size_t i = 0; i < p.posts.n; i++)
		assert_int_equal(p.posts.v[i].pinned, i == 0);
	return unit_ids(&p.posts);
}

static const char *first_page(const struct rt_user *who)
{
	struct rt_profile p = profile(who, RT_NO_PLACE);

	return unit_ids(&p.posts);
}

static void pin(const struct rt_user *who, uint64_t post)
{
	assert_int_equal(RT_OK, rt_pin(rt, &mem, who, post));
}

TEST(the_pinned_post_comes_first)
{
	for (int i = 3; i <= 5; i++)
		unit_post(&alice, "hello");
	pin(&alice, 3);
	assert_string_equal("3 5 4 1", on_top(&alice));
	/* Another one takes its place. */
	pin(&alice, 1);
	assert_string_equal("1 5 4 3", on_top(&alice));
	assert_true(look(&alice, 1).pinned);
	assert_false(look(&alice, 3).pinned);
	assert_false(look(&bob, 1).pinned);
	/* The one before cannot unpin it. */
	assert_int_equal(RT_OK, rt_unpin(rt, &mem, &alice, 3));
	assert_string_equal("1 5 4 3", on_top(&alice));
	assert_int_equal(RT_OK, rt_unpin(rt, &mem, &alice, 1));
	assert_redis("0", "HEXISTS user:1 pinned");
	assert_false(profile(&alice, RT_NO_PLACE).posts.v[0].pinned);
}

TEST(only_on_the_first_page_and_in_no_feed)
{
	struct rt_profile p;

	for (int i = 3; i <= 14; i++)
		unit_post(&alice, "hello");
	pin(&alice, 3);
	assert_string_equal("3 14 13 12 11 10 9 8 7 6 5", on_top(&alice));
	p = profile(&alice, profile(&alice, RT_NO_PLACE).older);
	assert_string_equal("4 3 1", unit_ids(&p.posts));
	assert_false(p.posts.v[1].pinned);
	p = profile(&alice, (struct rt_place){ .n = RT_FEED });
	assert_string_equal("14 13 12 11 10 9 8 7 6 5 4 3 1",
			    unit_ids(&p.posts));
	assert_false(p.posts.v[11].pinned);
}

/* A repost of one's own shows the same post. */
TEST(it_is_shown_once)
{
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &alice, 1));
	pin(&alice, 1);
	assert_string_equal("1", on_top(&alice));
}

TEST(nobody_pins_what_is_another_s)
{
	assert_int_equal(RT_DENIED, rt_pin(rt, &mem, &alice, 2));
	assert_redis("0", "HEXISTS user:1 pinned");
	/* Nor does a field that claims it. */
	redis("HSET user:1 pinned 2");
	assert_false(profile(&alice, RT_NO_PLACE).posts.v[0].pinned);
	assert_string_equal("1", first_page(&alice));
}

TEST(what_is_pinned_and_gone_is_not_shown)
{
	static const char *const table[] = {
		"99", "x", "", "-1", "0", "18446744073709551615"
	};

	unit_post(&alice, "three");
	pin(&alice, 3);
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 3));
	assert_string_equal("1", first_page(&alice));
	for (size_t i = 0; i < COUNT(table); i++) {
		redis("HSET user:1 pinned %s", table[i]);
		assert_string_equal("1", first_page(&alice));
	}
}

/* Half a member would belong to nobody. */
TEST(whoever_has_left_pins_nothing)
{
	redis("DEL user:1");
	assert_int_equal(RT_NOT_FOUND, rt_pin(rt, &mem, &alice, 1));
	assert_redis("0", "EXISTS user:1");
}

#define POSTS(test)                                                           \
	cmocka_unit_test_setup_teardown(test, two_posts, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		POSTS(the_first_time_counts),
		POSTS(nobody_else_knows),
		POSTS(taking_back),
		POSTS(what_is_gone_is_not_saved),
		POSTS(pages_of_ten),
		POSTS(a_deleted_post),
		POSTS(a_thousand_deleted_posts),
		POSTS(nobody_s_list),
		POSTS(the_pinned_post_comes_first),
		POSTS(only_on_the_first_page_and_in_no_feed),
		POSTS(it_is_shown_once),
		POSTS(nobody_pins_what_is_another_s),
		POSTS(what_is_pinned_and_gone_is_not_shown),
		POSTS(whoever_has_left_pins_nothing),
	};

	return RUN_REDIS(tests);
}
