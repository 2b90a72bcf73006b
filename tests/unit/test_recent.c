/* The public timeline when very many people look at it. */
#include "libretwis/timeline/public.h"
#include "unit.h"

static struct rt_user alice;

static int three_posts(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	for (int i = 0; i < 3; i++)
		unit_post(&alice, "hello");
	return 0;
}

#define BUSY(test)                                                            \
	cmocka_unit_test_setup_teardown(test, three_posts, unit_forget)

static const char *look(void)
{
	const char *text = "";
	struct rt_public p;

	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, alice.secret, RT_NO_PLACE, &p));
	assert_string_equal("alice", p.me.name);
	for (size_t i = 0; i < p.posts.n; i++)
		text = arena_printf(&mem, "%s%s" ID, text, i ? " " : "",
				    p.posts.v[i].id);
	return text;
}

/* Whether this call has read the list. */
static bool asks(void)
{
	redis("CONFIG RESETSTAT");
	look();
	return unit_calls("lrange");
}

/* As many calls as it takes, at the beginning of a second. */
static void be_busy(void)
{
	struct arena memory = { 0 };
	struct rt_ids ids;

	while (public_recall_ids(&memory, &ids))
		arena_reset(&memory);
	arena_free(&memory);
	for (int i = 0; i <= PUBLIC_HOT; i++)
		public_recall_ids(&mem, &ids);
	look();
}

TEST(a_few_always_read_the_list)
{
	for (int i = 0; i < 20; i++)
		assert_true(asks());
}

/* On a busy machine a second may be over by then. */
TEST(where_many_look_a_new_post_comes_a_second_later)
{
	const char *before = "";
	bool is_late = false;
	int tries = 0, looks = 0;

	while (!is_late && tries++ < 10) {
		be_busy();
		before = look();
		unit_post(&alice, "new");
		is_late = strcmp(look(), before) == 0;
	}
	assert_true(is_late);
	while (strcmp(look(), before) == 0)
		assert_true(looks++ < 100000);
	assert_string_equal(arena_printf(&mem, "%d %s", tries + 3, before),
			    look());
}

TEST(and_one_that_is_deleted_goes_at_once)
{
	bool is_kept = false;
	int tries = 0;

	redis("RENAME post:2 aside");
	while (!is_kept && tries++ < 10) {
		redis("COPY aside post:2");
		be_busy();
		assert_string_equal("3 2 1", look());
		redis("DEL post:2");
		assert_string_equal("3 1", look());
		is_kept = !asks();
	}
	assert_true(is_kept);
}

TEST(what_was_asked_before_is_not_kept)
{
	uint64_t id = 7;
	struct rt_ids ids = { &id, 1 }, found;

	for (int i = 0; i <= PUBLIC_HOT; i++)
		public_recall_ids(&mem, &found);
	public_store_ids(ids, 0);
	assert_false(public_recall_ids(&mem, &found));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BUSY(a_few_always_read_the_list),
		PLAIN(what_was_asked_before_is_not_kept),
		BUSY(where_many_look_a_new_post_comes_a_second_later),
		BUSY(and_one_that_is_deleted_goes_at_once),
	};

	return RUN_REDIS(tests);
}
