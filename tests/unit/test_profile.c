/*
 * A member's own posts, and the relation between the visitor and that member.
 */
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

static struct rt_place at(int64_t start)
{
	return (struct rt_place){ .start = start };
}

static struct rt_profile look(const char *secret, const char *name,
			      int64_t start)
{
	struct rt_profile p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, secret, name, at(start), &p));
	return p;
}

/* All pages one after the other, following the links; "|" ends a page. */
static const char *walk(const char *name)
{
	const char *text = "";
	int64_t start = 0, before;

	do {
		struct rt_profile p = look(NULL, name, start);

		assert_in_range(p.posts.n, 0, RT_PAGE);
		text = arena_printf(&mem, "%s%s|", text, unit_ids(&p.posts));
		before = start;
		start = p.older.start;
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
	assert_int_equal(bob.id, p.member.id);
	assert_string_equal("bob", p.member.name);
	assert_int_equal(2, p.member.followers);
	assert_int_equal(1, p.member.following);
	assert_int_equal(1002, p.member.since);
	assert_true(p.member.followed);
	assert_string_equal("1", unit_ids(&p.posts));
	assert_string_equal("hello", p.posts.v[0].body);
	assert_int_equal(0, p.older.start);
}

TEST(who_follows)
{
	rt_follow(rt, &mem, alice.id, bob.id);
	assert_true(look(alice.secret, "bob", 0).member.followed);
	assert_false(look(bob.secret, "alice", 0).member.followed);
	assert_false(look(bob.secret, "bob", 0).member.followed);
	assert_false(look(NULL, "bob", 0).member.followed);
	assert_false(look("forged", "bob", 0).member.followed);
	/* A hint that alice's hash does not confirm. */
	redis("HSET auths forged 1");
	assert_false(look("forged", "bob", 0).member.followed);
	assert_int_equal(0, look("forged", "bob", 0).me.id);
}

TEST(unknown_members)
{
	static const char *const table[] = { "", "carol", "alice a", "ghost" };

	redis("HSET users ghost 99");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_profile p = look(alice.secret, table[i], 0);

		CHECK(table[i], p.member.id == 0);
		CHECK(table[i], p.me.id == alice.id);
		CHECK(table[i], p.posts.n == 0 && !p.older.start);
	}
}

TEST(names_in_other_letters)
{
	struct rt_user ann = unit_member("Ann Lee");

	redis("HSET names %s %d", "ann lee", (int)ann.id);
	assert_int_equal(alice.id, look(NULL, "ALICE", 0).member.id);
	assert_int_equal(ann.id, look(NULL, "Ann Lee", 0).member.id);
	assert_int_equal(ann.id, look(NULL, "ann lee", 0).member.id);
	assert_string_equal("Ann Lee", look(NULL, "ANN LEE", 0).member.name);
}

TEST(a_member_of_unknown_age)
{
	unit_member("old");
	redis("ZREM users_by_time old");
	assert_int_equal(0, look(NULL, "old", 0).member.since);
	redis("ZADD users_by_time 1000 old");
	assert_int_equal(1000, look(NULL, "old", 0).member.since);
}

/* It never changes, so it is not asked for again. */
TEST(a_member_of_remembered_age)
{
	time_t since = look(NULL, "bob", 0).member.since;

	assert_int_not_equal(0, since);
	redis("ZREM users_by_time bob");
	assert_int_equal(since, look(NULL, "bob", 0).member.since);
}

TEST(a_line_about_oneself)
{
	assert_null(look(NULL, "bob", 0).member.bio);
	redis("HSET user:2 bio %s", "I row.\xff");
	assert_string_equal("I row.\xef\xbf\xbd",
			    look(NULL, "bob", 0).member.bio);
	redis("HSET user:2 bio %s", "");
	assert_null(look(NULL, "bob", 0).member.bio);
}

/* ---- the visitor and the member ----------------------------------------- */

TEST(who_follows_me)
{
	rt_follow(rt, &mem, bob.id, alice.id);
	assert_true(look(alice.secret, "bob", 0).member.follows_me);
	assert_false(look(bob.secret, "alice", 0).member.follows_me);
	assert_false(look(alice.secret, "alice", 0).member.follows_me);
	assert_false(look(NULL, "bob", 0).member.follows_me);
	assert_false(look("forged0000000000000000000000000000001", "bob", 0)
			     .member.follows_me);
}

/*
 * A secret that contains its owner's id, here alice's; those of unit.c do not.
 */
#define OURS_1    "0123456789abcdef0123456789abcdef1"
#define CLASSIC_1 "secret0of0alice"

/* What alice's profile shows to the owner of that secret: "2: carol dave" */
static const char *known(const char *secret, const char *name)
{
	struct rt_member m = look(secret, name, 0).member;
	const char *text = arena_printf(&mem, "%d:", (int)m.known);

	for (size_t i = 0; i < RT_KNOWN; i++)
		if (m.known_who[i].name)
			text = arena_printf(&mem, "%s %s", text,
					    m.known_who[i].name);
	return text;
}

/* Alice signs in, and carol, dave, erin and frank are members 3 to 6. */
static void know_four(void)
{
	static const char *const names[] = { "carol", "dave", "erin",
					     "frank" };

	redis("HSET user:1 auth " OURS_1);
	for (size_t i = 0; i < COUNT(names); i++)
		unit_member(names[i]);
	redis("ZADD following:1 10 3 11 4 12 5 13 6 14 98");
	redis("ZADD followers:2 1 3 1 4 1 5 1 6 1 99");
}

TEST(followers_one_knows)
{
	know_four();
	/* Those whom the visitor has followed most recently come first. */
	assert_string_equal("4: frank erin dave", known(OURS_1, "bob"));
	redis("ZREM following:1 4 5");
	assert_string_equal("2: frank carol", known(OURS_1, "bob"));
	/*
	 * Without this change in numbers, the line would be kept for a minute.
	 */
	redis("DEL user:6");
	redis("ZADD followers:2 1 97");
	assert_string_equal("2: carol", known(OURS_1, "bob"));
	redis("ZREM followers:2 3 6");
	assert_string_equal("0:", known(OURS_1, "bob"));
}

TEST(who_knows_nobody)
{
	know_four();
	assert_string_equal("0:", known(NULL, "bob"));
	redis("HSET user:1 auth another");
	assert_string_equal("0:", known(OURS_1, "bob"));
	/* Its owner is known too late. */
	redis("HSET user:1 auth " CLASSIC_1);
	assert_string_equal("0:", known(CLASSIC_1, "bob"));
	assert_int_equal(1, look(CLASSIC_1, "bob", 0).me.id);
}

/* The process remembers the line for alice from when she was signed in. */
TEST(a_remembered_line_is_for_its_visitor_alone)
{
	know_four();
	rt_follow(rt, &mem, bob.id, alice.id);
	assert_string_equal("4: frank erin dave", known(OURS_1, "bob"));
	assert_string_equal("4: frank erin dave", known(OURS_1, "bob"));
	assert_string_equal("0:", known(NULL, "bob"));
	assert_string_equal("0:",
			    known("0123456789abcdef0123456789abcdef3", "bob"));
	redis("HSET user:1 auth another");
	assert_string_equal("0:", known(OURS_1, "bob"));
	assert_false(look(OURS_1, "bob", 0).member.follows_me);
}

TEST(a_remembered_line_ends_with_a_follower)
{
	struct rt_removal removal;

	know_four();
	redis("ZADD followers:3 1 1");
	assert_string_equal("4: frank erin dave", known(OURS_1, "bob"));
	rt_follow(rt, &mem, 7, bob.id);
	rt_follow(rt, &mem, alice.id, 7);
	redis("HSET user:7 username gina");
	assert_string_equal("5: gina frank erin", known(OURS_1, "bob"));
	rt_unfollow(rt, &mem, 7, bob.id);
	assert_string_equal("4: frank erin dave", known(OURS_1, "bob"));
	rt_unfollow(rt, &mem, alice.id, 6);
	assert_string_equal("3: erin dave carol", known(OURS_1, "bob"));
	redis("ZADD following:5 1 2");
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "erin", &removal));
	assert_int_equal(RT_OK, rt_remove_member(rt, &removal, NULL));
	assert_string_equal("2: dave carol", known(OURS_1, "bob"));
}

/* ---- a name that the process remembers ---------------------------------- */

TEST(a_remembered_name_that_somebody_else_has_taken)
{
	for (int i = 0; i < 2; i++)
		assert_int_equal(bob.id, look(NULL, "bob", 0).member.id);
	unit_post(&bob, "old");
	redis("DEL user:2");
	redis("HSET users bob 9");
	redis("HSET user:9 username bob bio new");
	for (int i = 0; i < 2; i++) {
		struct rt_profile p = look(NULL, "bob", 0);

		assert_int_equal(9, p.member.id);
		assert_string_equal("new", p.member.bio);
		assert_int_equal(0, p.posts.n);
	}
}

TEST(a_remembered_name_that_is_gone)
{
	assert_int_equal(bob.id, look(NULL, "bob", 0).member.id);
	redis("HDEL users bob");
	assert_int_equal(0, look(NULL, "bob", 0).member.id);
	redis("HSET users bob 2");
	assert_int_equal(bob.id, look(NULL, "bob", 0).member.id);
	redis("DEL user:2");
	assert_int_equal(0, look(NULL, "bob", 0).member.id);
	/* An older member, with different capitals. */
	redis("HDEL users bob");
	redis("HSET names bob 1");
	assert_string_equal("alice", look(NULL, "bob", 0).member.name);
	assert_string_equal("alice", look(NULL, "bob", 0).member.name);
}

TEST(what_a_remembered_member_reposts)
{
	uint64_t id = unit_post(&alice, "seen");

	look(NULL, "bob", 0);
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &bob, id));
	for (int i = 0; i < 2; i++) {
		struct rt_profile p = look(NULL, "bob", 0);

		assert_int_equal(1, p.posts.n);
		assert_string_equal("seen", p.posts.v[0].body);
		assert_string_equal("bob", p.posts.v[0].reposter);
	}
}

TEST(nobody_knows_oneself)
{
	redis("HSET user:1 auth " OURS_1);
	redis("ZADD following:1 1 1 1 2");
	redis("ZADD followers:2 1 1 1 2");
	redis("ZADD followers:1 1 2");
	assert_string_equal("0:", known(OURS_1, "bob"));
	assert_string_equal("0:", known(OURS_1, "alice"));
}

TEST(a_hundred_followed_last_are_looked_at)
{
	know_four();
	redis("ZREM followers:2 4 5 6");
	redis("EVAL %s 0", "for i = 1, 95 do redis.call('ZADD', "
			   "'following:1', 1000 + i, 1000 + i) end");
	assert_string_equal("1: carol", known(OURS_1, "bob"));
	redis("ZADD following:1 3000 3000");
	assert_string_equal("0:", known(OURS_1, "bob"));
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
	assert_int_equal(10, look(NULL, "alice", 0).older.start);
	assert_int_equal(0, look(NULL, "alice", 15).older.start);
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

/* ---- not adopted: filtered from the home timeline ----------------------- */

/*
 * `n` posts in posts:1, newest first. Alice wrote those whose id is divisible
 * by `every`, bob the others.
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

/* The result of walk() without the ends of its pages. */
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
	assert_int_equal(0, look(NULL, "alice", RT_NO_START).older.start);
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
		OURS(who_follows),
		OURS(unknown_members),
		OURS(names_in_other_letters),
		OURS(a_member_of_unknown_age),
		OURS(a_member_of_remembered_age),
		OURS(a_line_about_oneself),
		OURS(who_follows_me),
		OURS(followers_one_knows),
		CLASSIC(followers_one_knows),
		OURS(who_knows_nobody),
		OURS(a_remembered_line_is_for_its_visitor_alone),
		OURS(a_remembered_line_ends_with_a_follower),
		OURS(a_remembered_name_that_somebody_else_has_taken),
		OURS(a_remembered_name_that_is_gone),
		OURS(what_a_remembered_member_reposts),
		CLASSIC(what_a_remembered_member_reposts),
		OURS(nobody_knows_oneself),
		OURS(a_hundred_followed_last_are_looked_at),
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
