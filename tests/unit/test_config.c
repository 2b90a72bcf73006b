/* Configuration by the environment. */
#include "unit.h"

#define REDIS    "RETWIS_REDIS"
#define BUS      "RETWIS_BUS"
#define TIMEOUT  "RETWIS_REDIS_TIMEOUT"
#define MAX      "RETWIS_POST_MAX"
#define SIGNUP   "RETWIS_SIGNUP"
#define LIVE_MAX "RETWIS_LIVE_MAX"

static const char *const variables[] = { REDIS, BUS,    TIMEOUT,
					 MAX,   SIGNUP, LIVE_MAX };

static int clear(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(variables); i++)
		unsetenv(variables[i]);
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

	assert_string_equal("unix:/run/retwis/redis.sock", c.redis);
	assert_string_equal("unix:/run/retwis/redis.sock", c.bus);
	assert_int_equal(1000, c.timeout_ms);
	assert_int_equal(280, c.post_max);
	assert_true(c.signup_open);
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
	setenv(SIGNUP, "closed", 1);
	setenv(LIVE_MAX, "100000", 1);
	c = load();
	assert_string_equal("unix:/one", c.redis);
	assert_string_equal("tcp://:password@two:2", c.bus);
	assert_int_equal(2500, c.timeout_ms);
	assert_int_equal(10000, c.post_max);
	assert_false(c.signup_open);
	assert_int_equal(100000, c.live_max);
}

TEST(the_bus_is_the_same_redis_unless_set)
{
	setenv(REDIS, "tcp://one:1", 1);
	assert_string_equal("tcp://one:1", load().bus);
}

/* The environment may change after; the strings are the arena's. */
TEST(strings_outlive_the_environment)
{
	struct rt_config c;

	setenv(REDIS, "unix:/one", 1);
	c = load();
	setenv(REDIS, "unix:/two", 1);
	assert_string_equal("unix:/one", c.redis);
	assert_string_equal("unix:/one", c.bus);
}

TEST(good_values)
{
	static const struct {
		const char *name, *value;
	} table[] = {
		{ TIMEOUT, "1" },
		{ TIMEOUT, "0500" },
		{ MAX, "1" },
		{ SIGNUP, "open" },
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
		{ MAX, "99999999999999999999999" },
		{ MAX, "0x10" },
		{ LIVE_MAX, "0" },
		{ LIVE_MAX, "100001" },
		{ SIGNUP, "yes" },
		{ SIGNUP, "Open" },
		{ SIGNUP, "closed " },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_config c = { .timeout_ms = 77 };
		const char *why;

		clear(NULL);
		setenv(table[i].name, table[i].value, 1);
		why = rt_config_load(&mem, &c);
		CHECK(table[i].value, why);
		CHECK(why, strstr(why, table[i].name) == why);
		CHECK(table[i].value, c.timeout_ms == 77 && !c.redis);
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

#define CLEAR(test) cmocka_unit_test_setup_teardown(test, clear, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CLEAR(defaults),
		CLEAR(empty_counts_as_unset),
		CLEAR(each_variable_is_read),
		CLEAR(the_bus_is_the_same_redis_unless_set),
		CLEAR(strings_outlive_the_environment),
		CLEAR(good_values),
		CLEAR(bad_values_are_named),
		CLEAR(a_password_is_never_in_the_message),
	};

	return RUN_PLAIN(tests);
}
