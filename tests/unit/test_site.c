/*
 * The settings that hosts change on the site: what a process knows of them, how
 * old that may be, and what happens while Redis cannot tell.
 */
#include "unit.h"

/*
 * The settings in the environment. Each test has its own, so that the process
 * has never read any for them.
 */
static struct rt_config environments[17], *environment;
static size_t used;

static void reopen(void)
{
	rt_close(rt);
	rt = rt_open(environment);
}

/* A site that is open, and has a text. */
static int site(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	assert_true(used < COUNT(environments));
	environment = &environments[used++];
	*environment = conf;
	environment->name = "Retwis";
	environment->post_max = 280;
	environment->edit_minutes = 15;
	environment->text[RT_SITE_RULES] = "Be kind.";
	reopen();
	return 0;
}

/* The pipeline that every page sends first. */
static enum rt_err ask(void)
{
	struct rt_user me;

	return rt_session(rt, &mem, "0123456789abcdef0123456789abcdef1", &me);
}

static void begin(void)
{
	rt_end_request(rt);
	rt_site_begin(rt);
}

/* A whole request; how often it had to begin. */
static int requests(void)
{
	int n = 0;
	enum rt_err err;

	do {
		begin();
		ask();
		err = rt_site_confirm(rt, &mem);
		n++;
	} while (err == RT_CHANGED);
	assert_int_equal(RT_OK, err);
	return n;
}

#define assert_closed(is) assert_int_equal((is), rt_site(rt)->members_only)

/* ---- the first time ---------------------------------------------------- */

TEST(a_site_that_nobody_has_changed_is_as_the_environment_says)
{
	assert_int_equal(1, requests());
	assert_string_equal("Retwis", rt_site(rt)->name);
	assert_string_equal("Be kind.", rt_site(rt)->text[RT_SITE_RULES]);
	assert_true(rt_site_is_unnamed(rt_site(rt)));
	assert_int_equal(0, rt_site(rt)->set);
}

TEST(what_hosts_have_set_counts_from_the_first_request_on)
{
	redis("HSET site readers members post_max 7 rules Row.");
	assert_int_equal(2, requests());
	assert_closed(true);
	assert_int_equal(7, rt_site(rt)->post_max);
	assert_string_equal("Row.", rt_site(rt)->text[RT_SITE_RULES]);
	assert_int_equal(15, rt_site(rt)->edit_minutes);
	assert_false(rt_site_is_unnamed(rt_site(rt)));
	assert_int_equal(1, requests());
}

TEST(a_request_that_began_without_them_does_nothing_more)
{
	redis("HSET site readers members");
	begin();
	assert_closed(false);
	assert_int_equal(RT_CHANGED, ask());
	assert_int_equal(RT_CHANGED, ask());
	assert_int_equal(RT_CHANGED, rt_do(rt, &mem, "SET mark 1"));
	assert_null(redis("GET mark"));
	assert_int_equal(RT_CHANGED, rt_site_confirm(rt, &mem));
	begin();
	assert_int_equal(RT_OK, ask());
	assert_closed(true);
	assert_int_equal(RT_OK, rt_site_confirm(rt, &mem));
}

TEST(a_request_that_asks_nothing_is_confirmed_nevertheless)
{
	redis("HSET site readers members");
	begin();
	assert_int_equal(RT_CHANGED, rt_site_confirm(rt, &mem));
	begin();
	assert_closed(true);
	assert_int_equal(RT_OK, rt_site_confirm(rt, &mem));
}

/* ---- later ------------------------------------------------------------- */

TEST(after_five_seconds_the_next_request_reads_them_along)
{
	requests();
	redis("HSET site name Club");
	unit_pass(4000);
	requests();
	assert_string_equal("Retwis", rt_site(rt)->name);
	unit_pass(1000);
	assert_int_equal(1, requests());
	/* It keeps the settings with which it began. */
	assert_string_equal("Retwis", rt_site(rt)->name);
	begin();
	assert_string_equal("Club", rt_site(rt)->name);
}

TEST(after_ten_seconds_a_request_does_not_rely_on_them)
{
	requests();
	redis("HSET site readers members");
	unit_pass(10000);
	assert_int_equal(2, requests());
	assert_closed(true);
	redis("HDEL site readers");
	unit_pass(10000);
	assert_int_equal(2, requests());
	assert_closed(false);
}

TEST(two_requests_at_once_keep_what_each_began_with)
{
	struct rt *first = rt_open(environment), *second = rt;

	requests();
	rt_site_begin(first);
	redis("HSET site name Club rules Row.");
	assert_int_equal(RT_OK, rt_site_read(second, &mem));
	assert_string_equal("Club", rt_site(second)->name);
	assert_string_equal("Retwis", rt_site(first)->name);
	redis("HSET site name Team");
	assert_int_equal(RT_OK, rt_site_read(second, &mem));
	assert_string_equal("Team", rt_site(second)->name);
	assert_string_equal("Retwis", rt_site(first)->name);
	rt_close(first);
}

/* ---- while Redis is away ----------------------------------------------- */

TEST(without_any_no_request_is_confirmed)
{
	environment->servers.redis = environment->servers.bus =
		"unix:/nowhere.sock";
	reopen();
	begin();
	assert_int_equal(RT_DOWN, ask());
	assert_int_equal(RT_DOWN, rt_site_confirm(rt, &mem));
}

TEST(the_last_known_ones_hold)
{
	redis("HSET site readers members");
	requests();
	environment->servers.redis = environment->servers.bus =
		"unix:/nowhere.sock";
	reopen();
	for (int i = 0; i < 3; i++) {
		unit_pass(60000);
		begin();
		assert_closed(true);
		assert_int_equal(RT_DOWN, ask());
		assert_int_equal(RT_OK, rt_site_confirm(rt, &mem));
		assert_closed(true);
	}
}

/* ---- what makes no sense ----------------------------------------------- */

TEST(nonsense_counts_as_not_set)
{
	char *long_name = arena_alloc(&mem, 42);

	environment->members_only = true;
	environment->signup = RT_SIGNUP_CLOSED;
	reopen();
	memset(long_name, 'x', 41);
	redis("HSET site name %s welcome %s readers everybody signup OPEN "
	      "post_max 0 edit_minutes 99999999999999999999 colour pink "
	      "invites %s log yes rules %s about %s",
	      long_name, "a\nb", "", "a\x01", "   ");
	requests();
	assert_string_equal("Retwis", rt_site(rt)->name);
	assert_null(rt_site(rt)->welcome);
	assert_closed(true);
	assert_int_equal(RT_SIGNUP_CLOSED, rt_site(rt)->signup);
	assert_int_equal(280, rt_site(rt)->post_max);
	assert_int_equal(15, rt_site(rt)->edit_minutes);
	assert_string_equal("green", rt_colour(rt_site(rt)));
	assert_string_equal("Be kind.", rt_site(rt)->text[RT_SITE_RULES]);
	assert_null(rt_site(rt)->text[RT_SITE_ABOUT]);
	assert_int_equal(0, rt_site(rt)->set);
}

TEST(a_key_of_another_type_counts_as_none)
{
	environment->members_only = true;
	reopen();
	redis("SET site readers");
	requests();
	assert_closed(true);
	redis("DEL site");
	redis("RPUSH site readers all");
	unit_pass(10000);
	requests();
	assert_closed(true);
}

TEST(what_is_locked_is_as_the_environment_says)
{
	environment->locked = RT_SETTING_BIT(RT_SETTING_READERS);
	environment->members_only = true;
	reopen();
	redis("HSET site readers all name Club");
	requests();
	assert_closed(true);
	assert_string_equal("Club", rt_site(rt)->name);
}

/* ---- one by one -------------------------------------------------------- */

/* The value that is stored, or the sentence that says what is wrong. */
static const char *checked(const char *name, const char *typed)
{
	const char *value = "unchanged";
	const char *why =
		rt_setting_problem(&mem, rt_setting_find(name), typed, &value);

	if (why)
		assert_string_equal("unchanged", value);
	return why ? why : value;
}

static const char *repeated(char letter, size_t n)
{
	char *text = arena_alloc(&mem, n + 1);

	memset(text, letter, n);
	return text;
}

TEST(lines_are_trimmed_and_limited)
{
	assert_string_equal("Club", checked("name", "  Club\n"));
	assert_string_equal("", checked("name", " "));
	assert_string_equal(repeated('x', 40),
			    checked("name", repeated('x', 40)));
	assert_string_equal("This has to be one line of up to 40 characters.",
			    checked("name", repeated('x', 41)));
	assert_string_equal(repeated('x', 200),
			    checked("welcome", repeated('x', 200)));
	assert_string_equal("This has to be one line of up to 200 characters.",
			    checked("welcome", repeated('x', 201)));
	assert_string_equal("This has to be one line of up to 200 characters.",
			    checked("welcome", "turned \xe2\x80\xae around"));
}

TEST(texts_have_paragraphs_and_a_limit)
{
	assert_string_equal("a\n\nb", checked("rules", "\r\na\r\n\r\nb  \n"));
	assert_string_equal("", checked("about", " \r\n\t"));
	assert_string_equal(repeated('x', 20000),
			    checked("imprint", repeated('x', 20000)));
	assert_string_equal(
		"Your text has 20001 characters; the limit is 20000.",
		checked("imprint", repeated('x', 20001)));
	assert_string_equal("Your text can have line breaks, but no other "
			    "control characters.",
			    checked("privacy", "a\x07"));
}

TEST(words_and_numbers_are_those_of_the_environment)
{
	assert_string_equal("asked", checked("signup", "asked"));
	assert_string_equal("This has to be open, asked, invited or closed.",
			    checked("signup", "ask"));
	assert_string_equal("This has to be all or members.",
			    checked("readers", ""));
	assert_string_equal("1", checked("post_max", "1"));
	assert_string_equal("10000", checked("post_max", "010000"));
	assert_string_equal("This has to be a number from 1 to 10000.",
			    checked("post_max", "10001"));
	assert_string_equal("0", checked("edit_minutes", "0"));
	assert_string_equal("This has to be a number from 0 to 1440.",
			    checked("edit_minutes", "-1"));
	assert_string_equal("This has to be a number from 0 to 1440.",
			    checked("edit_minutes", "5 minutes"));
}

#define MARK "0123456789abcdef0123456789abcdef"

TEST(the_mark_is_no_text)
{
	const char *value = NULL;

	assert_string_equal(
		"This is a picture: choose it on the site, under "
		"Site icon.",
		rt_setting_problem(&mem, RT_SETTING_MARK, MARK, &value));
	assert_null(value);
	assert_null(rt_setting_words(RT_SETTING_MARK));
	assert_false(rt_setting_is_logged(RT_SETTING_MARK));
}

TEST(each_setting_is_stored_read_and_taken_back)
{
	const char *value[RT_SETTINGS] = {
		"Club",    "Hello.", "One",     "Two",   "Three",
		"Four",    "asked",  "members", "hosts", "members",
		"members", "blue",   "500",     "30",    MARK,
	};
	const char *none[RT_SETTINGS];

	environment->pictures = "/nonexistent";
	reopen();

	assert_int_equal(RT_OK, rt_settings_store(rt, &mem, value, &nobody));
	assert_int_equal(RT_OK, rt_site_read(rt, &mem));
	for (enum rt_setting s = 0; s < RT_SETTINGS; s++) {
		CHECK(rt_setting_name(s),
		      strcmp(value[s],
			     rt_setting_value(&mem, rt_site(rt), s)) == 0);
		CHECK(rt_setting_name(s),
		      rt_setting_find(rt_setting_name(s)) == s);
		none[s] = "";
	}
	assert_int_equal(RT_OK, rt_settings_store(rt, &mem, none, &nobody));
	assert_redis("2", "HLEN site");
	assert_redis("1", "HEXISTS site setup");
	assert_redis("1", "HEXISTS site acted");
	assert_int_equal(RT_OK, rt_site_read(rt, &mem));
	assert_string_equal("Retwis", rt_site(rt)->name);
	assert_string_equal("Be kind.", rt_site(rt)->text[RT_SITE_RULES]);
	assert_false(rt_site_is_unnamed(rt_site(rt)));
}

#define ON_SITE(test) cmocka_unit_test_setup_teardown(test, site, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_SITE(a_site_that_nobody_has_changed_is_as_the_environment_says),
		ON_SITE(what_hosts_have_set_counts_from_the_first_request_on),
		ON_SITE(a_request_that_began_without_them_does_nothing_more),
		ON_SITE(a_request_that_asks_nothing_is_confirmed_nevertheless),
		ON_SITE(after_five_seconds_the_next_request_reads_them_along),
		ON_SITE(after_ten_seconds_a_request_does_not_rely_on_them),
		ON_SITE(two_requests_at_once_keep_what_each_began_with),
		ON_SITE(without_any_no_request_is_confirmed),
		ON_SITE(the_last_known_ones_hold),
		ON_SITE(nonsense_counts_as_not_set),
		ON_SITE(a_key_of_another_type_counts_as_none),
		ON_SITE(what_is_locked_is_as_the_environment_says),
		ON_SITE(lines_are_trimmed_and_limited),
		ON_SITE(texts_have_paragraphs_and_a_limit),
		ON_SITE(words_and_numbers_are_those_of_the_environment),
		ON_SITE(the_mark_is_no_text),
		ON_SITE(each_setting_is_stored_read_and_taken_back),
	};

	return RUN_REDIS(tests);
}
