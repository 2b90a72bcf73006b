/*
 * Current display names: a page reads them together with the posts, remembers
 * them for ten seconds, and never shows a name that is stored in a post.
 */
#include "libretwis/member/member_names.h"
#include "unit.h"

#define KEPT_MS   10000
#define NEARLY_MS 9000

static struct rt_user alice, bob;

/* Post 1 is Alice's, 2 Bob's, and Alice follows him. */
static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	unit_timeline(1);
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	unit_post(&alice, "one");
	unit_post(&bob, "two");
	redis("HSET user:1 display Anna");
	redis("HSET user:2 display Bobby");
	return 0;
}

/* "Anna: one, Bobby: two"; and "Bobby reposts Anna: one". */
static const char *shown(struct rt_posts posts)
{
	const char *text = "";

	for (size_t i = 0; i < posts.n; i++) {
		const struct rt_post *p = &posts.v[i];

		if (p->reposter)
			text = arena_printf(&mem, "%s%s reposts ", text,
					    p->reposter_display);
		text = arena_printf(&mem, "%s%s: %s%s", text,
				    p->display ? p->display : p->name, p->body,
				    i + 1 < posts.n ? ", " : "");
	}
	return text;
}

static struct rt_posts timeline_posts(void)
{
	struct rt_public r;

	assert_int_equal(RT_OK, rt_public(rt, &mem, NULL, RT_NO_PLACE, &r));
	return r.posts;
}

static struct rt_posts home_posts(const char *secret)
{
	struct rt_home r;

	assert_int_equal(RT_OK, rt_home(rt, &mem, secret, RT_NO_PLACE, &r));
	return r.posts;
}

static struct rt_posts profile_posts(const char *name)
{
	struct rt_profile r;

	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, NULL, name, RT_NO_PLACE, &r));
	return r.posts;
}

/* How often a page has asked for a display name. */
static uint64_t questions(void)
{
	static uint64_t before;
	uint64_t now = unit_calls("hmget"), n = now - before;

	before = now;
	return n;
}

TEST(a_changed_name_is_everywhere_within_ten_seconds)
{
	assert_string_equal("Bobby: two, Anna: one", shown(timeline_posts()));
	redis("HSET user:2 display Robert");
	unit_pass(NEARLY_MS);
	assert_string_equal("Bobby: two, Anna: one", shown(timeline_posts()));
	unit_pass(KEPT_MS - NEARLY_MS);
	assert_string_equal("Robert: two, Anna: one", shown(timeline_posts()));
	assert_string_equal("Robert: two, Anna: one",
			    shown(home_posts(alice.secret)));
	redis("HDEL user:2 display");
	unit_pass(KEPT_MS);
	assert_string_equal("bob: two, Anna: one", shown(timeline_posts()));
}

TEST(what_a_post_holds_is_not_shown)
{
	redis("HSET post:2 display Eve");
	redis("HSET post:1 display Eve");
	redis("HDEL user:1 display");
	assert_string_equal("Bobby: two, alice: one", shown(timeline_posts()));
	assert_string_equal("Bobby: two", shown(profile_posts("bob")));
}

/* Bob still sees the name that the process remembers. */
TEST(own_names_are_there_at_once)
{
	const char *problem;
	struct rt_status s;

	assert_int_equal(RT_OK, rt_follow(rt, &mem, 2, 1));
	assert_string_equal("Bobby: two, Anna: one", shown(timeline_posts()));
	assert_int_equal(
		RT_OK, rt_set_display_name(rt, &mem, &alice, "Now", &problem));
	assert_string_equal("Bobby: two, Now: one",
			    shown(home_posts(alice.secret)));
	assert_string_equal("Bobby: two, Anna: one",
			    shown(home_posts(bob.secret)));
	assert_int_equal(RT_OK,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 1 }, 1));
	assert_int_equal(
		RT_OK, rt_status(rt, &mem, alice.secret, 1, RT_NO_AFTER, &s));
	assert_string_equal("Now", s.post.display);
	assert_string_equal("Now", s.liker[0].display);
	assert_int_equal(RT_OK,
			 rt_status(rt, &mem, bob.secret, 1, RT_NO_AFTER, &s));
	assert_string_equal("Anna", s.post.display);
}

/*
 * A post's author never changes; but a process may remember another database.
 */
TEST(a_wrong_guess_of_the_author_is_not_shown)
{
	timeline_posts();
	unit_pass(KEPT_MS);
	redis("HSET post:2 user_id 1");
	redis("HSET post:2 username alice");
	assert_string_equal("Anna: two, Anna: one", shown(timeline_posts()));
}

TEST(a_repost_shows_both_names_as_they_are_now)
{
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &bob, 1));
	assert_redis("1", "HGET post:3 repost_user_id");
	assert_string_equal("Bobby reposts Anna: one, Bobby: two",
			    shown(profile_posts("bob")));
	redis("HSET user:1 display %s", "Anna B");
	unit_pass(KEPT_MS);
	assert_string_equal("Bobby reposts Anna B: one, Bobby: two",
			    shown(profile_posts("bob")));
	unit_deliver();
	assert_string_equal("Bobby reposts Anna B: one, Bobby: two",
			    shown(home_posts(alice.secret)));
}

TEST(what_is_gone_or_odd_has_no_name)
{
	redis("DEL user:2");
	assert_string_equal("bob: two, Anna: one", shown(timeline_posts()));
	unit_pass(KEPT_MS);
	redis("SET user:2 x");
	assert_string_equal("bob: two, Anna: one", shown(timeline_posts()));
}

/* A display name is read once, however many posts by its member are shown. */
TEST(each_author_is_asked_for_once)
{
	for (int i = 0; i < 20; i++)
		unit_post(&bob, "more");
	unit_pass(KEPT_MS);
	redis("CONFIG RESETSTAT");
	questions();
	timeline_posts();
	/* And the two new members next to the timeline, who are the same. */
	assert_int_equal(2, questions());
	timeline_posts();
	assert_int_equal(0, questions());
	unit_pass(KEPT_MS);
	timeline_posts();
	assert_int_equal(2, questions());
}

/* Nobody else is on that page. */
TEST(a_profile_tells_its_own_name)
{
	profile_posts("bob");
	unit_pass(KEPT_MS);
	redis("CONFIG RESETSTAT");
	questions();
	assert_string_equal("Bobby: two", shown(profile_posts("bob")));
	assert_int_equal(1, questions()); /* of the member */
}

TEST(a_status_remembers_its_author)
{
	struct rt_status s;

	unit_pass(KEPT_MS);
	redis("CONFIG RESETSTAT");
	questions();
	for (uint64_t n = 1; n <= 2; n++) {
		assert_int_equal(
			RT_OK, rt_status(rt, &mem, NULL, 2, RT_NO_AFTER, &s));
		assert_string_equal("Bobby", s.post.display);
		assert_int_equal(n == 1, questions());
	}
}

/* ---- what a process remembers ------------------------------------------- */

/* All of them are found; only some of them without a query. */
TEST(ten_thousand_members_do_not_fill_the_memory)
{
	enum { MANY = 10000 };
	struct member_names names = { .visitor = NULL };
	size_t before = 0, asked = 0;

	redis("EVAL %s 0 %d",
	      "for i = 1, ARGV[1] do redis.call('HSET', 'user:' .. i,"
	      " 'username', 'm' .. i, 'display', 'M ' .. i) end",
	      MANY);
	for (int round = 0; round < 2; round++) {
		names.first = NULL;
		before = unit_calls("hmget");
		for (uint64_t from = 1; from <= MANY; from += 100) {
			struct rt_pipe p;

			names.first = NULL;
			rt_pipe_begin_lenient(&p, rt, &mem);
			for (uint64_t id = from; id < from + 100; id++)
				member_names_queue(&p, &names, id);
			assert_int_equal(RT_OK, rt_pipe_end(&p));
			for (uint64_t id = from; id < from + 100; id++)
				assert_string_equal(
					arena_printf(&mem, "M %d", (int)id),
					member_names_get(&names, id).display);
			member_names_remember(&names);
		}
		asked = unit_calls("hmget") - before;
	}
	assert_in_range(asked, MANY - 1024, MANY);
}

/* A name that none of our pages has stored is shown correctly, too. */
TEST(names_that_are_too_long_to_remember)
{
	redis("HSET user:2 display %s", arena_printf(&mem, "%0161d", 0));
	for (int i = 0; i < 2; i++)
		assert_string_equal(
			arena_printf(&mem, "%0161d: two, Anna: one", 0),
			shown(timeline_posts()));
	redis("HSET user:2 display Bobby");
	assert_string_equal("Bobby: two, Anna: one", shown(timeline_posts()));
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(a_changed_name_is_everywhere_within_ten_seconds),
		SITE(what_a_post_holds_is_not_shown),
		SITE(own_names_are_there_at_once),
		SITE(a_wrong_guess_of_the_author_is_not_shown),
		SITE(a_repost_shows_both_names_as_they_are_now),
		SITE(what_is_gone_or_odd_has_no_name),
		SITE(each_author_is_asked_for_once),
		SITE(a_profile_tells_its_own_name),
		SITE(a_status_remembers_its_author),
		SITE(ten_thousand_members_do_not_fill_the_memory),
		SITE(names_that_are_too_long_to_remember),
	};

	return RUN_REDIS(tests);
}
