/* The page of notifications: what it shows, and what is then read. */
#include "libretwis/member/notice.h"
#include "base/secret.h"
#include "unit.h"

static struct rt_user alice, bob;

/* Bob wrote posts 1 and 2. */
static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	unit_member("carol");
	unit_member("dora");
	unit_member("emil");
	unit_post(&bob, "one");
	unit_post(&bob, "two");
	return 0;
}

/* This many microseconds after the beginning of the year 2000. */
static void told(const char *entry, int us)
{
	redis("ZADD notices:2 NX 0 seen");
	redis("ZADD notices:2 %lld %s", 946684800000000LL + us, entry);
}

static struct rt_notices look(void)
{
	struct rt_notices n;

	memset(&n, 0x5a, sizeof n);
	assert_int_equal(RT_OK, rt_notices(rt, &mem, bob.secret, &n));
	assert_int_equal(bob.id, n.me.id);
	return n;
}

static uint64_t unread(void)
{
	struct rt_user me;

	assert_int_equal(RT_OK, rt_session(rt, &mem, bob.secret, &me));
	return me.unread;
}

/* "like 1 3 dora alice carol*": kind, post, how many, who, and * if new. */
static const char *line(const struct rt_notice *n)
{
	static const char *const kinds[] = { "mention", "reply", "conversation",
					     "like", "repost", "follow" };
	const char *text = arena_printf(&mem, "%s %d %d", kinds[n->kind],
					(int)n->post.id, (int)n->n);

	for (size_t i = 0; i < RT_NOTICE_NAMES && n->who[i].name; i++)
		text = arena_printf(&mem, "%s %s", text, n->who[i].name);
	return arena_printf(&mem, "%s%s", text, n->is_new ? "*" : "");
}

static const char *lines(const struct rt_notices *n)
{
	const char *text = "";

	for (size_t i = 0; i < n->n; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? "|" : "",
				    line(&n->v[i]));
	return text;
}

static void check(const char *expected)
{
	struct rt_notices n = look();

	assert_string_equal(expected, lines(&n));
}

static void seen(struct rt_notices *n)
{
	assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, n));
}

/* ---- contents ----------------------------------------------------------- */

TEST(nothing)
{
	struct rt_notices n = look();

	assert_int_equal(0, n.n);
	assert_int_equal(0, n.me.unread);
	seen(&n);
	assert_redis("0", "EXISTS notices:2");
}

TEST(one_of_each_the_newest_first)
{
	struct rt_notices n;

	unit_post(&alice, "hello @bob");
	told("mention 3 1", 1);
	told("reply 3 1", 2000000);
	told("like 1 3", 3);
	told("repost 2 4", 4);
	told("follow 0 5", 5);
	redis("ZADD notices:2 %lld seen", 946684800000003LL);
	n = look();
	assert_string_equal("reply 3 1 alice*|follow 0 1 emil*|"
			    "repost 2 1 dora*|like 1 1 carol|"
			    "mention 3 1 alice",
			    lines(&n));
	assert_int_equal(946684802, n.v[0].time);
	assert_int_equal(946684800, n.v[1].time);
	assert_string_equal("alice", n.v[0].post.name);
	assert_string_equal("hello @bob", n.v[0].post.body);
	assert_string_equal("bob", n.v[2].post.name);
	assert_int_equal(3, n.me.unread);
}

TEST(likes_of_one_post_are_one)
{
	told("like 1 1", 1);
	check("like 1 1 alice*");
	told("like 1 3", 2);
	check("like 1 2 carol alice*");
	told("like 1 4", 3);
	check("like 1 3 dora carol alice*");
	told("like 1 5", 4);
	check("like 1 4 emil dora carol*");
}

TEST(they_stand_where_the_newest_of_them_stands)
{
	struct rt_notices n;

	told("like 1 1", 1);
	told("follow 0 3", 2);
	told("like 2 1", 3);
	redis("ZADD notices:2 %lld seen", 946684800000003LL);
	check("like 2 1 alice|follow 0 1 carol|like 1 1 alice");
	told("like 1 3", 4000000);
	n = look();
	assert_string_equal("like 1 2 carol alice*|like 2 1 alice|"
			    "follow 0 1 carol",
			    lines(&n));
	assert_int_equal(946684804, n.v[0].time);
	assert_int_equal(1, n.me.unread);
}

TEST(what_is_not_one)
{
	told("like 1 1", 1);
	told("repost 1 1", 2);
	told("repost 1 3", 3);
	told("like 2 1", 4);
	told("follow 0 1", 5);
	told("follow 0 3", 6);
	told("mention 2 1", 7);
	told("mention 2 3", 8);
	check("mention 2 1 carol*|mention 2 1 alice*|follow 0 2 carol alice*|"
	      "like 2 1 alice*|repost 1 2 carol alice*|like 1 1 alice*");
}

TEST(followers_are_one_and_the_earlier_ones_another)
{
	told("follow 0 1", 1);
	told("follow 0 3", 2);
	redis("ZADD notices:2 %lld seen", 946684800000002LL);
	check("follow 0 2 carol alice");
	told("follow 0 4", 3);
	check("follow 0 1 dora*|follow 0 2 carol alice");
	told("follow 0 5", 4);
	check("follow 0 2 emil dora*|follow 0 2 carol alice");
}

TEST(two_hundred_of_them)
{
	static const char script[] =
		"for i = 1, 200 do "
		"redis.call('HSET', 'post:' .. i, 'user_id', 1, "
		"'username', 'alice', 'body', 'x') "
		"redis.call('HSET', 'user:' .. 1000 + i, 'username', 'u') "
		"redis.call('ZADD', 'notices:2', i, "
		"'mention ' .. i .. ' ' .. 1000 + i) end "
		"redis.call('ZADD', 'notices:2', 0, 'seen')";
	struct rt_notices n;

	redis("EVAL %s 0", script);
	n = look();
	assert_int_equal(200, n.n);
	assert_int_equal(200, n.me.unread);
	assert_string_equal("mention 200 1 u*", line(&n.v[0]));
	assert_string_equal("mention 1 1 u*", line(&n.v[199]));
	seen(&n);
	assert_int_equal(0, unread());
}

/* ---- deleted posts and members ------------------------------------------ */

TEST(gone_posts_and_members_are_passed_over)
{
	struct rt_notices n;

	told("like 1 1", 1);
	told("like 1 3", 2);
	told("like 2 3", 3);
	told("mention 99 1", 4);
	told("follow 0 3", 5);
	redis("DEL user:3 post:2");
	n = look();
	assert_string_equal("like 1 1 alice*", lines(&n));
	assert_int_equal(5, n.me.unread);
	seen(&n);
	assert_int_equal(0, n.me.unread);
	assert_int_equal(0, unread());
	assert_redis("like 1 1 seen", "ZRANGE notices:2 0 -1");
	/* Now there is nothing more to remove. */
	n = look();
	assert_int_equal(0, n.gone_n);
	assert_string_equal("like 1 1 alice", lines(&n));
}

/* Out of many only three are looked up, and nobody is shown without a name. */
TEST(those_who_would_be_named_are_gone)
{
	struct rt_notices n;

	for (int id = 1; id <= 5; id++)
		told(arena_printf(&mem, "like 1 %d", id == 2 ? 6 : id), id);
	redis("HSET user:6 username fay");
	redis("DEL user:5");
	n = look();
	assert_string_equal("like 1 4 dora carol*", lines(&n));
	assert_int_equal(2, n.v[0].names);
	assert_int_equal(4, n.v[0].by);
	redis("DEL user:4 user:3");
	n = look();
	assert_string_equal("", lines(&n));
	seen(&n);
	check("like 1 2 fay alice");
}

/* They are kept: a newer program may know them. */
TEST(entries_that_nobody_here_wrote)
{
	static const char *const table[] = {
		"",          "x",         "like",       "like ",
		"like 1",    "like 1 ",   "like 1 2 3", "likes 1 1",
		"lik 1 1",   "like -1 1", "like 1 -1",  "like x 1",
		"like 1 1x", "like  1 1", "like 1  1",  " like 1 1",
		"like 1 1 ", "quote 1 1", "Like 1 1",   "like 1\t1",
		"seen 1 1",
	};
	struct rt_notices n;

	for (size_t i = 0; i < COUNT(table); i++)
		told(table[i], 1 + (int)i);
	told("like 1 1", 100);
	n = look();
	assert_string_equal("like 1 1 alice*", lines(&n));
	seen(&n);
	assert_int_equal(0, unread());
	assert_int_equal(COUNT(table) + 2, redis_number("ZCARD notices:2"));
}

/* Only a mark, as when everything was taken back. */
TEST(nothing_but_the_mark)
{
	struct rt_notices n;

	redis("ZADD notices:2 5 seen");
	n = look();
	assert_int_equal(0, n.n);
	assert_int_equal(0, n.me.unread);
	redis("DEL notices:2");
	redis("ZADD notices:2 5 %s", "like 1 1");
	n = look();
	assert_string_equal("like 1 1 alice", lines(&n));
	assert_int_equal(0, n.me.unread);
}

/* ---- reading ------------------------------------------------------------ */

TEST(what_comes_meanwhile_stays_unread)
{
	struct rt_notices n;

	told("like 1 1", 1);
	n = look();
	told("like 1 3", 2);
	seen(&n);
	assert_int_equal(1, unread());
	check("like 1 2 carol alice*");
	n = look();
	seen(&n);
	assert_int_equal(0, unread());
	check("like 1 2 carol alice");
}

/* With two windows, the slower one must not move the mark back. */
TEST(what_is_read_stays_read)
{
	struct rt_notices first, second;

	told("like 1 1", 1);
	first = look();
	told("like 1 3", 2);
	second = look();
	seen(&second);
	seen(&first);
	assert_int_equal(0, unread());
}

TEST(looking_alone_changes_nothing)
{
	told("like 1 1", 1);
	told("like 99 1", 2);
	for (int i = 0; i < 3; i++)
		assert_int_equal(2, look().me.unread);
	assert_int_equal(2, unread());
	assert_redis("3", "ZCARD notices:2");
}

TEST(a_member_removed_meanwhile)
{
	struct rt_notices n;

	told("like 1 1", 1);
	told("like 99 1", 2);
	n = look();
	redis("DEL notices:2");
	seen(&n);
	assert_redis("0", "EXISTS notices:2");
}

/* ---- the reader --------------------------------------------------------- */

TEST(strangers_see_and_change_nothing)
{
	const char *const table[] = {
		NULL,
		"",
		"nobody",
		"secret0of0carl",
		secret_new_for(&mem, bob.id),
	};

	told("like 1 1", 1);
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_notices n;

		memset(&n, 0x5a, sizeof n);
		assert_int_equal(RT_OK, rt_notices(rt, &mem, table[i], &n));
		assert_int_equal(0, n.me.id);
		assert_int_equal(0, n.me.unread);
		assert_int_equal(0, n.n);
	}
	assert_int_equal(1, unread());
}

TEST(secrets_of_both_kinds)
{
	told("like 1 1", 1);
	check("like 1 1 alice*");
	bob.secret = secret_new_for(&mem, bob.id);
	redis("HSET user:2 auth %s", bob.secret);
	check("like 1 1 alice*");
	assert_int_equal(1, unread());
}

/* Each page on which the visitor may be signed in. */
TEST(every_page_tells_how_many_are_unread)
{
	struct rt_home home;
	struct rt_public public;
	struct rt_profile profile;
	struct rt_people people;
	struct rt_search search;
	struct rt_status status;
	struct rt_tagged tagged;

	told("like 1 1", 1);
	told("like 2 1", 2);
	rt_home(rt, &mem, bob.secret, RT_NO_PLACE, &home);
	rt_public(rt, &mem, bob.secret, RT_NO_PLACE, &public);
	rt_profile(rt, &mem, bob.secret, "alice", RT_NO_PLACE, &profile);
	rt_people(rt, &mem, bob.secret, "bob", RT_FOLLOWERS, 0, &people);
	rt_search(rt, &mem, bob.secret, "al", 0, &search);
	rt_status(rt, &mem, bob.secret, 1, 0, &status);
	rt_tagged(rt, &mem, bob.secret, "tag", RT_NO_PLACE, &tagged);
	assert_int_equal(2, home.me.unread);
	assert_int_equal(2, public.me.unread);
	assert_int_equal(2, profile.me.unread);
	assert_int_equal(2, people.me.unread);
	assert_int_equal(2, search.me.unread);
	assert_int_equal(2, status.me.unread);
	assert_int_equal(2, tagged.me.unread);
	rt_home(rt, &mem, secret_new_for(&mem, bob.id), RT_NO_PLACE, &home);
	assert_int_equal(0, home.me.unread);
}

TEST(an_error_leaves_the_output)
{
	struct rt_notices n = { .n = 77 };

	rt_end_request(rt);
	redis("SET layout 2");
	assert_int_equal(RT_FOREIGN, rt_notices(rt, &mem, bob.secret, &n));
	assert_int_equal(77, n.n);
}

/* Redis can be read but not written: they remain unread. */
TEST(without_memory)
{
	struct rt_notices n;

	told("like 1 1", 1);
	assert_redis("OK", "CONFIG SET maxmemory 1");
	n = look();
	assert_string_equal("like 1 1 alice*", lines(&n));
	assert_int_equal(RT_FULL, rt_notices_seen(rt, &mem, &n));
	assert_int_equal(1, n.me.unread);
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_int_equal(1, unread());
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(nothing),
		SITE(one_of_each_the_newest_first),
		SITE(likes_of_one_post_are_one),
		SITE(they_stand_where_the_newest_of_them_stands),
		SITE(what_is_not_one),
		SITE(followers_are_one_and_the_earlier_ones_another),
		SITE(two_hundred_of_them),
		SITE(gone_posts_and_members_are_passed_over),
		SITE(those_who_would_be_named_are_gone),
		SITE(entries_that_nobody_here_wrote),
		SITE(nothing_but_the_mark),
		SITE(what_comes_meanwhile_stays_unread),
		SITE(what_is_read_stays_read),
		SITE(looking_alone_changes_nothing),
		SITE(a_member_removed_meanwhile),
		SITE(strangers_see_and_change_nothing),
		SITE(secrets_of_both_kinds),
		SITE(every_page_tells_how_many_are_unread),
		SITE(an_error_leaves_the_output),
		SITE(without_memory),
	};

	return RUN_REDIS(tests);
}
