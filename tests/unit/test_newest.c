/*
 * Suggestions for a newcomer to follow: the newest members, except those
 * already followed.
 */
#include "unit.h"

static struct rt_user alice;

static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	for (int i = 1; i <= 8; i++)
		unit_member(arena_printf(&mem, "new%d", i));
	return 0;
}

static const char *faces_at(const char *secret, struct rt_place place)
{
	const char *text = "";
	struct rt_home h;

	memset(&h, 0x5a, sizeof h);
	assert_int_equal(RT_OK, rt_home(rt, &mem, secret, place, &h));
	for (size_t i = 0; i < h.faces.n; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? " " : "",
				    h.faces.v[i].name);
	return text;
}

static const char *faces(void)
{
	return faces_at(alice.secret, RT_NO_PLACE);
}

TEST(the_newest_five)
{
	assert_string_equal("new8 new7 new6 new5 new4", faces());
	assert_string_equal("", faces_at(NULL, RT_NO_PLACE));
	assert_string_equal("", faces_at("wrong", RT_NO_PLACE));
}

TEST(nobody_who_is_followed_and_not_oneself)
{
	redis("ZADD following:1 1 9 1 7 1 6 1 5");
	assert_string_equal("new7 new3 new2 new1", faces());
	redis("ZADD following:1 1 8 1 4 1 3 1 2");
	assert_string_equal("", faces());
}

TEST(nobody_who_is_gone)
{
	redis("HDEL users new8");
	redis("ZADD users_by_time 9999 nobody");
	assert_string_equal("new7 new6 new5 new4 new3", faces());
}

/* The process has to know an id before it can ask for a display name. */
TEST(by_their_display_names)
{
	struct rt_home h;

	unit_member("late");
	redis("HSET user:10 display %s", "Late L");
	assert_string_equal("late new8 new7 new6 new5", faces());
	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, alice.secret, RT_NO_PLACE, &h));
	assert_string_equal("late", h.faces.v[0].name);
	assert_string_equal("Late L", h.faces.v[0].display);
	assert_null(h.faces.v[1].display);
	redis("HSET user:10 username other");
	redis("HSET users other 10");
	redis("HDEL users late");
	assert_string_equal("new8 new7 new6 new5 new4", faces());
}

TEST(none_where_posts_are_and_none_beyond_the_end)
{
	struct rt_place second = { .start = RT_PAGE };

	assert_string_not_equal("", faces());
	assert_string_equal("", faces_at(alice.secret, second));
	unit_post(&alice, "hello");
	assert_string_equal("", faces());
}

/* However many have come, twenty are considered. */
TEST(not_further_than_twenty)
{
	for (int i = 9; i <= 28; i++) {
		struct rt_user one =
			unit_member(arena_printf(&mem, "new%d", i));

		if (i > 9)
			redis("ZADD following:1 1 %d", (int)one.id);
	}
	assert_string_equal("new9", faces());
	unit_member("last");
	assert_string_equal("last", faces());
}

TEST(a_key_of_another_type)
{
	redis("SET following:1 x");
	assert_string_equal("new8 new7 new6 new5 new4", faces());
	redis("SET users_by_time x");
	assert_string_equal("", faces());
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(the_newest_five),
		SITE(nobody_who_is_followed_and_not_oneself),
		SITE(nobody_who_is_gone),
		SITE(by_their_display_names),
		SITE(none_where_posts_are_and_none_beyond_the_end),
		SITE(not_further_than_twenty),
		SITE(a_key_of_another_type),
	};

	return RUN_REDIS(tests);
}
