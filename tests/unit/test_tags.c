/* The tags in use: when a tag is added to them, and when it is removed. */
#include "libretwis/post/tag.h"
#include "unit.h"

static struct rt_user alice, bob;

static int two_members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	return 0;
}

static void take_back(uint64_t id)
{
	assert_int_equal(RT_OK, rt_erase_post(rt, id, NULL));
}

#define assert_tags(expected) assert_redis(expected, "ZRANGE tags 0 -1")

/* ---- one after the other ----------------------------------------------- */

TEST(a_post_brings_its_tags_into_use)
{
	unit_post(&alice, "nothing http://a.org/#b");
	assert_redis("0", "EXISTS tags");
	unit_post(&alice, "#Rowing #rowing #\xc3\x89t\xc3\xa9");
	unit_post(&bob, "#rowing #boat");
	assert_tags("boat rowing \xc3\xa9t\xc3\xa9");
	assert_redis("3", "ZCOUNT tags 0 0");
}

TEST(the_last_post_takes_them_out)
{
	uint64_t first = unit_post(&alice, "#rowing #boat");
	uint64_t second = unit_post(&bob, "#rowing #swan");

	take_back(second);
	assert_tags("boat rowing");
	take_back(first);
	assert_redis("0", "EXISTS tags tag:rowing tag:boat tag:swan");
	take_back(unit_post(&alice, "#rowing"));
	unit_post(&bob, "#rowing");
	assert_tags("rowing");
}

TEST(twenty_tags_of_a_post)
{
	const char *body = "";
	uint64_t id;

	for (int i = 0; i < 30; i++)
		body = arena_printf(&mem, "%s #t%d", body, i);
	id = unit_post(&alice, body);
	assert_redis("20", "ZCARD tags");
	take_back(id);
	assert_redis("0", "EXISTS tags");
}

TEST(a_member_goes_with_all_tags)
{
	struct rt_removal r;

	unit_post(&alice, "#one #two");
	unit_post(&alice, "#one #three");
	unit_post(&bob, "#two");
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_tags("two");
}

/* An older database: its tags are added when they are next used. */
TEST(tags_from_before)
{
	uint64_t id = unit_post(&alice, "#one #two");

	redis("DEL tags");
	unit_post(&bob, "#two");
	assert_tags("two");
	take_back(id);
	assert_tags("two");
}

TEST(what_a_crash_has_left_goes_with_the_next_post)
{
	uint64_t id = unit_post(&alice, "#one");

	redis("DEL tag:one");
	take_back(id);
	assert_redis("0", "EXISTS tags");
}

/* ---- at the same time -------------------------------------------------- */

/* Deleting has three steps. */
static void step(void (*queue)(struct rt_pipe *, struct tags *, uint64_t),
		 struct tags *t, uint64_t id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	queue(&p, t, id);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static void drop(struct rt_pipe *p, struct tags *t, uint64_t id)
{
	tags_drop(p, t, "#one #two", NULL, (struct trend_post){ .id = id });
}

static void disuse(struct rt_pipe *p, struct tags *t, uint64_t id)
{
	(void)id;
	tags_disuse(p, t);
	tags_queue(p, t);
}

static void reuse(struct rt_pipe *p, struct tags *t, uint64_t id)
{
	(void)id;
	tags_reuse(p, t);
}

/* Somebody writes a post after step `n` of deleting the only other one. */
static void write_after(int n)
{
	static void (*const steps[])(struct rt_pipe *, struct tags *,
				     uint64_t) = { drop, disuse, reuse };
	uint64_t id = unit_post(&alice, "#one #two");
	struct tags t;

	for (int i = 0; i <= 3; i++) {
		if (i == n)
			unit_post(&bob, "#two");
		if (i < 3)
			step(steps[i], &t, id);
	}
}

TEST(whoever_writes_meanwhile_is_found)
{
	for (int n = 0; n < 4; n++) {
		redis("DEL tags tag:one tag:two");
		write_after(n);
		assert_tags("two");
		assert_redis("1", "LLEN tag:two");
	}
}

/* The list was filled, and the tag was not in use yet. */
TEST(whoever_is_just_writing_is_found)
{
	uint64_t id = unit_post(&alice, "#one #two");
	struct tags t;

	step(drop, &t, id);
	redis("LPUSH tag:two 77");
	step(disuse, &t, id);
	step(reuse, &t, id);
	assert_tags("two");
}

/* No command is repeated if there is nothing left to do. */
TEST(a_third_step_is_seldom_needed)
{
	uint64_t id = unit_post(&alice, "#one #two");
	struct rt_pipe p;
	struct tags t;

	unit_post(&bob, "#two");
	step(drop, &t, id);
	step(disuse, &t, id);
	rt_pipe_begin(&p, rt, &mem);
	tags_reuse(&p, &t);
	assert_int_equal(0, p.queued);
}

#define TWO(test)                                                             \
	cmocka_unit_test_setup_teardown(test, two_members, unit_forget)

/* ---- lists of older programs --------------------------------------------- */

#define COMPOSED   "caf\xc3\xa9"
#define DECOMPOSED "cafe\xcc\x81"

/* As a program listed it that stored tags as they were typed. */
static uint64_t listed_earlier(const char *body, const char *tag)
{
	uint64_t id = unit_post(&alice, "x");

	redis("HSET post:%" PRIu64 " body %s", id, body);
	redis("LPUSH tag:%s %" PRIu64, tag, id);
	redis("ZADD tags 0 %s", tag);
	return id;
}

static struct rt_tagged tagged(const char *tag, struct rt_place place)
{
	struct rt_tagged t;

	assert_int_equal(RT_OK, rt_tagged(rt, &mem, NULL, tag, place, &t));
	return t;
}

TEST(the_page_of_a_tag_has_both_forms)
{
	uint64_t first = unit_post(&bob, "#" COMPOSED), last = 0;
	uint64_t second = listed_earlier("#" DECOMPOSED, DECOMPOSED);
	struct rt_tagged t;

	for (int i = 0; i < 2 * RT_PAGE; i++)
		last = i % 3 ? unit_post(&bob, "#" COMPOSED)
			     : listed_earlier("#" DECOMPOSED, DECOMPOSED);
	for (int form = 0; form < 2; form++) {
		const char *tag = form ? COMPOSED : DECOMPOSED;
		struct rt_place place = { 0 };

		for (int page = 0; page < 2; page++, place = t.older) {
			t = tagged(tag, place);
			assert_string_equal(COMPOSED, t.tag);
			assert_int_equal(RT_PAGE, t.posts.n);
			for (uint64_t i = 0; i < RT_PAGE; i++)
				assert_int_equal(last - page * RT_PAGE - i,
						 t.posts.v[i].id);
		}
		t = tagged(tag, place);
		assert_int_equal(2, t.posts.n);
		assert_int_equal(second, t.posts.v[0].id);
		assert_int_equal(first, t.posts.v[1].id);
		assert_int_equal(0, t.older.start);
	}
}

TEST(deleting_takes_a_post_out_of_an_earlier_list)
{
	take_back(listed_earlier("#" DECOMPOSED, DECOMPOSED));
	take_back(listed_earlier("#2026", "2026"));
	take_back(listed_earlier("#col\xc2\xb7legi", "col"));
	assert_redis("0", "EXISTS tags tag:2026 tag:col tag:" DECOMPOSED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TWO(a_post_brings_its_tags_into_use),
		TWO(the_last_post_takes_them_out),
		TWO(twenty_tags_of_a_post),
		TWO(a_member_goes_with_all_tags),
		TWO(tags_from_before),
		TWO(what_a_crash_has_left_goes_with_the_next_post),
		TWO(whoever_writes_meanwhile_is_found),
		TWO(whoever_is_just_writing_is_found),
		TWO(a_third_step_is_seldom_needed),
		TWO(the_page_of_a_tag_has_both_forms),
		TWO(deleting_takes_a_post_out_of_an_earlier_list),
	};

	return RUN_REDIS(tests);
}
