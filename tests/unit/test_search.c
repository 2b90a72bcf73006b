/* Searching for members and tags by their beginning. */
#include "libretwis/member/name_index.h"
#include "libretwis/member/user.h"
#include "unit.h"

static struct rt_user listed(const char *name)
{
	struct rt_user u = unit_member(name);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	name_index_list(&p, &(struct rt_names){ .name = u.name }, u.id);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	return u;
}

/* alice is 1. */
static int members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	listed("alice");
	listed("Bob");
	listed("al");
	listed("alan_2");
	listed("AL");
	listed("Al Green");
	listed("ber\xc3\xa9nice");
	return 0;
}

static struct rt_search search(const char *q)
{
	struct rt_search s;

	memset(&s, 0x5a, sizeof s);
	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, q, 0, &s));
	return s;
}

/* The names found, separated by bars. */
static const char *found(const char *q)
{
	struct rt_search s = search(q);
	const char *text = "";

	for (size_t i = 0; i < s.found.n; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? "|" : "",
				    s.found.v[i].name);
	return text;
}

static void check_found(const char *q, const char *expected)
{
	const char *names = found(q);

	if (strcmp(names, expected) != 0)
		fail_msg("%s: found %s, not %s", q, names, expected);
}

/* ---- results ------------------------------------------------------------ */

TEST(by_the_beginning)
{
	static const struct {
		const char *q, *names;
	} table[] = {
		{ "al", "al|AL|Al Green|alan_2|alice" },
		{ "ali", "alice" },
		{ "alice", "alice" },
		{ "alicee", "" },
		{ "lice", "" },
		{ "al ", "al|AL|Al Green|alan_2|alice" },
		{ "al g", "Al Green" },
		{ "\xc2\xa0@Alice\xe2\x80\xaf", "alice" },
		{ "\xef\xbc\xa0 alice", "alice" },
		{ "alan_", "alan_2" },
		{ "alan-", "" },
		{ "b", "ber\xc3\xa9nice|Bob" },
		{ "ber\xc3\xa9", "ber\xc3\xa9nice" },
		{ "ber\xc3\xa8", "ber\xc3\xa9nice" },
		{ "bereni", "ber\xc3\xa9nice" },
		{ "c", "" },
		{ "*", "" },
		{ "a*", "" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		check_found(table[i].q, table[i].names);
}

TEST(capitals_do_not_count)
{
	check_found("ALI", "alice");
	check_found("bob", "Bob");
	check_found("BoB", "Bob");
	check_found("aL gREEN", "Al Green");
}

TEST(an_at_and_spaces_around_do_not_count)
{
	check_found("@ali", "alice");
	check_found("  ali\t", "alice");
	check_found(" @ali ", "alice");
	check_found("\r\nali\r\n", "alice");
	listed("@home");
	check_found("@@home", "@home");
	check_found("@home", "");
}

/* None of these has a special meaning for Redis. */
TEST(what_looks_like_a_range)
{
	static const char *const table[] = { "[al", "(al", "-",   "+",
					     "[",   "(",   "al]", "\\x61l" };

	for (size_t i = 0; i < COUNT(table); i++)
		check_found(table[i], "");
	listed("[al");
	listed("-");
	check_found("[", "[al");
	check_found("-", "-");
	check_found("(", "");
}

/* Any byte but NUL, and a name that directly follows another. */
TEST(classic_names)
{
	static const char *const table[] = {
		"tab\there", "tab\t1",     "tab",     "new\nline", "latin\xe9",
		"y\xff",     "y\xffz",     "%s%n",    "a/b",       "~~",
		"\x01\x02",  "WWWWWWWWWW", "Bad\xe9",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		listed(table[i]);
	check_found("tab", "tab\t1|tab|tab\there");
	check_found("new", "new\nline");
	check_found("new\nl", "new\nline");
	check_found("latin", "latin\xe9");
	check_found("bad", "Bad\xe9");
	check_found("y", "y\xff|y\xffz");
	check_found("%s", "%s%n");
	check_found("a/", "a/b");
	check_found("~", "~~");
	check_found("www", "WWWWWWWWWW");
}

TEST(whose_hash_is_gone_is_not_shown)
{
	redis("DEL user:1");
	check_found("al", "al|AL|Al Green|alan_2");
	redis("HDEL user:4 username");
	check_found("al", "al|AL|Al Green");
}

static struct rt_search search_for(const char *q)
{
	struct rt_search s;

	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, q, 0, &s));
	return s;
}

/* If members are gone, or tags have no post, others take their places. */
TEST(a_search_is_full_where_some_are_gone)
{
	struct rt_search s;

	redis("EVAL %s 0",
	      "for i = 101, 150 do "
	      "redis.call('ZADD', 'members', 0, 'm' .. i .. '\\t' .. i) "
	      "redis.call('ZADD', 'tags', 0, 'm' .. i) "
	      "if i % 2 == 0 then "
	      "redis.call('HSET', 'user:' .. i, 'username', 'm' .. i) "
	      "redis.call('RPUSH', 'tag:m' .. i, 1) end end");
	s = search_for("m");
	assert_int_equal(RT_FOUND, s.found.n);
	assert_int_equal(RT_FOUND, s.tags);
	assert_string_equal("m102", s.found.v[0].name);
	assert_string_equal("m116", s.found.v[RT_FOUND - 1].name);
	assert_string_equal("m116", s.tag[RT_FOUND - 1].tag);
	assert_true(s.more);
	assert_true(s.more_tags);
}

/* Entries that nobody wrote, or that are outdated, are skipped. */
TEST(whom_the_visitor_follows)
{
	struct rt_user me = unit_member("zoe");
	struct rt_search s;

	rt_follow(rt, &mem, me.id, 1);
	assert_int_equal(RT_OK, rt_search(rt, &mem, me.secret, "al", 0, &s));
	assert_string_equal("al", s.found.v[0].name);
	assert_false(s.found.v[0].followed);
	assert_string_equal("alice", s.found.v[4].name);
	assert_true(s.found.v[4].followed);
	redis("HSET user:%d auth other", (int)me.id);
	assert_int_equal(RT_OK, rt_search(rt, &mem, me.secret, "al", 0, &s));
	assert_false(s.found.v[4].followed);
}

TEST(entries_that_make_no_sense)
{
	redis("ZADD members 0 alone 0 %s 0 %s 0 %s", "alu\t", "alv\tx",
	      "alw\t99");
	redis("HSET user:4 username renamed");
	check_found("al", "al|AL|Al Green|alice");
	check_found("ren", "");
}

/* ---- tags -------------------------------------------------------------- */

static void used(const char *tag, int posts)
{
	redis("ZADD tags 0 %s", tag);
	for (int i = 0; i < posts; i++)
		redis("LPUSH tag:%s %d", tag, i);
}

/* "al:3|ale:1": the tags found, and in how many posts they are. */
static void check_tags(const char *q, const char *expected)
{
	struct rt_search s = search(q);
	const char *text = "";

	for (size_t i = 0; i < s.tags; i++)
		text = arena_printf(&mem, "%s%s%s:%d", text, i ? "|" : "",
				    s.tag[i].tag, (int)s.tag[i].posts);
	if (strcmp(text, expected) != 0)
		fail_msg("%s: found %s, not %s", q, text, expected);
}

TEST(tags_by_the_beginning)
{
	static const struct {
		const char *q, *tags;
	} table[] = {
		{ "al", "al:1|ale:3|alp_en:1" },
		{ "AL", "al:1|ale:3|alp_en:1" },
		{ "#al", "al:1|ale:3|alp_en:1" },
		{ " #Al ", "al:1|ale:3|alp_en:1" },
		{ "\uff03al", "al:1|ale:3|alp_en:1" }, /* the wide sign */
		{ "@al", "" },
		{ "ale", "ale:3" },
		{ "alp_", "alp_en:1" },
		{ "#alex", "" },
		{ "##al", "" },
		{ "le", "" },
		{ "# al", "" },
		{ "al g", "" },
		{ "\xc3\x89", "\xc3\xa9t\xc3\xa9:1" },
		{ "#*", "" },
		{ "#[al", "" },
		{ "#-", "" },
		{ "#+", "" },
	};

	used("al", 1);
	used("ale", 3);
	used("alp_en", 1);
	used("\xc3\xa9t\xc3\xa9", 1);
	for (size_t i = 0; i < COUNT(table); i++)
		check_tags(table[i].q, table[i].tags);
}

TEST(a_sign_says_what_is_looked_for)
{
	used("alice", 1);
	assert_int_equal(1, search("alice").found.n);
	assert_int_equal(1, search("alice").tags);
	assert_int_equal(1, search("@alice").found.n);
	assert_int_equal(0, search("#alice").found.n);
	assert_true(search("alice").for_members && search("alice").for_tags);
	assert_true(search("@a").for_members && !search("@a").for_tags);
	assert_true(!search("#a").for_members && search("#a").for_tags);
}

TEST(tags_without_posts_are_not_shown)
{
	used("ale", 1);
	used("alf", 0);
	check_tags("#al", "ale:1");
}

TEST(so_many_tags_and_no_more)
{
	for (int n = 0; n < RT_FOUND + 2; n++) {
		struct rt_search s = search("#zed");

		assert_int_equal(n < RT_FOUND ? n : RT_FOUND, s.tags);
		assert_int_equal(n > RT_FOUND, s.more_tags);
		assert_false(s.more);
		used(arena_printf(&mem, "zed%04d", n), 1);
	}
}

TEST(a_tag_of_fifty_letters)
{
	const char *e = "";

	for (int i = 0; i < 50; i++)
		e = arena_printf(&mem, "%s\xc3\xa9", e);
	used(e, 1);
	assert_int_equal(1, search(e).tags);
	assert_int_equal(1, search(arena_printf(&mem, "#%s", e)).tags);
	assert_int_equal(0, search(arena_printf(&mem, "%s\xc3\xa9", e)).tags);
}

/* ---- the number of results ---------------------------------------------- */

TEST(so_many_and_no_more)
{
	static const int table[] = {
		0, 1, RT_FOUND - 1, RT_FOUND, RT_FOUND + 1, 300,
	};
	int n = 0;

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_search s;

		for (; n < table[i]; n++)
			listed(arena_printf(&mem, "zed%04d", n));
		s = search("zed");
		assert_int_equal(n < RT_FOUND ? n : RT_FOUND, s.found.n);
		assert_int_equal(n > RT_FOUND, s.more);
		if (n)
			assert_string_equal("zed0000", s.found.v[0].name);
	}
}

TEST(who_is_called_just_so_comes_first)
{
	for (int i = 0; i < 30; i++)
		listed(arena_printf(&mem, "ann%c%d", i % 2 ? '!' : ' ', i));
	listed("Ann");
	assert_string_equal("Ann", search("ann").found.v[0].name);
}

/* ---- the query ---------------------------------------------------------- */

/* Redis gets no command. */
static void check_silent(const char *q, bool asked)
{
	uint64_t before = unit_commands();
	struct rt_search s = search(q);

	CHECK(q ? q : "(none)", s.asked == asked);
	CHECK(q ? q : "(none)", s.found.n == 0 && !s.more);
	CHECK(q ? q : "(none)", unit_commands() == before);
}

TEST(nothing_is_asked_for_nothing)
{
	static const char *const table[] = {
		NULL,
		"",
		" ",
		" \t\r\n",
		"@",
		"@ ",
		" @ ",
		"#",
		" # ",
		"\xe3\x80\x80",
		"\xe2\x80\x8b\xc2\xa0",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		check_silent(table[i], false);
}

/* Here only members and tags are searched. */
TEST(nor_for_what_is_no_name)
{
	static const char *const table[] = {
		"al\xff", "\xc3",  "al\xc3", "\xed\xa0\x80", "al\x01",
		"\x01",   "al\t1", "al\x7f", "al\xc2\x80",
	};

	conf.names_only = true;
	for (size_t i = 0; i < COUNT(table); i++)
		check_silent(table[i], true);
	conf.names_only = false;
}

TEST(up_to_160_bytes)
{
	char q[162];

	memset(q, 'x', sizeof q);
	q[161] = '\0';
	listed(q);
	conf.names_only = true;
	check_silent(q, true);
	conf.names_only = false;
	q[160] = '\0';
	assert_int_equal(1, search(q).found.n);
	assert_int_equal(1, search(arena_printf(&mem, " @%s  ", q)).found.n);
}

/* ---- the visitor -------------------------------------------------------- */

TEST(the_visitor)
{
	static const char *const table[] = { "al", "", NULL, "\xff" };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_search s;

		assert_int_equal(RT_OK, rt_search(rt, &mem, "secret0of0alice",
						  table[i], 0, &s));
		assert_int_equal(1, s.me.id);
		assert_string_equal("alice", s.me.name);
		assert_int_equal(RT_OK, rt_search(rt, &mem, "secret0of0nobody",
						  table[i], 0, &s));
		assert_int_equal(0, s.me.id);
		assert_int_equal(0, search(table[i]).me.id);
	}
}

TEST(an_error_leaves_the_output)
{
	struct rt_search s = { .found.n = 77 };

	rt_end_request(rt);
	redis("SET layout 2");
	assert_int_equal(RT_FOREIGN, rt_search(rt, &mem, NULL, "al", 0, &s));
	assert_int_equal(77, s.found.n);
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(by_the_beginning),
		SITE(capitals_do_not_count),
		SITE(an_at_and_spaces_around_do_not_count),
		SITE(what_looks_like_a_range),
		SITE(classic_names),
		SITE(whose_hash_is_gone_is_not_shown),
		SITE(a_search_is_full_where_some_are_gone),
		SITE(whom_the_visitor_follows),
		SITE(entries_that_make_no_sense),
		SITE(tags_by_the_beginning),
		SITE(a_sign_says_what_is_looked_for),
		SITE(tags_without_posts_are_not_shown),
		SITE(so_many_tags_and_no_more),
		SITE(a_tag_of_fifty_letters),
		SITE(so_many_and_no_more),
		SITE(who_is_called_just_so_comes_first),
		SITE(nothing_is_asked_for_nothing),
		SITE(nor_for_what_is_no_name),
		SITE(up_to_160_bytes),
		SITE(the_visitor),
		SITE(an_error_leaves_the_output),
	};

	return RUN_REDIS(tests);
}
