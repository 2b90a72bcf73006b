/* Display names: which are good, where they are, and that each post has one. */
#include "libretwis/post/rename.h"
#include "checked.h"
#include "cut.h"
#include "proxy.h"

#define FLAG "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa"

/* ---- the text ---------------------------------------------------------- */

static const char *repeated(const char *text, int n)
{
	const char *all = "";

	while (n--)
		all = arena_printf(&mem, "%s%s", all, text);
	return all;
}

TEST(good_names)
{
	static const struct {
		const char *given, *stored;
	} table[] = {
		{ "", "" },
		{ "A", "A" },
		{ "Anna Berger", "Anna Berger" },
		{ "  Anna \xe3\x80\x80" NBSP " Berger" FILLER, "Anna Berger" },
		{ SHALOM, SHALOM },
		{ "O'Neill & <b>", "O'Neill & <b>" },
		{ "{{NAME}}", "{{NAME}}" },
		{ "a@b", "a@b" },
		{ "\xe2\x9d\xa4" EMOJI_16, "\xe2\x9d\xa4" EMOJI_16 },
		{ SMILE FLAG, SMILE FLAG },
		{ "e" ACCENT, "e" ACCENT },
		{ SHADDA, SHADDA },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *normal = NULL;

		CHECK(table[i].given,
		      !rt_display_problem(&mem, table[i].given, &normal));
		assert_string_equal(table[i].stored, normal);
	}
}

TEST(bad_names)
{
	static const struct {
		const char *given, *says;
	} table[] = {
		{ " ", "Nobody would see" },
		{ NBSP FILLER, "Nobody would see" },
		{ EMOJI_16, "Nobody would see" },
		{ "@anna", "start with an @" },
		{ "  @anna", "start with an @" },
		{ "\xef\xbc\xa0"
		  "anna",
		  "start with an @" },
		{ "\xef\xb9\xab"
		  "anna",
		  "start with an @" },
		{ "an\nna", "line breaks" },
		{ "an\rna", "line breaks" },
		{ "an\tna", "tabs" },
		{ "an\x7fna", "control" },
		{ "an\xc2\x85na", "control" },
		{ "an" RLO "na", "invisible" },
		{ "an" LRM "na", "invisible" },
		{ "an" RLM "na", "invisible" },
		{ "an\xd8\x9cna", "invisible" },     /* U+061C */
		{ "an\xe2\x81\xa6na", "invisible" }, /* U+2066 */
		{ "an\xe2\x81\xa9na", "invisible" }, /* U+2069 */
		{ "an\xe2\x80\xa8na", "invisible" }, /* U+2028 */
		{ "an\xe2\x80\xa9na", "invisible" }, /* U+2029 */
		{ "an\xe2\x80\x8bna", "invisible" }, /* U+200B */
		{ "an" ZWNJ "na", "invisible" },
		{ SMILE ZWJ SMILE, "invisible" },
		{ "an\xc2\xadna", "invisible" },         /* U+00AD */
		{ "an\xef\xbb\xbfna", "invisible" },     /* U+FEFF */
		{ "an\xef\xbf\xbbna", "invisible" },     /* U+FFFB */
		{ "an\xf3\xa0\x81\xa1na", "invisible" }, /* U+E0061 */
		{ "an\xef\xb7\x90na", "invisible" },     /* U+FDD0 */
		{ "an\xef\xbf\xbfna", "invisible" },     /* U+FFFF */
		{ "an\xf4\x8f\xbf\xbena", "invisible" }, /* U+10FFFE */
		{ "an\xff", "UTF-8" },
		{ "\xed\xa0\x80", "UTF-8" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		char *normal = NULL;
		const char *problem =
			rt_display_problem(&mem, table[i].given, &normal);

		CHECK(table[i].given, problem);
		CHECK(table[i].given, strstr(problem, table[i].says));
		CHECK(table[i].given, !normal);
	}
}

TEST(forty_letters_of_any_size)
{
	static const char *const table[] = { "x", E_ACUTE, HANGUL, SMILE };
	char *normal;

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *most = repeated(table[i], 40);
		const char *more = repeated(table[i], 41);

		assert_null(rt_display_problem(
			&mem, arena_printf(&mem, "  %s ", most), &normal));
		assert_string_equal(most, normal);
		assert_in_range(strlen(normal), 40, RT_DISPLAY_BYTES);
		assert_non_null(strstr(rt_display_problem(&mem, more, &normal),
				       "41 characters; the limit is 40"));
	}
}

/* ---- changing it ------------------------------------------------------- */

static enum rt_err set(uint64_t id, const char *display)
{
	static const char *const name[] = { "", "alice", "bob" };
	const struct rt_user me = { .id = id,
				    .name = id < 3 ? name[id] : "x" };

	return rt_set_display_name(rt, &mem, &me, display);
}

static void call(uint64_t id, const char *display)
{
	assert_int_equal(RT_OK, set(id, display));
}

static void worker(void)
{
	assert_int_equal(RT_OK, rt_displays_run(rt, &mem));
}

static const char all_due[] =
	"for _, note in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do "
	"redis.call('ZADD', KEYS[1], 1, note) end";

/* Nobody waits for a minute, or for the lease of a worker that has died. */
static void later(void)
{
	while (redis_number("ZCARD {displays}:due")) {
		redis("EVAL %s 1 {displays}:due", all_due);
		worker();
	}
}

static const char *entries(void)
{
	return redis("ZRANGE members 0 -1");
}

TEST(it_is_set_changed_and_taken_away)
{
	const char *before = entries();

	call(1, "Anna Berger");
	assert_redis("Anna Berger", "HGET user:1 display");
	assert_redis("0", "ZSCORE members %s", "anna berger\t1");
	assert_redis("0", "ZSCORE members %s", "berger\t1");
	call(1, "Anna \xc3\x96z");
	assert_redis("Anna \xc3\x96z", "HGET user:1 display");
	assert_null(redis("ZSCORE members %s", "berger\t1"));
	assert_redis("0", "ZSCORE members %s", "\xc3\xb6z\t1");
	later();
	checked_clean("a name");
	call(1, "");
	assert_null(redis("HGET user:1 display"));
	assert_string_equal(before, entries());
	later();
	checked_clean("none");
	assert_redis("0", "ZCARD {displays}:due");
}

/* Both names have the same entry then, and it is that of the name. */
TEST(it_may_be_the_name)
{
	const char *before = entries();

	call(1, "Alice");
	assert_string_equal(before, entries());
	call(1, "Al");
	call(1, "");
	assert_string_equal(before, entries());
	call(1, "Alice");
	call(1, "Alice Alice");
	later();
	checked_clean("twice");
	call(1, "Eve");
	later();
	checked_clean("another");
}

TEST(nobody_who_is_gone_has_one)
{
	const char *before = entries();

	assert_int_equal(RT_NOT_FOUND, set(9, "Nobody"));
	assert_redis("0", "EXISTS user:9");
	assert_string_equal(before, entries());
	later();
	assert_string_equal(before, entries());
}

TEST(it_counts_as_a_post)
{
	conf.rate[RT_RATE_POST] = (struct rt_rate){ 1, 60 };
	rt_visitor(rt, "192.0.2.1", NULL);
	call(1, "Anna");
	assert_int_equal(RT_LIMITED, set(1, "Eve"));
	rt_end_request(rt);
	assert_redis("Anna", "HGET user:1 display");
	conf.rate[RT_RATE_POST] = (struct rt_rate){ 0, 0 };
}

TEST(it_goes_with_its_member)
{
	struct rt_removal r;

	call(2, "Bob the Builder");
	later();
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "bob", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_null(strstr(entries(), "uilder"));
	assert_null(strstr(entries(), "bob"));
}

/* ---- who it is found by ------------------------------------------------ */

static const char *found(const char *q)
{
	struct rt_search s;
	const char *text = "";

	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, q, &s));
	assert_false(s.more);
	for (size_t i = 0; i < s.found.n; i++)
		text = arena_printf(&mem, "%s%s(%s)", text, s.found.v[i].name,
				    s.found.v[i].display ? s.found.v[i].display
							 : "");
	return text;
}

TEST(the_search_finds_each_of_its_words_once)
{
	call(1, "Alice \xc3\x96zg\xc3\xbcr al-Din");
	static const char *const table[] = {
		"al",         "ALICE",      "alice \xc3\xb6z",
		"\xc3\x96zg", "\xc3\xb6zg", "\xc3\x96ZG\xc3\x9cR al",
		"al-d",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal("alice(Alice \xc3\x96zg\xc3\xbcr al-Din)",
				    found(table[i]));
	assert_string_equal("", found("din"));
	call(1, "Ben");
	assert_string_equal("", found("\xc3\xb6zg"));
	assert_string_equal("alice(Ben)", found("be"));
	assert_string_equal("alice(Ben)", found("al"));
	call(2, "Alice");
	assert_string_equal("alice(Ben)bob(Alice)", found("alice"));
}

TEST(the_first_four_words)
{
	call(1, "one two three four five");
	assert_string_equal("alice(one two three four five)",
			    found("four five"));
	assert_string_equal("", found("five"));
}

/* An entry that a change has left is only a hint. */
TEST(a_stale_entry_finds_nobody)
{
	redis("ZADD members 0 %s", "zoe\t1");
	assert_string_equal("", found("zoe"));
}

/* ---- its copies -------------------------------------------------------- */

#define MANY 1200

static const char many[] =
	"for i = 101, 100 + ARGV[1] do "
	"redis.call('HSET', 'post:' .. i, 'user_id', 1, 'time', 1, "
	"'body', 'x', 'username', 'alice') "
	"redis.call('LPUSH', 'own:1', i) end";

static const char count[] =
	"local n = 0 "
	"for _, id in ipairs(redis.call('LRANGE', 'own:1', 0, -1)) do "
	"if redis.call('HGET', 'post:' .. id, 'display') == ARGV[1] "
	"then n = n + 1 end end return n";

/* 111 of them. */
static const char some_go[] =
	"for i = 101, 1150 do if i <= 160 or i >= 1100 then "
	"redis.call('LREM', 'own:1', 0, i) "
	"redis.call('DEL', 'post:' .. i) end end";

/* Alice's, from post 101 on, as fast as Redis can. */
static void write_many(void)
{
	redis("EVAL %s 0 %d", many, MANY);
}

/* How many of the posts that are Alice's have this copy, and no other. */
static size_t copies(const char *display)
{
	return redis_number("EVAL %s 0 %s", count, display);
}

TEST(each_post_and_repost_has_a_copy_by_and_by)
{
	struct rt_user bob = { .id = 2, .name = "bob", .display = "Bobby" };
	uint64_t id;

	write_many();
	call(1, "Anna B");
	worker();
	assert_int_equal(redis_number("LLEN own:1"), copies("Anna B"));
	call(2, "Bobby");
	worker();
	assert_redis("Bobby", "HGET post:2 display");
	assert_redis("Bobby", "HGET post:5 display"); /* a repost */
	assert_null(redis("HGET post:6 display"));    /* Carl's */
	id = unit_post(&bob, "new");
	assert_redis("Bobby", "HGET post:%d display", (int)id);
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &bob, 4));
	assert_redis("Bobby", "HGET post:%s display", redis("LINDEX own:2 0"));
	call(1, "");
	later();
	assert_int_equal(0, copies("Anna B"));
	assert_redis("0", "HEXISTS post:1 display");
}

/* own:1 has it: so a deletion that was cut off may leave it. */
TEST(a_deleted_post_does_not_come_back)
{
	write_many();
	redis("DEL post:101");
	redis("HDEL post:102 user_id");
	redis("HSET post:103 user_id 2");
	redis("DEL post:104");
	redis("SET post:104 x");
	call(1, "Anna B");
	later();
	assert_redis("0", "EXISTS post:101");
	assert_redis("0", "HEXISTS post:102 display");
	assert_redis("0", "HEXISTS post:103 display");
	assert_redis("x", "GET post:104");
	assert_redis("Anna B", "HGET post:105 display");
}

/* Posts come and go while the worker goes through them. */
static void come_and_go(void)
{
	redis("EVAL %s 0", some_go);
}

static void run_worker(void)
{
	rt_displays_run(rt, &mem);
}

/* After each: the posts that are left have the name, none has another one. */
static bool check_worker_killed(unsigned commands)
{
	bool ended;

	unit_fresh(NULL);
	unit_member("alice");
	redis("SET layout 1");
	write_many();
	call(1, "Old");
	later();
	call(1, "New");
	ended = proxy_run_with(commands / 2, come_and_go, commands,
			       run_worker);
	later();
	assert_int_equal(redis_number("LLEN own:1"), copies("New"));
	return ended;
}

TEST(a_worker_that_is_killed_goes_on_later)
{
	bool ended = false;

	for (unsigned n = 0; !ended; n += n < 12 ? 1 : 97)
		ended = check_worker_killed(n);
}

static bool is_new;

static void call_new(void)
{
	call(1, "New");
	/* A slow machine takes more than one run. */
	for (int i = 0; i < 10; i++)
		worker();
	is_new = true;
}

/*
 * Wherever a worker stands with the old name, another one goes ahead with the
 * new one, and that stays.
 */
TEST(a_change_while_the_worker_goes_on)
{
	for (unsigned at = 1; at < MANY + 60; at += at < 12 ? 1 : 151) {
		unit_fresh(NULL);
		unit_member("alice");
		redis("SET layout 1");
		write_many();
		call(1, "Old Name");
		is_new = false;
		proxy_run_with(at, call_new, 100000, run_worker);
		if (!is_new)
			call_new();
		assert_int_equal(MANY, copies("New"));
		assert_string_equal("new\t1", entries());
	}
}

/* The page had read the old name before the change. */
TEST(a_post_that_comes_late_is_found_a_minute_later)
{
	struct rt_user alice = { .id = 1, .name = "alice", .display = "Old" };
	uint64_t id;

	call(1, "Old");
	call(1, "New");
	worker();
	id = unit_post(&alice, "late");
	redis("DEL outbox {fanout}:jobs");
	worker();
	assert_redis("Old", "HGET post:%d display", (int)id);
	later();
	assert_redis("New", "HGET post:%d display", (int)id);
	checked_clean("a late post");
}

static void set_new(void)
{
	set(1, "New Name");
}

/* Either name, and each post has it; a search entry may be left. */
TEST(a_change_that_is_killed)
{
	bool ended = false;

	for (unsigned n = 0; !ended; n++) {
		const char *is;

		checked_site(NULL);
		call(1, "Old Name");
		later();
		ended = proxy_run(n, set_new);
		is = redis("HGET user:1 display");
		assert_true(strcmp(is, "Old Name") == 0 ||
			    (n > 0 && strcmp(is, "New Name") == 0));
		later();
		assert_int_equal(redis_number("LLEN own:1"), copies(is));
		checked(true);
		checked_clean(is);
		assert_string_equal(arena_printf(&mem, "alice(%s)", is),
				    found("alice"));
	}
}

/* ---- where PHP writes, too ---------------------------------------------- */

TEST(in_a_database_that_is_not_adopted)
{
	struct rt_user alice = unit_member("alice");
	struct rt_profile p;

	unit_unadopt();
	unit_post(&alice, "ours");
	redis("HSET post:2 user_id 1 time 2 body php");
	redis("LPUSH posts:1 2");
	call(1, "Anna");
	later();
	assert_redis("Anna", "HGET post:1 display");
	assert_null(redis("HGET post:2 display"));
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, NULL, "alice", RT_NO_PLACE, &p));
	assert_int_equal(2, p.posts.n);
	for (size_t i = 0; i < 2; i++)
		assert_string_equal("Anna", p.posts.v[i].display);
}

/* ---- what a check finds ------------------------------------------------- */

TEST(faults)
{
	static const struct break_row table[] = {
		{ "display name in a post",
		  "post 1 has another display name than its author",
		  { "HSET post:1 display Eve" } },
		{ "member not listed",
		  "member 1 is missing from members",
		  { "HSET user:1 display Eve", "HSET post:1 display Eve",
		    "HSET post:4 display Eve" } },
		{ "search entry",
		  "eve\t1 in members is not a member",
		  { "ZADD members 0 eve\t1" } },
	};

	checked_rows(table, COUNT(table));
}
ON_MANY(a_change_that_is_killed)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_names),
		PLAIN(bad_names),
		PLAIN(forty_letters_of_any_size),
		SITE(it_is_set_changed_and_taken_away),
		SITE(it_may_be_the_name),
		SITE(nobody_who_is_gone_has_one),
		SITE(it_counts_as_a_post),
		SITE(it_goes_with_its_member),
		SITE(the_search_finds_each_of_its_words_once),
		SITE(the_first_four_words),
		SITE(a_stale_entry_finds_nobody),
		SITE(each_post_and_repost_has_a_copy_by_and_by),
		SITE(a_deleted_post_does_not_come_back),
		SITE(a_worker_that_is_killed_goes_on_later),
		SITE(a_change_while_the_worker_goes_on),
		SITE(a_post_that_comes_late_is_found_a_minute_later),
		SITE(a_change_that_is_killed),
		SITE(a_change_that_is_killed_on_many),
		FRESH(in_a_database_that_is_not_adopted),
		SITE(faults),
	};

	return RUN_REDIS(tests);
}
