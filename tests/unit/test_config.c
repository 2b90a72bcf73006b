/* Configuration from the environment. */
#include "unit.h"

#define REDIS       "RETWIS_REDIS"
#define BUS         "RETWIS_BUS"
#define TIMEOUT     "RETWIS_REDIS_TIMEOUT"
#define SAFE        "RETWIS_SAFE"
#define MAX         "RETWIS_POST_MAX"
#define EDIT        "RETWIS_EDIT_MINUTES"
#define WELCOME     "RETWIS_WELCOME"
#define LOCKED      "RETWIS_LOCKED"
#define COLOUR      "RETWIS_COLOUR"
#define LOG         "RETWIS_LOG"
#define SIGNUP      "RETWIS_SIGNUP"
#define HSTS        "RETWIS_HSTS"
#define READERS     "RETWIS_READERS"
#define NAME        "RETWIS_NAME"
#define ABOUT       "RETWIS_ABOUT"
#define PROXIES     "RETWIS_TRUSTED_PROXIES"
#define SIGN_IN     "RETWIS_LIMIT_SIGN_IN"
#define LIKE        "RETWIS_LIMIT_LIKE"
#define LIVE_MAX    "RETWIS_LIVE_MAX"
#define LAST_SEEN   "RETWIS_LAST_SEEN"
#define SHARED      "RETWIS_SHARED"
#define KEY_FILE    "RETWIS_KEY_FILE"
#define LOG_SIGN_IN "RETWIS_LOG_SIGN_IN"
#define URL         "RETWIS_URL"
#define CRAWLERS    "RETWIS_CRAWLERS"
#define ANNOUNCE    "RETWIS_ANNOUNCE"
#define DAYS        "RETWIS_SESSION_DAYS"
#define SIGN_IN_ALL "RETWIS_LIMIT_SIGN_IN_ALL"
#define IMPORT      "RETWIS_LIMIT_IMPORT"
#define PICTURES    "RETWIS_PICTURES"
#define PICTURES_AT "RETWIS_PICTURE_SOCKET"

static const char *const variables[] = {
	REDIS,    BUS,         TIMEOUT,     MAX,      SIGNUP,      LAST_SEEN,
	SHARED,   LOG_SIGN_IN, PROXIES,     SIGN_IN,  LIKE,        LIVE_MAX,
	NAME,     ABOUT,       READERS,     HSTS,     SAFE,        URL,
	CRAWLERS, DAYS,        SIGN_IN_ALL, IMPORT,   EDIT,        WELCOME,
	LOCKED,   COLOUR,      LOG,         ANNOUNCE, PICTURES_AT, PICTURES,
};

static int clear(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(variables); i++)
		unsetenv(variables[i]);
	setenv(KEY_FILE, "tests/lib/site.key", 1);
	return 0;
}

static struct rt_config load(void)
{
	struct rt_config c;

	assert_null(rt_config_load(&mem, &c));
	return c;
}

static void expect_defaults(void)
{
	struct rt_config c = load();

	assert_string_equal("unix:/run/retwis/redis.sock", c.servers.redis);
	assert_string_equal("unix:/run/retwis/redis.sock", c.servers.bus);
	assert_int_equal(1000, c.servers.timeout_ms);
	assert_int_equal(280, c.post_max);
	assert_int_equal(15, c.edit_minutes);
	assert_string_equal("Retwis", c.name);
	assert_string_equal(UNIT_KEY, c.key);
	assert_string_equal("/run/retwis/retwis-picture.sock",
			    c.picture_socket);
	for (size_t i = 0; i < RT_SITE_TEXTS; i++)
		assert_null(c.text[i]);
	assert_int_equal(RT_SIGNUP_OPEN, c.signup);
	assert_false(c.members_only);
	assert_null(c.welcome);
	assert_string_equal("green", rt_colour(&c));
	assert_false(c.log_public);
	assert_int_equal(RT_ANNOUNCE_HOSTS, c.announcers);
	assert_int_equal(0, c.locked);
	assert_false(c.no_crawlers);
	assert_false(c.names_only);
	assert_null(c.url);
	assert_int_equal(90, c.session_days);
	assert_true(c.last_seen);
	assert_false(c.servers.on_replica);
	assert_false(c.shared);
	assert_false(c.log_sign_in);
	assert_string_equal("", c.proxies);
	assert_int_equal(10, c.rate[RT_RATE_SIGN_IN].times);
	assert_int_equal(900, c.rate[RT_RATE_SIGN_IN].seconds);
	assert_int_equal(100, c.rate[RT_RATE_SIGN_IN_ALL].times);
	assert_int_equal(10, c.rate[RT_RATE_SIGN_IN_ALL].seconds);
	assert_int_equal(10, c.rate[RT_RATE_IMPORT].times);
	assert_int_equal(3600, c.rate[RT_RATE_IMPORT].seconds);
	assert_int_equal(60, c.rate[RT_RATE_SEARCH].times);
	assert_int_equal(20, c.rate[RT_RATE_REPORT].times);
	assert_int_equal(86400, c.rate[RT_RATE_REPORT].seconds);
	for (size_t i = 0; i < RT_RATES; i++)
		assert_true(c.rate[i].times && c.rate[i].seconds);
	/* A form that is sent again is recognised for ten minutes. */
	assert_in_range(c.rate[RT_RATE_POST].seconds, 1, 600);
	assert_int_equal(5000, c.live_max);
}

TEST(defaults)
{
	expect_defaults();
}

TEST(empty_counts_as_unset)
{
	for (size_t i = 0; i < COUNT(variables); i++)
		setenv(variables[i], "", 1);
	expect_defaults();
}

TEST(each_variable_is_read)
{
	struct rt_config c;

	setenv(REDIS, "unix:/one", 1);
	setenv(BUS, "tcp://:password@two:2", 1);
	setenv(TIMEOUT, "2500", 1);
	setenv(MAX, "10000", 1);
	setenv(EDIT, "0", 1);
	setenv(SIGNUP, "closed", 1);
	setenv(READERS, "members", 1);
	setenv(LAST_SEEN, "off", 1);
	setenv(SHARED, "php", 1);
	setenv(SAFE, "replica", 1);
	setenv(LOG_SIGN_IN, "on", 1);
	setenv(PROXIES, "10.0.0.0/8", 1);
	setenv(SIGN_IN, "off", 1);
	setenv(LIKE, "7/8", 1);
	setenv(SIGN_IN_ALL, "9/10", 1);
	setenv(IMPORT, "11/12", 1);
	setenv(URL, "https://club.example.org", 1);
	setenv(CRAWLERS, "none", 1);
	setenv("RETWIS_SEARCH", "names", 1);
	setenv(DAYS, "365", 1);
	setenv(WELCOME, " Hello. ", 1);
	setenv(LOCKED, "readers, signup", 1);
	setenv(LOG, "members", 1);
	setenv(ANNOUNCE, "members", 1);
	setenv(COLOUR, "plum", 1);
	setenv(LIVE_MAX, "100000", 1);
	c = load();
	assert_string_equal("10.0.0.0/8", c.proxies);
	assert_int_equal(0, c.rate[RT_RATE_SIGN_IN].times);
	assert_int_equal(7, c.rate[RT_RATE_LIKE].times);
	assert_int_equal(8, c.rate[RT_RATE_LIKE].seconds);
	assert_int_equal(9, c.rate[RT_RATE_SIGN_IN_ALL].times);
	assert_int_equal(10, c.rate[RT_RATE_SIGN_IN_ALL].seconds);
	assert_int_equal(11, c.rate[RT_RATE_IMPORT].times);
	assert_int_equal(12, c.rate[RT_RATE_IMPORT].seconds);
	assert_string_equal("https://club.example.org", c.url);
	assert_true(c.no_crawlers);
	assert_true(c.names_only);
	assert_string_equal("Hello.", c.welcome);
	assert_int_equal(RT_SETTING_BIT(RT_SETTING_READERS) |
				 RT_SETTING_BIT(RT_SETTING_SIGNUP),
			 c.locked);
	assert_true(c.log_public);
	assert_int_equal(RT_ANNOUNCE_MEMBERS, c.announcers);
	assert_string_equal("plum", rt_colour(&c));
	assert_int_equal(365, c.session_days);
	assert_string_equal("unix:/one", c.servers.redis);
	assert_string_equal("tcp://:password@two:2", c.servers.bus);
	assert_int_equal(2500, c.servers.timeout_ms);
	assert_int_equal(10000, c.post_max);
	assert_int_equal(0, c.edit_minutes);
	assert_int_equal(RT_SIGNUP_CLOSED, c.signup);
	assert_true(c.members_only);
	assert_false(c.last_seen);
	assert_true(c.shared);
	assert_true(c.servers.on_replica);
	assert_true(c.log_sign_in);
	assert_int_equal(100000, c.live_max);
}

TEST(the_bus_is_the_same_redis_unless_set)
{
	setenv(REDIS, "tcp://one:1", 1);
	assert_string_equal("tcp://one:1", load().servers.bus);
}

/* Queues and messages cannot go through a proxy. */
TEST(a_proxy_needs_a_bus)
{
	struct rt_config c;
	const char *why;

	setenv(REDIS, "tcp+proxy://one:1", 1);
	why = rt_config_load(&mem, &c);
	assert_non_null(why);
	assert_non_null(
		strstr(why, "RETWIS_BUS must point to a Redis server itself"));
	setenv(BUS, "tcp://two:2", 1);
	assert_string_equal("tcp+proxy://one:1", load().servers.redis);
	setenv(SAFE, "replica", 1);
	why = rt_config_load(&mem, &c);
	assert_non_null(why);
	assert_non_null(strstr(why, "RETWIS_SAFE must be master if"));
	setenv(SAFE, "both", 1);
	why = rt_config_load(&mem, &c);
	assert_string_equal("RETWIS_SAFE must be master or replica", why);
	setenv(SAFE, "", 1);
	setenv(BUS, "tcp+proxy://two:2", 1);
	assert_non_null(rt_config_load(&mem, &c));
}

/* The environment may change later; the strings are in the arena. */
TEST(strings_outlive_the_environment)
{
	struct rt_config c;

	setenv(REDIS, "unix:/one", 1);
	c = load();
	setenv(REDIS, "unix:/two", 1);
	assert_string_equal("unix:/one", c.servers.redis);
	assert_string_equal("unix:/one", c.servers.bus);
}

TEST(good_values)
{
	static const struct {
		const char *name, *value;
	} table[] = {
		{ TIMEOUT, "1" },
		{ TIMEOUT, "0500" },
		{ MAX, "1" },
		{ EDIT, "1440" },
		{ HSTS, "0" },
		{ LOCKED, ", post_max ,about," },
		{ COLOUR, "grey" },
		{ HSTS, "63072000" },
		{ DAYS, "1" },
		{ CRAWLERS, "search" },
		{ URL, "http://localhost:8080" },
		{ SIGN_IN_ALL, "off" },
		{ SIGNUP, "open" },
		{ SIGNUP, "asked" },
		{ SIGNUP, "invited" },
		{ ANNOUNCE, "hosts" },
		{ ANNOUNCE, "moderators" },
		{ PROXIES, "unix:" },
		{ PROXIES, " 192.0.2.1, ::1 ,2001:db8::/32 10.0.0.0/8\t" },
		{ PROXIES, "::ffff:10.0.0.0/8" },
		{ LIKE, "0" },
		{ LIKE, "1/1" },
		{ LIKE, "1000000/86400" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		clear(NULL);
		setenv(table[i].name, table[i].value, 1);
		load();
	}
}

TEST(bad_values_are_named)
{
	static const struct {
		const char *name, *value;
	} table[] = {
		{ REDIS, "localhost" },
		{ REDIS, "unix:" },
		{ REDIS, "tcp://host" },
		{ BUS, "6379" },
		{ TIMEOUT, "0" },
		{ TIMEOUT, "2501" },
		{ TIMEOUT, "-1" },
		{ TIMEOUT, "+1" },
		{ TIMEOUT, " 1" },
		{ TIMEOUT, "1s" },
		{ TIMEOUT, "1.5" },
		{ TIMEOUT, "fast" },
		{ TIMEOUT, "18446744073709551617" },
		{ MAX, "0" },
		{ MAX, "10001" },
		{ EDIT, "1441" },
		{ MAX, "99999999999999999999999" },
		{ MAX, "0x10" },
		{ LIVE_MAX, "0" },
		{ LIVE_MAX, "100001" },
		{ LOCKED, "reader" },
		{ LOCKED, "setup" },
		{ LOCKED, "readers;signup" },
		{ WELCOME, "two\nlines" },
		{ WELCOME, "  " },
		{ COLOUR, "pink" },
		{ LOG, "all" },
		{ ANNOUNCE, "all" },
		{ ANNOUNCE, "moderator" },
		{ HSTS, "-1" },
		{ HSTS, "63072001" },
		{ HSTS, "a year" },
		{ DAYS, "0" },
		{ DAYS, "366" },
		{ DAYS, "90d" },
		{ CRAWLERS, "all" },
		{ CRAWLERS, "None" },
		{ URL, "club.example.org" },
		{ URL, "ftp://club.example.org" },
		{ URL, "https://club.example.org/retwis" },
		{ IMPORT, "10/86401" },
		{ SIGN_IN_ALL, "10" },
		{ SIGNUP, "yes" },
		{ READERS, "member" },
		{ READERS, "nobody" },
		{ SIGNUP, "Open" },
		{ SIGNUP, "closed " },
		{ LAST_SEEN, "no" },
		{ SHARED, "on" },
		{ LOG_SIGN_IN, "yes" },
		{ PROXIES, "localhost" },
		{ PROXIES, "10.0.0.0/33" },
		{ PROXIES, "10.0.0.0/" },
		{ PROXIES, "10.0.0.0/-1" },
		{ PROXIES, "10.0.0.0/8/8" },
		{ PROXIES, "10.0.0" },
		{ PROXIES, "192.0.2.1 nonsense" },
		{ PROXIES, "::/129" },
		{ PROXIES, "[::1]" },
		{ PROXIES, "unix" },
		{ PICTURES_AT, "retwis-picture.sock" },
		{ PICTURES_AT,
		  "/a/path/that/is/longer/than/what/the/kernel/can/"
		  "keep/in/the/address/of/a/socket/which/is/one/"
		  "hundred/letters" },
		{ KEY_FILE, "" },
		{ KEY_FILE, "/dev/null" },
		{ KEY_FILE, "README.md" },
		{ SIGN_IN, "10" },
		{ SIGN_IN, "10/" },
		{ SIGN_IN, "/10" },
		{ SIGN_IN, "0/10" },
		{ SIGN_IN, "10/0" },
		{ SIGN_IN, "-1/10" },
		{ SIGN_IN, "10/60s" },
		{ SIGN_IN, " 10/60" },
		{ SIGN_IN, "10/60/60" },
		{ SIGN_IN, "Off" },
		{ LIKE, "1000001/10" },
		{ LIKE, "10/86401" },
		{ LIKE, "99999999999/10" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_config c = { .servers.timeout_ms = 77 };
		const char *why;

		clear(NULL);
		setenv(table[i].name, table[i].value, 1);
		why = rt_config_load(&mem, &c);
		CHECK(table[i].value, why);
		CHECK(why, strstr(why, table[i].name) == why);
		CHECK(table[i].value,
		      c.servers.timeout_ms == 77 && !c.servers.redis);
	}
}

TEST(a_password_is_never_in_the_message)
{
	struct rt_config c;
	const char *why;

	setenv(REDIS, "tcp://:hush@host", 1);
	why = rt_config_load(&mem, &c);
	assert_non_null(why);
	assert_null(strstr(why, "hush"));
}

TEST(a_program_may_have_a_user_of_its_own)
{
	struct rt_config c = { .servers.redis = "unix:retwis@/a@b",
			       .servers.bus = "unix:retwis:password@/c" };

	rt_config_rename(&mem, &c, "me");
	assert_string_equal("unix:me@/a@b", c.servers.redis);
	assert_string_equal("unix:retwis:password@/c", c.servers.bus);
	c = (struct rt_config){ .servers.redis = "unix:/a",
				.servers.bus = "tcp://u:p@h:1" };
	rt_config_rename(&mem, &c, "me");
	assert_string_equal("unix:/a", c.servers.redis);
	assert_string_equal("tcp://u:p@h:1", c.servers.bus);
}

#define CLEAR(test) cmocka_unit_test_setup_teardown(test, clear, unit_forget)

/* Otherwise an empty name would be a folder, too. */
TEST(pictures_are_off_by_default)
{
	assert_null(load().pictures);
	setenv(PICTURES, "", 1);
	assert_null(load().pictures);
	setenv(PICTURES, "off", 1);
	assert_null(load().pictures);
	setenv(PICTURES, "/var/lib/retwis-pictures", 1);
	assert_string_equal("/var/lib/retwis-pictures", load().pictures);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CLEAR(defaults),
		CLEAR(empty_counts_as_unset),
		CLEAR(each_variable_is_read),
		CLEAR(the_bus_is_the_same_redis_unless_set),
		CLEAR(a_proxy_needs_a_bus),
		CLEAR(strings_outlive_the_environment),
		CLEAR(good_values),
		CLEAR(bad_values_are_named),
		CLEAR(a_password_is_never_in_the_message),
		CLEAR(a_program_may_have_a_user_of_its_own),
		CLEAR(pictures_are_off_by_default),
	};

	return RUN_PLAIN(tests);
}
