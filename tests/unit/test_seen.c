/* What is new in a home timeline since the last visit. */
#include "unit.h"

static struct rt_user alice, bob;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	return rt_follow(rt, &mem, alice.id, bob.id);
}

static struct rt_home home_at(struct rt_place place)
{
	struct rt_home h;

	memset(&h, 0x5a, sizeof h);
	assert_int_equal(RT_OK, rt_home(rt, &mem, alice.secret, place, &h));
	return h;
}

static uint64_t fresh(void)
{
	return home_at(RT_NO_PLACE).fresh;
}

static void write_posts(const struct rt_user *author, int n)
{
	for (int i = 0; i < n; i++)
		unit_post(author, "hello");
}

TEST(the_first_visit_tells_nothing)
{
	write_posts(&bob, 3);
	assert_int_equal(0, fresh());
	assert_redis("3", "HGET user:1 seen");
	assert_int_equal(0, fresh());
}

TEST(what_has_come_since)
{
	write_posts(&bob, 3);
	fresh();
	write_posts(&bob, 2);
	assert_int_equal(2, fresh());
	assert_redis("5", "HGET user:1 seen");
	assert_int_equal(0, fresh());
}

TEST(one_s_own_posts_are_not_new)
{
	write_posts(&bob, 1);
	fresh();
	write_posts(&alice, 12);
	write_posts(&bob, 1);
	write_posts(&alice, 12);
	assert_int_equal(1, fresh());
	write_posts(&alice, 1);
	assert_int_equal(0, fresh());
}

/* Counting goes as far as the page has read. */
TEST(more_than_one_can_count)
{
	struct rt_home h;

	write_posts(&bob, 1);
	fresh();
	write_posts(&bob, 30);
	h = home_at(RT_NO_PLACE);
	assert_int_equal(30, h.fresh);
	assert_false(h.fresher);
	write_posts(&bob, 40);
	h = home_at(RT_NO_PLACE);
	assert_int_equal(31, h.fresh);
	assert_true(h.fresher);
	h = home_at(RT_NO_PLACE);
	assert_int_equal(0, h.fresh);
	assert_false(h.fresher);
}

/* Posts deleted before the visit, or there twice, are not counted. */
TEST(what_is_counted_is_shown)
{
	struct rt_home h;

	write_posts(&bob, 1);
	fresh();
	write_posts(&bob, 3);
	redis("DEL post:2 post:3 post:4");
	assert_int_equal(0, fresh());
	write_posts(&bob, 25);
	redis("DEL post:29 post:28 post:10 post:5");
	redis("HSET post:27 repost_of 26");
	redis("HSET post:25 repost_of 1000");
	h = home_at(RT_NO_PLACE);
	assert_int_equal(19, h.fresh);
	assert_int_equal(10, h.posts.n);
}

/* Thirty deleted ones do not hide the two below them. */
TEST(what_is_new_below_a_stretch_that_is_gone)
{
	write_posts(&bob, 1);
	fresh();
	write_posts(&bob, 42);
	for (int id = 4; id <= 43; id++)
		redis("DEL post:%d", id);
	assert_int_equal(2, fresh());
}

TEST(only_the_first_page_is_a_visit)
{
	write_posts(&bob, 25);
	fresh();
	write_posts(&bob, 2);
	assert_int_equal(0, home_at((struct rt_place){ .start = 10 }).fresh);
	assert_int_equal(0, home_at((struct rt_place){ .after = 20 }).fresh);
	assert_redis("25", "HGET user:1 seen");
	assert_int_equal(2, fresh());
}

TEST(nobody_s_visit_is_noted)
{
	struct rt_home h;

	write_posts(&bob, 1);
	assert_int_equal(RT_OK, rt_home(rt, &mem,
					"00000000000000000000000000000000"
					"1",
					RT_NO_PLACE, &h));
	assert_int_equal(0, h.me.id);
	assert_redis("0", "HEXISTS user:1 seen");
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(the_first_visit_tells_nothing),
		SITE(what_has_come_since),
		SITE(one_s_own_posts_are_not_new),
		SITE(more_than_one_can_count),
		SITE(what_is_counted_is_shown),
		SITE(what_is_new_below_a_stretch_that_is_gone),
		SITE(only_the_first_page_is_a_visit),
		SITE(nobody_s_visit_is_noted),
	};

	return RUN_REDIS(tests);
}
