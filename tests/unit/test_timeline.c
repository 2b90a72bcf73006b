/* The two timelines: a member's own, and everybody's. */
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

static void write_posts(int n)
{
	for (int i = 0; i < n; i++)
		unit_post(i % 2 ? &bob : &alice, "hello");
}

/* Ids from `from` down to `to`, as text; "" for none. */
static const char *down(int from, int to)
{
	const char *text = "";

	for (int id = from; id >= to && id > 0; id--)
		text = arena_printf(&mem, "%s%s%d", text, *text ? " " : "",
				    id);
	return text;
}

static struct rt_home home_at(struct rt_place place)
{
	struct rt_home h;

	memset(&h, 0x5a, sizeof h);
	assert_int_equal(RT_OK, rt_home(rt, &mem, alice.secret, place, &h));
	return h;
}

static struct rt_home home(int64_t start)
{
	return home_at((struct rt_place){ .start = start });
}

static struct rt_public everybody(const char *secret)
{
	struct rt_public p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK, rt_public(rt, &mem, secret, RT_NO_PLACE, &p));
	return p;
}

/* ---- home -------------------------------------------------------------- */

TEST(pages_of_ten)
{
	static const struct {
		int posts;
		int64_t start;
		int from, to;
		int64_t older;
	} table[] = {
		{ 0, 0, 0, 1, 0 },     { 1, 0, 1, 1, 0 },
		{ 10, 0, 10, 1, 0 },   { 11, 0, 11, 2, 10 },
		{ 11, 10, 1, 1, 0 },   { 20, 10, 10, 1, 0 },
		{ 25, 0, 25, 16, 10 }, { 25, 10, 15, 6, 20 },
		{ 25, 20, 5, 1, 0 },   { 25, 7, 18, 9, 17 },
		{ 25, 24, 1, 1, 0 },   { 25, 25, 0, 1, 0 },
		{ 25, 1000, 0, 1, 0 }, { 25, RT_NO_START, 0, 1, 0 },
	};

	rt_follow(rt, &mem, alice.id, bob.id);
	for (size_t i = 0, written = 0; i < COUNT(table); i++) {
		struct rt_home h;

		write_posts(table[i].posts - (int)written);
		written = (size_t)table[i].posts;
		h = home(table[i].start);
		assert_string_equal(down(table[i].from, table[i].to),
				    unit_ids(&h.posts));
		assert_int_equal(table[i].older, h.older.start);
	}
}

TEST(who_sees_it_and_the_counts)
{
	struct rt_user carol = unit_member("carol");
	struct rt_home h;

	rt_follow(rt, &mem, alice.id, bob.id);
	rt_follow(rt, &mem, bob.id, alice.id);
	rt_follow(rt, &mem, carol.id, alice.id);
	unit_post(&bob, "from bob");
	h = home(0);
	assert_int_equal(alice.id, h.me.id);
	assert_string_equal("alice", h.me.name);
	assert_string_equal(alice.secret, h.me.secret);
	assert_int_equal(2, h.followers);
	assert_int_equal(1, h.following);
	assert_int_equal(1, h.posts.n);
	assert_string_equal("bob", h.posts.v[0].name);
	assert_int_equal(bob.id, h.posts.v[0].user_id);
	assert_string_equal("from bob", h.posts.v[0].body);
	assert_in_range(h.posts.v[0].time, time(NULL) - 60, unit_second());
}

/* A visitor who is not signed in gets nothing about anybody. */
TEST(nobody_s_home)
{
	const char *const table[] = { NULL, "", "forged", "hinted",
				      secret_new_for(&mem, alice.id) };

	rt_follow(rt, &mem, bob.id, alice.id);
	write_posts(30);
	redis("HSET auths hinted 1");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_home h;

		memset(&h, 0x5a, sizeof h);
		assert_int_equal(RT_OK,
				 rt_home(rt, &mem, table[i], RT_NO_PLACE, &h));
		assert_int_equal(0, h.me.id);
		assert_int_equal(0, h.posts.n);
		assert_int_equal(0, h.followers);
		assert_int_equal(0, h.following);
		assert_int_equal(0, h.older.start);
	}
}

TEST(posts_that_are_gone_are_skipped)
{
	struct rt_home h;

	unit_timeline(alice.id);
	write_posts(12);
	redis("DEL post:11");
	redis("HDEL post:9 body");
	redis("HDEL post:7 user_id");
	redis("LPUSH posts:1 none");
	h = home(0);
	assert_string_equal("5 3 1", unit_ids(&h.posts));
	assert_int_equal(0, h.older.start);
}

/* Home reads on if posts are gone, as far as three pages. */
TEST(paging_over_posts_that_are_gone)
{
	static const struct {
		int gone_from, gone_to;
		const char *shown;
		int64_t older;
		uint64_t last;
	} table[] = {
		{ 15, 15, "14 13 12 11 10 9 8 7 6 5", 11, 5 },
		{ 1, 10, "15 14 13 12 11", 0, 0 },
		{ 6, 15, "5 4 3 2 1", 0, 0 },
		{ 2, 9, "15 14 13 12 11 10 1", 0, 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_home h;

		redis("FLUSHALL");
		members(NULL);
		rt_follow(rt, &mem, alice.id, bob.id);
		write_posts(15);
		for (int id = table[i].gone_from; id <= table[i].gone_to; id++)
			redis("DEL post:%d", id);
		h = home(0);
		assert_string_equal(table[i].shown, unit_ids(&h.posts));
		assert_int_equal(table[i].older, h.older.start);
		assert_int_equal(table[i].last, h.older.after);
	}
}

TEST(a_stretch_that_is_gone_makes_no_short_page)
{
	struct rt_home h;

	rt_follow(rt, &mem, alice.id, bob.id);
	write_posts(45);
	for (int id = 10; id <= 44; id++)
		redis("DEL post:%d", id);
	h = home(0);
	assert_string_equal("45 9 8 7 6 5 4 3 2 1", unit_ids(&h.posts));
	assert_int_equal(0, h.older.start);
}

/* Page 2 neither repeats nor skips, whatever happened to the list. */
TEST(pages_stay_put)
{
	static const char *const meanwhile[] = {
		"LPUSH posts:1 99 98 97",
		"LREM posts:1 0 20",
		"PING",
	};

	for (size_t i = 0; i < COUNT(meanwhile); i++) {
		struct rt_home first, second;

		redis("FLUSHALL");
		members(NULL);
		rt_follow(rt, &mem, alice.id, bob.id);
		write_posts(25);
		first = home(0);
		assert_string_equal("25 24 23 22 21 20 19 18 17 16",
				    unit_ids(&first.posts));
		redis_line(meanwhile[i]);
		second = home_at(first.older);
		assert_string_equal("15 14 13 12 11 10 9 8 7 6",
				    unit_ids(&second.posts));
	}
}

/* Without its mark a page begins at the given place. */
TEST(a_mark_that_is_gone)
{
	struct rt_home h;

	rt_follow(rt, &mem, alice.id, bob.id);
	write_posts(15);
	redis("LREM posts:1 0 6");
	h = home_at((struct rt_place){ .start = 10, .after = 6 });
	assert_string_equal("5 4 3 2 1", unit_ids(&h.posts));
	h = home_at((struct rt_place){ .after = 999 });
	assert_int_equal(10, h.posts.n);
	assert_int_equal(10, h.older.start);
}

TEST(posts_by_php_take_their_author_s_name)
{
	struct rt_home h;

	redis("HMSET post:5 user_id 2 time 1700000000 body %s", "from PHP");
	redis("HMSET post:6 user_id 99 time 1700000000 body %s", "whose?");
	redis("RPUSH posts:1 6 5");
	h = home(0);
	assert_string_equal("5", unit_ids(&h.posts));
	assert_string_equal("bob", h.posts.v[0].name);
	assert_string_equal("from PHP", h.posts.v[0].body);
	assert_int_equal(1700000000, h.posts.v[0].time);
}

TEST(bodies_are_cleaned)
{
	redis("HMSET post:5 user_id 2 time 1 username bob body %s",
	      "bad\xff\x01\r\nline");
	redis("RPUSH posts:1 5");
	assert_string_equal("bad\xef\xbf\xbd\xef\xbf\xbd\nline",
			    home(0).posts.v[0].body);
}

/* ---- everybody's ------------------------------------------------------- */

TEST(the_newest_fifty)
{
	struct rt_public p;

	write_posts(60);
	p = everybody(NULL);
	assert_string_equal(down(60, 11), unit_ids(&p.posts));
	assert_int_equal(0, p.me.id);
	redis("DEL post:60 post:30");
	p = everybody(NULL);
	assert_int_equal(48, p.posts.n);
	assert_int_equal(59, p.posts.v[0].id);
}

TEST(the_newest_members)
{
	struct rt_public p = everybody(NULL);

	assert_string_equal("bob", p.newest[0].name);
	assert_string_equal("alice", p.newest[1].name);
	for (int i = 2; i < RT_NEWEST; i++)
		assert_null(p.newest[i].name);
	for (int i = 0; i < 12; i++)
		unit_member(arena_printf(&mem, "member%d", i));
	p = everybody(NULL);
	for (int i = 0; i < RT_NEWEST; i++)
		assert_string_equal(arena_printf(&mem, "member%d", 11 - i),
				    p.newest[i].name);
}

TEST(an_empty_site)
{
	struct rt_public p;

	redis("FLUSHALL");
	p = everybody(NULL);
	assert_int_equal(0, p.posts.n);
	assert_null(p.newest[0].name);
}

TEST(who_reads_it)
{
	assert_int_equal(alice.id, everybody(alice.secret).me.id);
	assert_int_equal(0, everybody("forged").me.id);
	assert_int_equal(0, everybody(secret_new_for(&mem, 1)).me.id);
}

TEST(posts_by_php_are_among_them)
{
	struct rt_public p;

	redis("HMSET post:5 user_id 1 time 1700000000 body php");
	redis("HMSET post:6 user_id 2 time 1 body ours username bob");
	redis("RPUSH timeline 6 5");
	p = everybody(NULL);
	assert_string_equal("6 5", unit_ids(&p.posts));
	assert_string_equal("bob", p.posts.v[0].name);
	assert_string_equal("alice", p.posts.v[1].name);
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(pages_of_ten),
		SITE(who_sees_it_and_the_counts),
		SITE(nobody_s_home),
		SITE(posts_that_are_gone_are_skipped),
		SITE(paging_over_posts_that_are_gone),
		SITE(a_stretch_that_is_gone_makes_no_short_page),
		SITE(pages_stay_put),
		SITE(a_mark_that_is_gone),
		SITE(posts_by_php_take_their_author_s_name),
		SITE(bodies_are_cleaned),
		SITE(the_newest_fifty),
		SITE(the_newest_members),
		SITE(an_empty_site),
		SITE(who_reads_it),
		SITE(posts_by_php_are_among_them),
	};

	return RUN_REDIS(tests);
}
