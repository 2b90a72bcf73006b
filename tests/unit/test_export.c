/* A member's download, while others write and delete. */
#include "libretwis/timeline/export_state.h"
#include "unit.h"

#define POSTS 330

static struct rt_user alice;
static struct arena chunk;

static int prepare(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	unit_member("bob");
	return 0;
}

static int forget(void **state)
{
	arena_free(&chunk);
	return unit_forget(state);
}

#define EXPORT(test) cmocka_unit_test_setup_teardown(test, prepare, forget)

static void put_post(int id, const char *list)
{
	redis("HSET post:%d user_id 1 time %d username alice body p%d", id, id,
	      id);
	redis("LPUSH %s %d", list, id);
}

static void put_posts(int from, int to)
{
	for (int id = from; id <= to; id++)
		put_post(id, "own:1");
}

static struct rt_export *begin(void)
{
	struct rt_export *e;
	struct rt_export_profile profile;

	assert_int_equal(RT_OK,
			 rt_export_begin(rt, &mem, &alice, &e, &profile));
	return e;
}

/* The next chunk, after emptying the one before. */
static struct rt_export_some next(struct rt_export *e)
{
	struct rt_export_some some;

	arena_reset(&chunk);
	assert_int_equal(RT_OK, rt_export_next(e, &chunk, &some));
	return some;
}

/*
 * Reads everything, and calls `meanwhile` after each chunk, with its number.
 * Returns how often each id occurred; ids come in order.
 */
static void read_posts(int *times, void (*meanwhile)(int n))
{
	struct rt_export *e = begin();
	struct rt_export_some some;
	uint64_t last = 0;
	int n = 0;

	memset(times, 0, (2 * POSTS + 1) * sizeof *times);
	rt_export_part(e, RT_EXPORT_POSTS);
	do {
		some = next(e);
		for (size_t i = 0; i < some.posts.n; i++) {
			assert_true(some.posts.v[i].id > last);
			last = some.posts.v[i].id;
			times[last]++;
		}
		if (meanwhile)
			meanwhile(n);
		assert_true(n++ < 50);
	} while (some.goes_on);
	rt_export_end(e, &mem);
}

static void nothing(int n)
{
	(void)n;
}

TEST(each_post_comes_once_in_its_order)
{
	int times[2 * POSTS + 1];

	for (int posts = 0; posts <= POSTS;
	     posts += posts % 100 == 99 ? 2 : 99) {
		redis("DEL own:1");
		put_posts(1, posts);
		read_posts(times, nothing);
		for (int id = 1; id <= POSTS; id++)
			assert_int_equal(id <= posts, times[id]);
	}
}

/* At the old end, and in the middle: more than a read can recognise. */
static void delete_some(int n)
{
	if (n == 1)
		redis("LTRIM own:1 0 %d", POSTS - 1 - 60);
	if (n == 2)
		redis("LTRIM own:1 0 %d", POSTS - 1 - 65);
	for (int id = 70; n == 3 && id < 100; id++)
		redis("LREM own:1 1 %d", id);
}

TEST(deletions_hide_no_other_post)
{
	int times[2 * POSTS + 1];

	put_posts(1, POSTS);
	read_posts(times, delete_some);
	for (int id = 1; id <= POSTS; id++)
		assert_int_equal(1, times[id]);
}

static void delete_all(int n)
{
	if (n == 1)
		redis("DEL own:1");
}

TEST(a_list_that_goes_is_an_end)
{
	int times[2 * POSTS + 1];

	put_posts(1, POSTS);
	read_posts(times, delete_all);
	assert_int_equal(1, times[200]);
	assert_int_equal(0, times[201]);
}

static void write_some(int n)
{
	if (n < 3)
		put_posts(POSTS + 1 + 50 * n, POSTS + 50 + 50 * n);
}

TEST(new_posts_come_too_and_old_ones_once)
{
	int times[2 * POSTS + 1];

	put_posts(1, POSTS);
	read_posts(times, write_some);
	for (int id = 1; id <= POSTS + 50; id++)
		assert_int_equal(1, times[id]);
}

TEST(where_it_is_not_adopted_the_home_timeline_tells)
{
	int times[2 * POSTS + 1];

	unit_unadopt();
	for (int id = 1; id <= 250; id++)
		put_post(id, "posts:1");
	for (int id = 2; id <= 250; id += 2)
		redis("HSET post:%d user_id 2", id);
	read_posts(times, NULL);
	for (int id = 1; id <= 250; id++)
		assert_int_equal(id % 2, times[id]);
}

/* ---- sorted sets ------------------------------------------------------- */

static size_t read_marks(enum rt_export_part part)
{
	struct rt_export *e = begin();
	struct rt_export_some some;
	size_t n = 0, times = 0;

	rt_export_part(e, part);
	do {
		some = next(e);
		n += some.marks;
		assert_true(times++ < 50);
	} while (some.goes_on);
	rt_export_end(e, &mem);
	return n;
}

TEST(entries_of_the_same_score_come_once_each)
{
	for (int id = 10; id < 10 + POSTS; id++) {
		redis("HSET user:%d username u%d", id, id);
		redis("ZADD following:1 %d %d", id < 200 ? 5 : 6, id);
	}
	assert_int_equal(POSTS, read_marks(RT_EXPORT_FOLLOWING));
	redis("DEL user:11 user:250");
	assert_int_equal(POSTS - 2, read_marks(RT_EXPORT_FOLLOWING));
}

TEST(a_like_of_a_post_that_is_gone_is_left_out)
{
	put_posts(1, 3);
	for (int id = 1; id <= 4; id++)
		redis("ZADD liked:1 %d.25 %d", id, id);
	redis("HDEL post:2 username");
	assert_int_equal(2, read_marks(RT_EXPORT_LIKES));
}

/* ---- the lock ---------------------------------------------------------- */

TEST(one_at_a_time)
{
	struct rt_export *mine = begin(), *yours = NULL;
	struct rt_export_profile profile;

	assert_int_equal(RT_LIMITED,
			 rt_export_begin(rt, &mem, &alice, &yours, &profile));
	assert_int_equal(RT_EXPORT_SECONDS, rt_retry_after(rt));
	assert_null(yours);
	rt_export_end(mine, &mem);
	mine = begin();
	rt_export_end(mine, &mem);
	assert_redis("0", "EXISTS lock:export:1");
}

TEST(it_lasts_as_long_as_it_goes_on)
{
	struct rt_export *e = begin();

	rt_export_part(e, RT_EXPORT_POSTS);
	redis("PEXPIRE lock:export:1 9000");
	next(e);
	assert_in_range(redis_number("PTTL lock:export:1"), 1, 9000);
	e->renewed -= 11000;
	next(e);
	assert_in_range(redis_number("PTTL lock:export:1"), 50000, 60000);
	/*
	 * Lost to somebody else: it continues, and does not touch that lock.
	 */
	redis("SET lock:export:1 other");
	e->renewed -= 11000;
	next(e);
	rt_export_end(e, &mem);
	assert_redis("other", "GET lock:export:1");
}

TEST(the_site_keeps_its_origin)
{
	struct rt_export_profile one, two;
	struct rt_export *e;

	for (int i = 0; i < 2; i++) {
		assert_int_equal(RT_OK, rt_export_begin(rt, &mem, &alice, &e,
							i ? &two : &one));
		rt_export_end(e, &mem);
	}
	assert_int_equal(32, strlen(one.origin));
	assert_string_equal(one.origin, two.origin);
	assert_redis(one.origin, "GET origin");
	assert_string_equal("", one.bio);
}

/* ---- parts -------------------------------------------------------------- */

/* Wherever the part begins, and whoever deletes posts before that. */
TEST(a_part_begins_after_a_post)
{
	const int after[] = { 0, 1, 99, 100, 101, 250, POSTS - 1, POSTS };

	put_posts(1, POSTS);
	for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
		struct rt_export *e = begin();
		struct rt_export_some some;
		int expected = after[i] + 1;

		if (after[i] > 100)
			redis("LREM own:1 0 %d", after[i] - 50);
		rt_export_part(e, RT_EXPORT_WRITTEN);
		rt_export_after(e, (uint64_t)after[i]);
		do {
			some = next(e);
			for (size_t j = 0; j < some.posts.n; j++)
				assert_int_equal(expected++,
						 some.posts.v[j].id);
			if (i == 0 && expected == 201)
				redis("LREM own:1 0 50");
		} while (some.goes_on);
		assert_int_equal(POSTS + 1, expected);
		rt_export_end(e, &mem);
		redis("DEL own:1");
		put_posts(1, POSTS);
	}
}

static struct rt_export_place goes_on(void)
{
	struct rt_export_place place = { .part = 77 };

	assert_int_equal(RT_OK, rt_export_goes_on(rt, &mem, alice.id, &place));
	return place;
}

TEST(where_the_next_part_begins)
{
	static const char *const wrong[] = {
		"", "x", "2", "2 ", "2 x", "2-3"
	};
	struct rt_export *e = begin();

	assert_int_equal(0, goes_on().part);
	assert_int_equal(RT_OK,
			 rt_export_note(e, &mem,
					&(struct rt_export_place){
						.part = 2, .post = 17 }));
	assert_int_equal(2, goes_on().part);
	assert_int_equal(17, goes_on().post);
	assert_true(redis_number("TTL exported:1") > 86000);
	assert_int_equal(
		RT_OK, rt_export_note(e, &mem,
				      &(struct rt_export_place){ .part = 0 }));
	assert_redis("0", "EXISTS exported:1");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		redis("SET exported:1 %s", wrong[i]);
		assert_int_equal(0, goes_on().part);
	}
	rt_export_end(e, &mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		EXPORT(each_post_comes_once_in_its_order),
		EXPORT(deletions_hide_no_other_post),
		EXPORT(a_list_that_goes_is_an_end),
		EXPORT(new_posts_come_too_and_old_ones_once),
		EXPORT(where_it_is_not_adopted_the_home_timeline_tells),
		EXPORT(entries_of_the_same_score_come_once_each),
		EXPORT(a_like_of_a_post_that_is_gone_is_left_out),
		EXPORT(one_at_a_time),
		EXPORT(it_lasts_as_long_as_it_goes_on),
		EXPORT(the_site_keeps_its_origin),
		EXPORT(a_part_begins_after_a_post),
		EXPORT(where_the_next_part_begins),
	};

	return RUN_REDIS(tests);
}
