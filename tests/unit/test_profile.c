/* A member's own posts, and how the visitor stands to that member. */
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

static int classic(void **state)
{
	return members(state) || strcmp(redis("DEL layout"), "1");
}

static struct rt_profile look(const char *secret, const char *name,
			      int64_t start)
{
	struct rt_profile p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK, rt_profile(rt, &mem, secret, name, start, &p));
	return p;
}

/* All pages one after the other, as the links lead; "|" ends a page. */
static const char *walk(const char *name)
{
	const char *text = "";
	int64_t start = 0, before;

	do {
		struct rt_profile p = look(NULL, name, start);

		assert_in_range(p.posts.n, 0, RT_PAGE);
		text = arena_printf(&mem, "%s%s|", text, unit_ids(&p.posts));
		before = start;
		start = p.older;
		assert_true(!start || start > before);
	} while (start);
	return text;
}

/* ---- who --------------------------------------------------------------- */

TEST(what_is_told_of_a_member)
{
	struct rt_user carol = unit_member("carol");
	struct rt_profile p;

	rt_follow(rt, &mem, alice.id, bob.id);
	rt_follow(rt, &mem, carol.id, bob.id);
	rt_follow(rt, &mem, bob.id, carol.id);
	unit_post(&bob, "hello");
	p = look(alice.secret, "bob", 0);
	assert_int_equal(alice.id, p.me.id);
	assert_int_equal(bob.id, p.user.id);
	assert_string_equal("bob", p.user.name);
	assert_int_equal(2, p.followers);
	assert_int_equal(1, p.following);
	assert_int_equal(1002, p.since);
	assert_true(p.followed);
	assert_string_equal("1", unit_ids(&p.posts));
	assert_string_equal("hello", p.posts.v[0].body);
	assert_int_equal(0, p.older);
}

/* A secret opens the session; nobody else's page may tell it. */
TEST(the_secret_of_another_stays_secret)
{
	assert_null(look(alice.secret, "bob", 0).user.secret);
	assert_null(look(NULL, "bob", 0).user.secret);
}

TEST(who_follows)
{
	rt_follow(rt, &mem, alice.id, bob.id);
	assert_true(look(alice.secret, "bob", 0).followed);
	assert_false(look(bob.secret, "alice", 0).followed);
	assert_false(look(bob.secret, "bob", 0).followed);
	assert_false(look(NULL, "bob", 0).followed);
	assert_false(look("forged", "bob", 0).followed);
	/* A hint that alice does not confirm. */
	redis("HSET auths forged 1");
	assert_false(look("forged", "bob", 0).followed);
	assert_int_equal(0, look("forged", "bob", 0).me.id);
}

TEST(unknown_members)
{
	static const char *const table[] = { "", "carol", "alice ", "ghost" };

	redis("HSET users ghost 99");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_profile p = look(alice.secret, table[i], 0);

		CHECK(table[i], p.user.id == 0);
		CHECK(table[i], p.me.id == alice.id);
		CHECK(table[i], p.posts.n == 0 && p.older == 0);
	}
}

TEST(names_in_other_letters)
{
	struct rt_user ann = unit_member("Ann Lee");

	redis("HSET names %s %d", "ann lee", (int)ann.id);
	assert_int_equal(alice.id, look(NULL, "ALICE", 0).user.id);
	assert_int_equal(ann.id, look(NULL, "Ann Lee", 0).user.id);
	assert_int_equal(ann.id, look(NULL, "ann lee", 0).user.id);
	assert_string_equal("Ann Lee", look(NULL, "ANN LEE", 0).user.name);
}

TEST(a_member_of_unknown_age)
{
	redis("ZREM users_by_time bob");
	assert_int_equal(0, look(NULL, "bob", 0).since);
}

/* ---- own posts --------------------------------------------------------- */

TEST(own_posts_only)
{
	rt_follow(rt, &mem, alice.id, bob.id);
	for (int i = 0; i < 3; i++) {
		unit_post(&alice, "mine");
		unit_post(&bob, "yours");
	}
	assert_string_equal("5 3 1|", walk("alice"));
	assert_string_equal("6 4 2|", walk("bob"));
}

TEST(pages)
{
	for (int i = 0; i < 25; i++)
		unit_post(&alice, "hello");
	assert_string_equal("25 24 23 22 21 20 19 18 17 16|"
			    "15 14 13 12 11 10 9 8 7 6|5 4 3 2 1|",
			    walk("alice"));
	assert_int_equal(10, look(NULL, "alice", 0).older);
	assert_int_equal(0, look(NULL, "alice", 15).older);
	assert_int_equal(0, look(NULL, "alice", 25).posts.n);
	assert_int_equal(0, look(NULL, "alice", RT_NO_START).posts.n);
}

TEST(posts_that_are_gone_are_skipped)
{
	for (int i = 0; i < 5; i++)
		unit_post(&alice, "hello");
	redis("DEL post:4");
	redis("HDEL post:2 body");
	assert_string_equal("5 3 1|", walk("alice"));
}

/* ---- not adopted: picked out of the home timeline ---------------------- */

/*
 * `n` posts in posts:1, the newest first.  Alice wrote those whose id `every`
 * divides, bob the others.
 */
static void classic_posts(int n, int every)
{
	static const char script[] =
		"for id = 1, ARGV[1] do "
		"local by = id % ARGV[2] == 0 and 1 or 2 "
		"redis.call('HMSET', 'post:' .. id, 'user_id', by,"
		" 'time', 1700000000 + id, 'body', 'post ' .. id) "
		"redis.call('LPUSH', 'posts:1', id) end";

	redis("EVAL %s 0 %d %d", script, n, every);
}

/* What walk() gives without its page ends. */
static const char *flat(const char *walked)
{
	char *to = arena_strdup(&mem, walked), *text = to;
	bool space = false;

	for (const char *from = walked; *from; from++) {
		if (*from == '|' || *from == ' ') {
			space = to > text;
			continue;
		}
		if (space)
			*to++ = ' ';
		space = false;
		*to++ = *from;
	}
	*to = '\0';
	return text;
}

static const char *multiples(int n, int every)
{
	const char *text = "";

	for (int id = n / every * every; id > 0; id -= every)
		text = arena_printf(&mem, "%s%s%d", text, *text ? " " : "",
				    id);
	return text;
}

TEST(picked_from_a_mixed_list)
{
	static const struct {
		int n, every;
	} table[] = {
		{ 1, 1 },      { 9, 1 },    { 10, 1 },    { 11, 1 },
		{ 25, 2 },     { 300, 1 },  { 301, 7 },   { 302, 29 },
		{ 640, 3 },    { 700, 31 }, { 900, 299 }, { 900, 301 },
		{ 1500, 600 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		redis("DEL posts:1");
		classic_posts(table[i].n, table[i].every);
		assert_string_equal(multiples(table[i].n, table[i].every),
				    flat(walk("alice")));
	}
}

TEST(picked_pages_are_full)
{
	classic_posts(100, 3);
	assert_int_equal(10, look(NULL, "alice", 0).posts.n);
	assert_string_equal("post 99", look(NULL, "alice", 0).posts.v[0].body);
	assert_string_equal("alice", look(NULL, "alice", 0).posts.v[0].name);
	assert_int_equal(0, look(NULL, "alice", 100).posts.n);
	assert_int_equal(0, look(NULL, "alice", RT_NO_START).posts.n);
	assert_int_equal(0, look(NULL, "alice", RT_NO_START).older);
}

TEST(picked_without_those_that_are_gone)
{
	classic_posts(40, 2);
	redis("DEL post:40 post:20");
	redis("HDEL post:38 body");
	assert_string_equal("36 34 32 30 28 26 24 22 18 16 14 12 10 8 6 4 2",
			    flat(walk("alice")));
}

TEST(our_posts_are_found_in_both)
{
	classic_posts(3, 2);
	redis("SET next_post_id 3");
	unit_post(&alice, "new");
	assert_string_equal("4 2|", walk("alice"));
	redis("SET layout 1");
	assert_string_equal("4|", walk("alice"));
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)
#define CLASSIC(test)                                                         \
	cmocka_unit_test_setup_teardown(test, classic, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(what_is_told_of_a_member),
		CLASSIC(what_is_told_of_a_member),
		OURS(the_secret_of_another_stays_secret),
		OURS(who_follows),
		OURS(unknown_members),
		OURS(names_in_other_letters),
		OURS(a_member_of_unknown_age),
		OURS(own_posts_only),
		CLASSIC(own_posts_only),
		OURS(pages),
		OURS(posts_that_are_gone_are_skipped),
		CLASSIC(picked_from_a_mixed_list),
		CLASSIC(picked_pages_are_full),
		CLASSIC(picked_without_those_that_are_gone),
		CLASSIC(our_posts_are_found_in_both),
	};

	return RUN_REDIS(tests);
}
