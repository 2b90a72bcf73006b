/*
 * Publish/subscribe: which messages arrive, which are lost, and that the
 * subscription is renewed.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fiber.h"
#include "ear.h"

#define LONG_MS       10000
#define LOOK_US       2000
#define CLUSTER_SKIPS unit_skip("cluster", "nobody knows how many hear it")
#define BIG           ((size_t)4 * 1000 * 1000)

static struct ear news;
static const char *last;

static int listening(void **state)
{
	if (unit_restarted(state) != 0)
		return -1;
	ear_open(&news, "live:news");
	return 0;
}

static int stop_listening(void **state)
{
	ear_close(&news);
	return unit_forget(state);
}

/* With another client than the library; returns how many have received it. */
static uint64_t say(const char *message)
{
	return redis_number("PUBLISH live:news %s", message);
}

static enum rt_err hear(unsigned wait_ms, const char **message)
{
	return ear_next(&news, wait_ms, message);
}

static void expect(const char *message)
{
	const char *heard = "nothing";

	assert_int_equal(RT_OK, hear(LONG_MS, &heard));
	assert_string_equal(message, heard);
}

static void expect_none(enum rt_err err, unsigned wait_ms)
{
	const char *heard = "untouched";

	assert_int_equal(err, hear(wait_ms, &heard));
	assert_string_equal("untouched", heard);
}

/* Redis takes a moment to notice that a client has gone. */
static void await_listeners(uint64_t n)
{
	int64_t end = unit_now() + LONG_MS;

	while (say("lost") != n) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
}

/* Waits until it is subscribed again, which it has to do by itself. */
static void await_listening(void)
{
	int64_t end = unit_now() + LONG_MS;
	const char *none;

	while (hear(10, &none) == RT_DOWN)
		assert_true(unit_now() < end);
	assert_true(news.is_up);
}

/* ---- messages ---------------------------------------------------------- */

static uint64_t publish(const char *message)
{
	CLUSTER_SKIPS;
	return say(message);
}

TEST(what_is_published_comes)
{
	assert_int_equal(1, publish("hello"));
	expect("hello");
	expect_none(RT_NOT_FOUND, 0);
}

TEST(any_text_is_a_message)
{
	static const char *const table[] = {
		"", " ", "two\r\nlines", "$5\r\nhello", "%s {}", "\xff\x01",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		publish(table[i]);
		expect(table[i]);
	}
}

TEST(several_come_in_their_order)
{
	for (int i = 0; i < 1000; i++)
		redis("PUBLISH live:news %d", i);
	for (int i = 0; i < 1000; i++)
		expect(arena_printf(&mem, "%d", i));
	expect_none(RT_NOT_FOUND, 0);
}

TEST(all_who_listen_hear_it)
{
	const char *heard = NULL;
	struct ear other;

	CLUSTER_SKIPS;
	ear_open(&other, "live:news");
	assert_int_equal(2, publish("hello"));
	expect("hello");
	assert_int_equal(RT_OK, ear_next(&other, LONG_MS, &heard));
	assert_string_equal("hello", heard);
	ear_close(&other);
	await_listeners(1);
}

TEST(another_channel_is_another)
{
	struct ear other;

	ear_open(&other, "live:other");
	assert_int_equal(1, redis_number("PUBLISH live:other hello"));
	expect_none(RT_NOT_FOUND, 50);
	ear_close(&other);
}

TEST(nobody_listens)
{
	ear_close(&news);
	await_listeners(0);
	ear_open(&news, "live:news");
	expect_none(RT_NOT_FOUND, 50);
}

/*
 * Publishes a message that is too big to arrive at once, and lets a part of it
 * through.
 */
static const char *say_a_part(void)
{
	char *big = arena_alloc(&mem, BIG + 1);

	memset(big, 'x', BIG);
	assert_int_equal(1, say(big));
	server_signal(SIGSTOP);
	expect_none(RT_NOT_FOUND, 0);
	return big;
}

TEST(a_big_message_comes_whole)
{
	const char *big = say_a_part();

	server_signal(SIGCONT);
	expect(big);
	say("small");
	expect("small");
}

/* ---- waiting ----------------------------------------------------------- */

static int say_hello_later(__attribute__((unused)) void *arg)
{
	redisContext *own = redisConnectUnix(server_front());

	usleep(50000);
	freeReplyObject(redisCommand(own, "PUBLISH live:news hello"));
	redisFree(own);
	return EXIT_SUCCESS;
}

TEST(waiting_ends_with_a_message)
{
	int64_t began = unit_now();
	pid_t pid = unit_fork(say_hello_later, NULL);

	expect("hello");
	assert_int_equal(pid, waitpid(pid, NULL, 0));
	assert_in_range(unit_now() - began, 50, LONG_MS - 1);
}

TEST(waiting_ends_after_its_time)
{
	int64_t began = unit_now();

	expect_none(RT_NOT_FOUND, 100);
	assert_in_range(unit_now() - began, 100, LONG_MS);
}

TEST(silence_is_no_time_out)
{
	ear_close(&news);
	conf.servers.timeout_ms = 50;
	ear_open(&news, "live:news");
	await_listening();
	expect_none(RT_NOT_FOUND, 200);
	assert_true(news.is_up);
	assert_int_equal(1, say("hello"));
	expect("hello");
}

/* ---- the connection ---------------------------------------------------- */

TEST(a_lost_connection_is_told_and_made_again)
{
	int64_t began = unit_now();

	assert_redis("1", "CLIENT KILL TYPE pubsub");
	assert_int_equal(0, say("lost"));
	expect_none(RT_DOWN, LONG_MS);
	assert_true(unit_now() - began < LONG_MS);
	assert_false(news.is_up);
	expect_none(RT_NOT_FOUND, 500);
	assert_int_equal(1, say("hello"));
	expect("hello");
}

/* Messages before the end count. */
TEST(what_came_before_the_end)
{
	say("last words");
	assert_redis("1", "CLIENT KILL TYPE pubsub");
	expect("last words");
	expect_none(RT_DOWN, LONG_MS);
}

/* An incomplete message is discarded. */
TEST(an_end_in_the_middle_of_a_message)
{
	unit_skip(SEVERAL, "it kills Redis");
	say_a_part();
	server_restart();
	expect_none(RT_DOWN, LONG_MS);
	await_listening();
	say("hello");
	expect("hello");
}

TEST(the_bus_restarts)
{
	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	expect_none(RT_DOWN, LONG_MS);
	server_restart();
	await_listening();
	assert_int_equal(1, say("hello"));
	expect("hello");
}

/* It tries again, less and less often, and reports each attempt. */
TEST(without_a_bus_it_tries_again)
{
	int64_t start;

	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	expect_none(RT_DOWN, LONG_MS);
	start = unit_now();
	for (int i = 0; i < 3; i++)
		expect_none(RT_DOWN, LONG_MS);
	/* After 250, 500 and 1000 ms. */
	assert_in_range(unit_now() - start, 1700, LONG_MS);
	server_restart();
	await_listening();
	say("hello");
	expect("hello");
}

TEST(opened_without_a_bus)
{
	unit_skip(SEVERAL, "it kills Redis");
	ear_close(&news);
	server_kill();
	ear_open(&news, "live:news");
	assert_false(news.is_up);
	server_restart();
	await_listening();
	say("hello");
	expect("hello");
}

TEST(a_stopped_bus_holds_nobody_up)
{
	int64_t began = unit_now();

	unit_skip("cluster", "each node has its share of the time");
	ear_close(&news);
	conf.servers.timeout_ms = 300;
	server_signal(SIGSTOP);
	ear_open(&news, "live:news");
	assert_in_range(unit_now() - began, 280, LONG_MS);
	assert_false(news.is_up);
	server_signal(SIGCONT);
	await_listening();
}

/* ---- more channels ------------------------------------------------------ */

TEST(one_that_is_joined_and_left)
{
	int64_t end = unit_now() + LONG_MS;

	subscriber_subscribe(news.hear, "live:other");
	while (redis_number("PUBLISH live:other hello") != 1) {
		assert_true(unit_now() < end);
		fiber_pause(1);
	}
	expect("hello");
	subscriber_unsubscribe(news.hear, "live:other");
	while (redis_number("PUBLISH live:other bye") != 0) {
		assert_true(unit_now() < end);
		fiber_pause(1);
	}
	say("hello again");
	do
		assert_int_equal(RT_OK, hear(LONG_MS, &last));
	while (strcmp(last, "bye") == 0);
	assert_string_equal("hello again", last);
}

TEST(what_it_says_itself)
{
	subscriber_publish(news.hear, "live:news", "hello");
	expect("hello");
	subscriber_publish(news.hear, "live:news", "once more");
	expect("once more");
}

#define LISTENING(test)                                                       \
	cmocka_unit_test_setup_teardown(test, listening, stop_listening)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LISTENING(what_is_published_comes),
		LISTENING(any_text_is_a_message),
		LISTENING(several_come_in_their_order),
		LISTENING(all_who_listen_hear_it),
		LISTENING(another_channel_is_another),
		LISTENING(nobody_listens),
		LISTENING(a_big_message_comes_whole),
		LISTENING(waiting_ends_with_a_message),
		LISTENING(waiting_ends_after_its_time),
		LISTENING(silence_is_no_time_out),
		LISTENING(a_lost_connection_is_told_and_made_again),
		LISTENING(what_came_before_the_end),
		LISTENING(an_end_in_the_middle_of_a_message),
		LISTENING(the_bus_restarts),
		LISTENING(without_a_bus_it_tries_again),
		LISTENING(opened_without_a_bus),
		LISTENING(a_stopped_bus_holds_nobody_up),
		LISTENING(one_that_is_joined_and_left),
		LISTENING(what_it_says_itself),
	};

	return RUN_REDIS(tests);
}
