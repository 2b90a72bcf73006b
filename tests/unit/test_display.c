/* Display names: which are allowed, and the search for them. */
#include "base/clock.h"
#include "checked.h"
#include "cut.h"
#include "proxy.h"

/* Names and emoji that need joiners. */
#define FAMILY   "\U0001f468" ZWJ "\U0001f469" ZWJ "\U0001f467"
#define RAINBOW  "\U0001f3f3\ufe0f" ZWJ "\U0001f308"
#define ROWING   "\U0001f6a3\U0001f3fd" ZWJ "\u2640\ufe0f"
#define ALI_REZA "\u0639\u0644\u06cc" ZWNJ "\u0631\u0636\u0627"
#define PRAVEEN  "\u0d2a\u0d4d\u0d30\u0d35\u0d40\u0d23\u0d4d" ZWJ
#define SRI      "\u0dc1\u0dca" ZWJ "\u0dbb\u0dd3"
#define RACHEL   "\u09b0" ZWJ "\u09cd\u09af\u09be\u099a\u09c7\u09b2"
/* Names with three marks on a letter. */
#define DOLMA  "\u0f66\u0f92\u0fb2\u0f7c\u0f63\u0f0b\u0f58"
#define HLAING "\u101c\u103e\u102d\u102f\u1004\u103a"
/* A black flag, and the letters of a region as tags. */
#define SCOTLAND                                                              \
	"\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074"        \
	"\U000e007f"
#define ENGLAND                                                               \
	"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067"        \
	"\U000e007f"

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
		{ FAMILY, FAMILY },
		{ RAINBOW " Kim", RAINBOW " Kim" },
		{ "Mia " ROWING, "Mia " ROWING },
		{ SCOTLAND ENGLAND, SCOTLAND ENGLAND },
		{ ALI_REZA, ALI_REZA },
		{ PRAVEEN, PRAVEEN },
		{ SRI " " SRI, SRI " " SRI },
		{ RACHEL, RACHEL },
		{ "e" ACCENT ACCENT, "e" ACCENT ACCENT },
		{ DOLMA, DOLMA },
		{ HLAING, HLAING },
		{ "Ghost", "Ghost" },
		{ "Anna Host", "Anna Host" },
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
		{ "an" ZWNJ "na", "joiner" },
		{ "an" ZWJ "na", "joiner" },
		{ ZWJ "anna", "joiner" },
		{ "anna" ZWJ, "joiner" },
		{ SMILE ZWJ, "joiner" },
		{ SMILE ZWJ "anna", "joiner" },
		{ "anna" ZWJ SMILE, "joiner" },
		{ SMILE ZWJ ZWJ SMILE, "joiner" },
		{ SMILE ZWNJ SMILE, "joiner" },
		{ ALI_REZA ZWNJ, "joiner" },
		{ ZWNJ ALI_REZA, "joiner" },
		{ "\u0631" ZWNJ "\u0636", "joiner" }, /* does not join */
		{ "\u0639" ZWJ "\u0644", "joiner" },
		{ "\u0639" ZWNJ ZWNJ "\u0644", "joiner" },
		{ "\u0d23" ZWJ "\u0d23", "joiner" },     /* no virama */
		{ "\U0001f3f4\U000e0067", "invisible" }, /* no end */
		{ SMILE "\U000e0067\U000e007f", "invisible" },
		{ "e" ACCENT ACCENT ACCENT, "accents" },
		{ "e\u0323" ACCENT "\u0302", "accents" },
		{ "\u0e01\u0e47\u0e47\u0e47", "accents" },
		{ "\u0f66\u0f92\u0fb2\u0f7c\u0f71\u0f72", "accents" },
		{ "Host", "this site calls" },
		{ " moderator ", "this site calls" },
		{ "\u041d\u043e\u0455t", "this site calls" }, /* Cyrillic */
		{ "[H" ZWJ "ost]", "joiner" },
		{ "\u2605 HOST", "this site calls" },
		{ "\u24a3\u24aa\u24ae\u24af", "this site calls" }, /* (h) */
		{ "an\xc2\xadna", "invisible" },                   /* U+00AD */
		{ "an\xef\xbb\xbfna", "invisible" },               /* U+FEFF */
		{ "an\xef\xbf\xbbna", "invisible" },               /* U+FFFB */
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
	static const char *const table[] = { "x",   E_ACUTE,      HANGUL,
					     SMILE, ("e" ACCENT), FLAG };
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
	assert_null(rt_display_problem(&mem, repeated(FAMILY, 22), &normal));
	assert_non_null(
		strstr(rt_display_problem(&mem, repeated(FAMILY, 23), &normal),
		       "42 characters; the limit is 40"));
}

/* ---- changing it ------------------------------------------------------- */

static const char *problem;

static enum rt_err set(uint64_t id, const char *display)
{
	static const char *const name[] = { "", "alice", "bob" };
	const struct rt_user me = { .id = id,
				    .name = id < 3 ? name[id] : "x" };

	return rt_set_display_name(rt, &mem, &me, display, &problem);
}

static void call(uint64_t id, const char *display)
{
	assert_int_equal(RT_OK, set(id, display));
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
	assert_redis("0", "ZSCORE members %s", "oz\t1");
	assert_redis("0", "ZSCORE members %s", "oez\t1");
	checked_clean("a name");
	call(1, "");
	assert_null(redis("HGET user:1 display"));
	assert_string_equal(before, entries());
	checked_clean("none");
}

/* Both names then have the same entry, which is the one of the name. */
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
	checked_clean("twice");
	call(1, "Eve");
	checked_clean("another");
}

TEST(nobody_who_is_gone_has_one)
{
	const char *before = entries();

	assert_int_equal(RT_NOT_FOUND, set(9, "Nobody"));
	assert_redis("0", "EXISTS user:9");
	assert_string_equal(before, entries());
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
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "bob", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_null(strstr(entries(), "uilder"));
	assert_null(strstr(entries(), "bob"));
}

/* ---- other members' names ----------------------------------------------- */

static void refused(const char *display, const char *says)
{
	const char *before = redis("HGET user:1 display");

	CHECK(display, set(1, display) == RT_TAKEN);
	CHECK(display, strstr(problem, says));
	assert_string_equal(before, redis("HGET user:1 display"));
}

TEST(it_does_not_look_like_another_name)
{
	static const char *const table[] = {
		"bob", "b\u043eb", "\u0432\u043eb", "b0b",       "B\u043eb",
		"bOB", "boB",      "Carl",          "C\u0430rl",
	};

	call(1, "Anna");
	for (size_t i = 0; i < COUNT(table); i++)
		refused(table[i], "another member");
	assert_non_null(strstr(problem, "@Carl"));
	call(1, "Bob");
	call(1, "BoB");
	call(1, "bob b");
	call(1, "alice");
	call(1, "\u0430lice");
}

TEST(who_waits_for_approval_is_not_named)
{
	redis("HSET user:2 standing waiting");
	call(1, "bob");
	redis("HDEL user:2 standing");
	call(1, "Anna");
	refused("bob", "@bob");
}

TEST(members_may_share_one)
{
	call(1, "Anna Berger");
	call(2, "Anna Berger");
	assert_redis("Anna Berger", "HGET user:2 display");
}

TEST(nobody_looks_like_hosts_and_moderators)
{
	static const char *const table[] = {
		"Bob",
		"BOB",
		"Rob Berger",
		"ROB BERGER",
		"R\u043eb Berger",
		"Rob Berger.",
		"RobBerger",
		"\u2605 Bob",
	};

	call(2, "Rob Berger");
	call(1, "Rob Berger");
	for (int standing = RT_MODERATOR; standing <= RT_HOST; standing++) {
		assert_int_equal(RT_OK, unit_standing(2, standing));
		call(1, "Anna");
		for (size_t i = 0; i < COUNT(table); i++)
			refused(table[i], "host or moderator");
	}
	call(2, "Rob Berger");
	call(2, "Bob");
	assert_int_equal(RT_OK, unit_standing(3, RT_HOST));
	assert_int_equal(RT_OK, unit_standing(2, RT_MEMBER));
	call(1, "Bob");
}

/* Even if somebody else has become a host with that name. */
TEST(what_it_is_already_is_not_refused)
{
	call(1, "Rob");
	call(2, "Rob");
	assert_int_equal(RT_OK, unit_standing(2, RT_MODERATOR));
	call(1, "Rob");
	call(1, "Anna");
	refused("Rob", "host or moderator");
}

TEST(the_set_of_moderators)
{
	assert_int_equal(RT_OK, unit_standing(2, RT_MODERATOR));
	assert_redis("0", "ZSCORE moderators 2");
	checked_clean("a moderator");
	assert_int_equal(RT_OK, unit_standing(2, RT_SUSPENDED));
	assert_redis("0", "EXISTS moderators");
	assert_int_equal(RT_NOT_FOUND, unit_standing(9, RT_MODERATOR));
	assert_redis("0", "EXISTS moderators");
	assert_int_equal(RT_OK, unit_standing(2, RT_MODERATOR));
	struct rt_removal r;

	assert_int_equal(RT_OK, rt_removal(rt, &mem, "bob", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_redis("0", "EXISTS moderators");
}

TEST(the_set_of_those_who_are_suspended)
{
	const char *since;

	assert_int_equal(RT_OK, unit_standing(2, RT_SUSPENDED));
	since = arena_strdup(&mem, redis("ZSCORE suspended 2"));
	/* time() may be behind it by some milliseconds. */
	assert_in_range(rt_u64(since), time(NULL) - 5, clock_date_ms() / 1000);
	checked_clean("suspended");
	assert_int_equal(RT_TAKEN, unit_standing(2, RT_SUSPENDED));
	assert_redis(since, "ZSCORE suspended 2");
	assert_int_equal(RT_OK, unit_standing(2, RT_MEMBER));
	assert_redis("0", "EXISTS suspended");
	assert_int_equal(RT_NOT_FOUND, unit_standing(9, RT_SUSPENDED));
	assert_redis("0", "EXISTS suspended");
}

/* ---- searching ---------------------------------------------------------- */

static const char *found(const char *q)
{
	struct rt_search s;
	const char *text = "";

	assert_int_equal(RT_OK, rt_search(rt, &mem, NULL, q, 0, &s));
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

/* Without marks, and with the letters that replace them in German and Danish. */
TEST(the_search_takes_letters_as_people_type_them)
{
	static const struct {
		const char *display, *typed;
	} table[] = {
		{ "J\u00f6rg M\u00fcller", "jorg" },
		{ "J\u00f6rg M\u00fcller", "joerg" },
		{ "J\u00f6rg M\u00fcller", "JOERG MUELLER" },
		{ "J\u00f6rg M\u00fcller", "jorg muller" },
		{ "J\u00f6rg M\u00fcller", "jo\u0308rg mu\u0308ller" },
		{ "J\u00f6rg M\u00fcller", "j\u00f6rg muller" },
		{ "J\u00f6rg M\u00fcller", "jorg mueller" },
		{ "J\u00f6rg M\u00fcller", "joerg mull" },
		{ "J\u00f6rg M\u00fcller", "muller" },
		{ "J\u00f6rg M\u00fcller", "mue" },
		{ "J\u00f6rg M\u00fcller", "M\u00dcLLER" },
		{ "Joerg Mueller", "j\u00f6rg m\u00fcller" },
		{ "Joerg Mueller", "M\u00dcL" },
		{ "Jorg Muller", "j\u00f6rg" },
		{ "Jo\u0308rg", "j\u00f6rg" },
		{ "Jo\u0308rg", "joerg" },
		{ "Hanna Br\u00fcckner", "bruckner" },
		{ "J\u00e4ger", "jaeger" },
		{ "Jaeger", "j\u00e4ger" },
		{ "Wei\u00df", "weiss" },
		{ "Weiss", "WEI\u1e9e" },
		{ "S\u00f8ren", "soren" },
		{ "S\u00f8ren", "soeren" },
		{ "Soeren", "s\u00f8ren" },
		{ "H\u00e5kon", "hakon" },
		{ "H\u00e5kon", "haakon" },
		{ "Haakon", "h\u00e5kon" },
		{ "\u00c5se", "aase" },
		{ "\u0141ukasz", "lukasz" },
		{ "Ren\u00e9e", "renee" },
		{ "Renee", "ren\u00e9e" },
		{ "Nguy\u1ec5n", "nguyen" },
		{ "\uff21nn\uff41", "anna" },
		{ "\u0391\u03bb\u03ad\u03be\u03b7\u03c2",
		  "\u03b1\u03bb\u03b5\u03be\u03b7\u03c3" },
		{ "\u0130brahim", "ibrahim" },
		{ "\u0410\u043b\u0451\u043d\u0430",
		  "\u0430\u043b\u0435\u043d\u0430" },
		{ "\u0639\u0644\u06cc" ZWNJ "\u0631\u0636\u0627",
		  "\u0639\u0644\u06cc\u0631\u0636\u0627" },
		{ HANGUL, HANGUL },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		call(1, table[i].display);
		CHECK(arena_printf(&mem, "%s: %s", table[i].display,
				   table[i].typed),
		      strcmp(found(table[i].typed),
			     arena_printf(&mem, "alice(%s)",
					  table[i].display)) == 0);
		checked_clean(table[i].display);
	}
}

/* Until an adoption or a sign-in replaces them, and after a change, too. */
TEST(entries_of_an_earlier_retwis)
{
	struct rt_adopted done;

	call(1, "J\u00f6rg M\u00fcller");
	redis("ZREM members %s %s %s %s", "jorg muller\t1", "joerg mueller\t1",
	      "muller\t1", "mueller\t1");
	redis("ZADD members 0 %s 0 %s", "j\u00f6rg m\u00fcller\t1",
	      "m\u00fcller\t1");
	assert_string_equal("", found("muller"));
	assert_non_null(strstr(found("M\u00dcLL"), "alice"));
	assert_int_equal(RT_OK, rt_adopt(rt, NULL, &done));
	checked_clean("adopted");
	assert_non_null(strstr(found("muller"), "alice"));
	assert_non_null(strstr(found("m\u00fcll"), "alice"));
	assert_null(redis("ZSCORE members %s", "m\u00fcller\t1"));
	redis("ZADD members 0 %s", "m\u00fcller\t1");
	checked_clean("an entry of then");
	call(1, "Anna");
	assert_null(redis("ZSCORE members %s", "m\u00fcller\t1"));
}

/* Other letters are others: vowels of Hindi, and voiced sounds of Japanese. */
TEST(the_search_keeps_letters_apart)
{
	static const char *const table[][2] = {
		{ "\u0915\u093f\u0930\u0923", "\u0915\u0930" },
		{ "\u304c\u304f", "\u304b" },
		{ "Muller", "mue" },
		{ "Michael", "michal" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		call(1, table[i][0]);
		CHECK(table[i][1], strcmp(found(table[i][1]), "") == 0);
	}
}

TEST(the_first_four_words)
{
	call(1, "one two three four five");
	assert_string_equal("alice(one two three four five)",
			    found("four five"));
	assert_string_equal("", found("five"));
}

/* An entry that is left from a change is only a hint. */
TEST(a_stale_entry_finds_nobody)
{
	redis("ZADD members 0 %s", "zoe\t1");
	assert_string_equal("", found("zoe"));
}

/* ---- an interrupted change ---------------------------------------------- */

static void set_new(void)
{
	set(1, "New Name");
}

/* Either name; a search entry may be left over. */
TEST(a_change_that_is_killed)
{
	bool ended = false;

	for (unsigned n = 0; !ended; n++) {
		const char *is;

		checked_site(NULL);
		call(1, "Old Name");
		ended = proxy_run(n, set_new);
		is = redis("HGET user:1 display");
		assert_true(strcmp(is, "Old Name") == 0 ||
			    (n > 0 && strcmp(is, "New Name") == 0));
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
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, NULL, "alice", RT_NO_PLACE, &p));
	assert_int_equal(2, p.posts.n);
	for (size_t i = 0; i < 2; i++)
		assert_string_equal("Anna", p.posts.v[i].display);
}

/* ---- findings of a check ------------------------------------------------ */

TEST(faults)
{
	static const struct break_row table[] = {
		{ "member not listed",
		  "member 1 is missing from members",
		  { "HSET user:1 display Eve" } },
		{ "search entry",
		  "eve\t1 in members is not a member",
		  { "ZADD members 0 eve\t1" } },
		{ "member not listed",
		  "member 2 is missing from moderators",
		  { "HSET user:2 standing moderator" } },
		{ "no longer moderator",
		  "member 1 is in moderators, but is no moderator",
		  { "ZADD moderators 0 1" } },
	};

	checked_rows(table, COUNT(table));
}

/*
 * An earlier Retwis copied names into posts, and its queue may still contain
 * work.
 */
TEST(what_an_earlier_retwis_has_left_is_no_fault)
{
	redis("HSET post:1 display Eve");
	redis("ZADD {displays}:due 1795260500123 %s", "0 1 1795260500123 0 0");
	checked_clean("an earlier Retwis");
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
		SITE(it_does_not_look_like_another_name),
		SITE(who_waits_for_approval_is_not_named),
		SITE(members_may_share_one),
		SITE(nobody_looks_like_hosts_and_moderators),
		SITE(what_it_is_already_is_not_refused),
		SITE(the_set_of_moderators),
		SITE(the_set_of_those_who_are_suspended),
		SITE(the_search_finds_each_of_its_words_once),
		SITE(the_search_takes_letters_as_people_type_them),
		SITE(entries_of_an_earlier_retwis),
		SITE(the_search_keeps_letters_apart),
		SITE(the_first_four_words),
		SITE(a_stale_entry_finds_nobody),
		SITE(a_change_that_is_killed),
		SITE(a_change_that_is_killed_on_many),
		FRESH(in_a_database_that_is_not_adopted),
		SITE(faults),
		SITE(what_an_earlier_retwis_has_left_is_no_fault),
	};

	return RUN_REDIS(tests);
}
