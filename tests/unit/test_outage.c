/* Redis that is stopped, paused, restarted, or has no room for us. */
#include <signal.h>
#include <unistd.h>

#include "calls.h"
#include "redis/connection.h"
#include "redis/pipe.h"

#define FOREVER_MS 10000
#define LOOK_US    2000

static int anew(void **state)
{
	if (unit_restarted(state) != 0 || strcmp(redis("SET layout 1"), "OK"))
		return -1;
	calls_members();
	return 0;
}

static enum rt_err get(const char *key, const char **value)
{
	struct rt_pipe p;

	rt_end_request(rt);
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_str(&p, value, "GET %s", key);
	return rt_pipe_end(&p);
}

static int64_t time_of_get(const char *key, enum rt_err expected)
{
	const char *value = "untouched";
	int64_t began = unit_now();

	assert_int_equal(expected, get(key, &value));
	assert_string_equal("untouched", value);
	return unit_now() - began;
}

/* Sends commands until there is an answer, which must be our own. */
static void await(const char *key, const char *expected)
{
	int64_t end = unit_now() + FOREVER_MS;
	const char *value = NULL;

	while (get(key, &value) != RT_OK) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
	assert_string_equal(expected, value);
}

static void set_two_keys(void)
{
	redis("SET theirs theirs");
	redis("SET mine mine");
}

/* ---- silence ----------------------------------------------------------- */

TEST(a_late_reply_is_nobodys)
{
	uint64_t before;

	set_two_keys();
	await("mine", "mine");
	before = rt_connections(rt);
	server_signal(SIGSTOP);
	assert_in_range(time_of_get("theirs", RT_DOWN), 980, FOREVER_MS);
	server_signal(SIGCONT);
	await("mine", "mine");
	await("theirs", "theirs");
	assert_true(rt_connections(rt) > before);
}

TEST(after_a_time_out_nobody_waits)
{
	int64_t began, least = FOREVER_MS;

	unit_skip(SEVERAL, "it looks at the one connection");
	set_two_keys();
	await("mine", "mine");
	server_signal(SIGSTOP);
	began = unit_now();
	time_of_get("theirs", RT_DOWN);
	/* On a busy machine one of them may be late. */
	for (int i = 0; i < 3; i++) {
		int64_t time = time_of_get("theirs", RT_DOWN);

		least = time < least ? time : least;
	}
	assert_in_range(least, 0, 200);
	/* Redis is back, and nobody has sent a command yet. */
	server_signal(SIGCONT);
	await("mine", "mine");
	assert_in_range(unit_now() - began, 980 + 250, FOREVER_MS);
}

/*
 * Connecting succeeds, since the operating system does that; the answer is
 * missing.
 */
TEST(a_stopped_server_that_we_never_knew)
{
	server_signal(SIGSTOP);
	assert_in_range(time_of_get("theirs", RT_DOWN), 980, FOREVER_MS);
	server_signal(SIGCONT);
	set_two_keys();
	await("mine", "mine");
}

/*
 * A busy machine may be late, and hashing a password takes it long; but not
 * later than one time-out if each try has twice as long as the one before.
 */
static bool gives_up_after_one(const struct call *call)
{
	conf.servers.timeout_ms = 250;
	for (int tries = 0; tries < 5; tries++, conf.servers.timeout_ms *= 2) {
		int64_t began = unit_now();

		unit_reopen();
		CHECK(call->name, calls_run(call) == RT_DOWN);
		if (unit_now() - began < 2 * (int64_t)conf.servers.timeout_ms)
			return true;
	}
	return false;
}

TEST(each_function_gives_up_after_one_time_out)
{
	unit_skip(SEVERAL, "each server has a time-out of its own");
	server_signal(SIGSTOP);
	for (size_t i = 0; i < CALLS; i++)
		CHECK(calls[i].name, gives_up_after_one(&calls[i]));
}

/* ---- absence ----------------------------------------------------------- */

TEST(each_function_says_that_redis_is_down)
{
	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	for (size_t i = 0; i < CALLS; i++)
		CHECK(calls[i].name, calls_run(&calls[i]) == RT_DOWN);
}

TEST(it_works_again_when_redis_is_back)
{
	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	time_of_get("theirs", RT_DOWN);
	server_restart();
	set_two_keys();
	await("mine", "mine");
}

TEST(a_restart_between_two_requests_is_not_noticed)
{
	const char *value = NULL;

	unit_skip(SEVERAL, "it kills Redis");
	set_two_keys();
	await("mine", "mine");
	server_restart();
	set_two_keys();
	assert_int_equal(RT_OK, get("mine", &value));
	assert_string_equal("mine", value);
}

/* Some of the replies have arrived, and none of them counts. */
TEST(an_end_in_the_middle_of_a_pipeline)
{
	const char *value = "untouched", *never = "untouched";
	struct rt_pipe p;

	unit_skip(SEVERAL, "it kills Redis");
	set_two_keys();
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_str(&p, &value, "GET theirs");
	rt_pipe(&p, "SHUTDOWN NOSAVE");
	rt_pipe_str(&p, &never, "GET mine");
	assert_int_equal(RT_DOWN, rt_pipe_end(&p));
	assert_string_equal("untouched", value);
	assert_string_equal("untouched", never);
}

/* ---- too many connections ----------------------------------------------- */

TEST(the_limit_of_clients)
{
	unit_skip("nutcracker", "Twemproxy keeps its connections");
	set_two_keys();
	assert_redis("OK", "CONFIG SET maxclients 1");
	for (int i = 0; i < 20; i++) {
		unit_reopen();
		time_of_get("theirs", RT_DOWN);
	}
	assert_redis("OK", "CONFIG SET maxclients 100");
	await("mine", "mine");
}

#define ANEW(test) cmocka_unit_test_setup_teardown(test, anew, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ANEW(a_late_reply_is_nobodys),
		ANEW(after_a_time_out_nobody_waits),
		ANEW(a_stopped_server_that_we_never_knew),
		ANEW(each_function_gives_up_after_one_time_out),
		ANEW(each_function_says_that_redis_is_down),
		ANEW(it_works_again_when_redis_is_back),
		ANEW(a_restart_between_two_requests_is_not_noticed),
		ANEW(an_end_in_the_middle_of_a_pipeline),
		ANEW(the_limit_of_clients),
	};

	return RUN_ANY(tests);
}
