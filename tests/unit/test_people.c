/* Followers, and whom a member follows. */
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

static struct rt_people look(const char *secret, const char *name,
			     enum rt_side side, int64_t start)
{
	struct rt_people p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK,
			 rt_people(rt, &mem, secret, name, side, start, &p));
	return p;
}

static const char *names(const struct rt_people *p)
{
	const char *text = "";

	for (size_t i = 0; i < p->list.n; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? " " : "",
				    p->list.v[i].name);
	return text;
}

static const char *listed(const char *name, enum rt_side side, int64_t start)
{
	struct rt_people p = look(NULL, name, side, start);

	return names(&p);
}

/* Members fan1 to fanN follow bob, one a second. */
static void add_fans(int n)
{
	for (int i = 1; i <= n; i++) {
		struct rt_user fan =
			unit_member(arena_printf(&mem, "fan%d", i));

		redis("ZADD followers:2 %d %d", 1000 + i, (int)fan.id);
	}
}

TEST(both_sides_the_newest_first)
{
	struct rt_user carol = unit_member("carol");

	redis("ZADD followers:2 1001 %d 1000 1", (int)carol.id);
	redis("ZADD following:2 1003 1 1002 %d", (int)carol.id);
	assert_string_equal("carol alice", listed("bob", RT_FOLLOWERS, 0));
	assert_string_equal("alice carol", listed("bob", RT_FOLLOWING, 0));
	assert_string_equal("", listed("alice", RT_FOLLOWERS, 0));
	assert_string_equal("", listed("alice", RT_FOLLOWING, 0));
}

TEST(what_is_told_of_the_member)
{
	struct rt_people p;

	redis("HSET user:2 bio hello");
	rt_follow(rt, &mem, alice.id, bob.id);
	p = look(alice.secret, "BOB", RT_FOLLOWERS, 0);
	assert_int_equal(alice.id, p.me.id);
	assert_int_equal(bob.id, p.member.id);
	assert_string_equal("bob", p.member.name);
	assert_string_equal("hello", p.member.bio);
	assert_int_equal(1, p.member.followers);
	assert_int_equal(0, p.member.following);
	assert_int_equal(1002, p.member.since);
	assert_true(p.member.followed);
	assert_false(p.member.follows_me);
}

TEST(a_line_goes_with_each_name)
{
	struct rt_people p;

	redis("HSET user:1 bio %s", "two\x01lines");
	rt_follow(rt, &mem, alice.id, bob.id);
	p = look(NULL, "bob", RT_FOLLOWERS, 0);
	assert_string_equal("two\xef\xbf\xbdlines", p.list.v[0].bio);
	redis("HSET user:1 bio %s", "");
	p = look(NULL, "bob", RT_FOLLOWERS, 0);
	assert_null(p.list.v[0].bio);
}

TEST(pages)
{
	struct rt_people p;

	add_fans(RT_PEOPLE);
	p = look(NULL, "bob", RT_FOLLOWERS, 0);
	assert_int_equal(RT_PEOPLE, p.list.n);
	assert_int_equal(0, p.older);
	redis("ZADD followers:2 1 1");
	p = look(NULL, "bob", RT_FOLLOWERS, 0);
	assert_int_equal(RT_PEOPLE, p.list.n);
	assert_string_equal(arena_printf(&mem, "fan%d", RT_PEOPLE),
			    p.list.v[0].name);
	assert_string_equal("fan1", p.list.v[RT_PEOPLE - 1].name);
	assert_int_equal(RT_PEOPLE, p.older);
	assert_string_equal("alice", listed("bob", RT_FOLLOWERS, p.older));
	assert_string_equal("fan2 fan1 alice",
			    listed("bob", RT_FOLLOWERS, RT_PEOPLE - 2));
}

TEST(beyond_the_end)
{
	struct rt_people p;

	add_fans(2);
	assert_string_equal("", listed("bob", RT_FOLLOWERS, 2));
	p = look(alice.secret, "bob", RT_FOLLOWERS, RT_NO_START);
	assert_int_equal(0, p.list.n);
	assert_int_equal(0, p.older);
	assert_int_equal(2, p.member.followers);
	assert_int_equal(alice.id, p.me.id);
}

TEST(who_is_gone_is_skipped)
{
	add_fans(3);
	redis("DEL user:4");
	redis("HDEL user:3 username");
	redis("ZADD followers:2 9999 nonsense");
	assert_string_equal("fan3", listed("bob", RT_FOLLOWERS, 0));
}

/* For example while a member is being removed: others take the places. */
TEST(a_page_is_full_where_some_are_gone)
{
	struct rt_people p;

	add_fans(50);
	for (int id = 52; id > 22; id--)
		redis("DEL user:%d", id);
	p = look(alice.secret, "bob", RT_FOLLOWERS, 0);
	assert_int_equal(RT_PEOPLE, p.list.n);
	p = look(alice.secret, "bob", RT_FOLLOWERS, p.older);
	assert_int_equal(20 - RT_PEOPLE, p.list.n);
	assert_int_equal(0, p.older);
}

TEST(names_of_any_form)
{
	struct rt_user ann = unit_member("Ann Lee 50%");

	redis("HSET names %s %d", "ann lee 50%", (int)ann.id);
	rt_follow(rt, &mem, ann.id, bob.id);
	rt_follow(rt, &mem, bob.id, ann.id);
	assert_string_equal("Ann Lee 50%", listed("bob", RT_FOLLOWERS, 0));
	assert_string_equal("bob", listed("ann lee 50%", RT_FOLLOWERS, 0));
}

TEST(unknown_members)
{
	static const char *const table[] = { "", "carol", "bob b", "ghost" };

	redis("HSET users ghost 99");
	redis("ZADD followers:99 1 1");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_people p =
			look(alice.secret, table[i], RT_FOLLOWERS, 0);

		CHECK(table[i], p.member.id == 0 && !p.member.name);
		CHECK(table[i], p.me.id == alice.id);
		CHECK(table[i], p.list.n == 0 && p.older == 0);
	}
}

/* Each row says whether the visitor follows that member, further down, too. */
TEST(whom_the_visitor_follows)
{
	struct rt_people p;

	add_fans(120);
	redis("ZADD following:1 1 122 1 100 1 90");
	for (int id = 121; id > 100; id--)
		redis("DEL user:%d", id);
	p = look(alice.secret, "bob", RT_FOLLOWERS, 0);
	assert_int_equal(RT_PEOPLE, p.list.n);
	for (size_t i = 0; i < p.list.n; i++) {
		uint64_t id = p.list.v[i].id;

		assert_int_equal(id == 122 || id == 100 || id == 90,
				 p.list.v[i].followed);
	}
	p = look(NULL, "bob", RT_FOLLOWERS, 0);
	assert_false(p.list.v[0].followed);
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(both_sides_the_newest_first),
		OURS(what_is_told_of_the_member),
		OURS(a_line_goes_with_each_name),
		OURS(pages),
		OURS(beyond_the_end),
		OURS(who_is_gone_is_skipped),
		OURS(a_page_is_full_where_some_are_gone),
		OURS(names_of_any_form),
		OURS(whom_the_visitor_follows),
		OURS(unknown_members),
	};

	return RUN_REDIS(tests);
}
