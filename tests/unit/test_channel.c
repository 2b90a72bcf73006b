/* Publish/subscribe: what comes, what is lost, and that it comes again. */
#include "patterns/channel.h"

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

#define LONG_MS 10000
#define LOOK_US 2000
#define BIG     ((size_t)4 * 1000 * 1000)

static struct channel *news;

static int listening(void **state)
{
	if (unit_restarted(state) != 0)
		return -1;
	news = channel_open(rt, "live:news");
	return 0;
}

static int stop_listening(void **state)
{
	channel_close(news);
	return unit_forget(state);
}

/* Beside the library; how many have heard it. */
static uint64_t say(const char *message)
{
	return redis_number("PUBLISH live:news %s", message);
}

static enum rt_err hear(unsigned wait_ms, const char **message)
{
	return channel_next(news, &mem, wait_ms, message);
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

/* Redis takes a moment to notice who has gone. */
static void await_listeners(uint64_t n)
{
	int64_t end = unit_now() + LONG_MS;

	while (say("lost") != n) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
}

/* Until it listens again, which it has to begin by itself. */
static void await_listening(void)
{
	int64_t end = unit_now() + LONG_MS;
	const char *none;

	while (hear(10, &none) == RT_DOWN)
		assert_true(unit_now() < end);
	assert_true(channel_fd(news) >= 0);
}

/* ---- messages ---------------------------------------------------------- */

static uint64_t publish(const char *message)
{
	uint64_t heard = 99;

	unit_skip("cluster", "nobody knows how many hear it");
	assert_int_equal(RT_OK, channel_publish(rt, &mem, "live:news", message,
						&heard));
	return heard;
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
	struct channel *other = channel_open(rt, "live:news");
	const char *heard = NULL;

	assert_int_equal(2, publish("hello"));
	expect("hello");
	assert_int_equal(RT_OK, channel_next(other, &mem, LONG_MS, &heard));
	assert_string_equal("hello", heard);
	channel_close(other);
	await_listeners(1);
}

TEST(another_channel_is_another)
{
	struct channel *other = channel_open(rt, "live:other");

	assert_int_equal(1, redis_number("PUBLISH live:other hello"));
	expect_none(RT_NOT_FOUND, 50);
	channel_close(other);
}

TEST(nobody_listens)
{
	channel_close(news);
	await_listeners(0);
	news = channel_open(rt, "live:news");
	expect_none(RT_NOT_FOUND, 50);
}

/* What a request has left in memory, after it. */
static void scribble(struct arena *request)
{
	arena_free(request);
	memset(arena_alloc(request, 30000), 'y', 30000);
	arena_free(request);
}

/* Publishes what is too big to come at once, and lets a part of it come. */
static const char *say_a_part(void)
{
	char *big = arena_alloc(&mem, BIG + 1);
	struct arena request = { 0 };
	const char *heard;

	memset(big, 'x', BIG);
	assert_int_equal(1, say(big));
	server_signal(SIGSTOP);
	assert_int_equal(RT_NOT_FOUND,
			 channel_next(news, &request, 0, &heard));
	scribble(&request);
	return big;
}

/* In parts, and the caller's memory goes between one and the next. */
TEST(a_big_message_comes_whole)
{
	const char *big = say_a_part();

	server_signal(SIGCONT);
	expect(big);
	say("small");
	expect("small");
}

/* ---- waiting ----------------------------------------------------------- */

/* Does it in a process beside this one, every 20 ms, until that is killed. */
static pid_t beside(void (*act)(pid_t test))
{
	pid_t test = getpid(), pid = fork();

	if (pid == 0)
		for (;;) {
			usleep(20000);
			act(test);
		}
	return pid;
}

static void end_of(pid_t pid)
{
	kill(pid, SIGKILL);
	assert_int_equal(pid, waitpid(pid, NULL, 0));
}

static void say_hello(pid_t test)
{
	struct rt *own = rt_open(&conf);
	uint64_t heard;

	(void)test;
	channel_publish(own, &mem, "live:news", "hello", &heard);
	rt_close(own);
}

TEST(waiting_ends_with_a_message)
{
	int64_t began = unit_now();
	pid_t pid = beside(say_hello);

	expect("hello");
	end_of(pid);
	assert_in_range(unit_now() - began, 20, LONG_MS - 1);
}

TEST(waiting_ends_after_its_time)
{
	int64_t began = unit_now();

	expect_none(RT_NOT_FOUND, 100);
	assert_in_range(unit_now() - began, 100, LONG_MS);
}

TEST(silence_is_no_time_out)
{
	channel_close(news);
	conf.servers.timeout_ms = 50;
	news = channel_open(rt, "live:news");
	await_listening();
	expect_none(RT_NOT_FOUND, 200);
	assert_true(channel_fd(news) >= 0);
	assert_int_equal(1, say("hello"));
	expect("hello");
}

static void on_signal(int number)
{
	(void)number;
}

static void send_signal(pid_t test)
{
	kill(test, SIGUSR1);
}

TEST(waiting_ends_with_a_signal)
{
	struct sigaction action = { .sa_handler = on_signal };
	int64_t began = unit_now();
	pid_t pid;

	sigaction(SIGUSR1, &action, NULL);
	pid = beside(send_signal);
	expect_none(RT_NOT_FOUND, LONG_MS);
	end_of(pid);
	assert_true(unit_now() - began < LONG_MS);
	assert_true(channel_fd(news) >= 0);
}

TEST(one_can_wait_for_more_than_it)
{
	struct pollfd p = { .fd = channel_fd(news), .events = POLLIN };

	assert_int_equal(0, poll(&p, 1, 0));
	say("one");
	say("two");
	assert_int_equal(1, poll(&p, 1, LONG_MS));
	expect("one");
	expect("two");
	assert_int_equal(0, poll(&p, 1, 0));
}

/* ---- the connection ---------------------------------------------------- */

TEST(a_lost_connection_is_told_and_made_again)
{
	int64_t began = unit_now();

	assert_redis("1", "CLIENT KILL TYPE pubsub");
	assert_int_equal(0, say("lost"));
	expect_none(RT_DOWN, LONG_MS);
	assert_true(unit_now() - began < LONG_MS);
	assert_int_equal(-1, channel_fd(news));
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

/* A part of a message that was cut off is nothing. */
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

/* Calling it again and again neither spins nor waits for longer. */
TEST(without_a_bus_it_waits_all_the_same)
{
	int64_t began, start, least = LONG_MS;

	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	expect_none(RT_DOWN, LONG_MS);
	start = unit_now();
	for (int i = 0; i < 10; i++) {
		began = unit_now();
		expect_none(RT_DOWN, 50);
		if (unit_now() - began < least)
			least = unit_now() - began;
	}
	/* It looks every 250 ms whether the bus is back, at once or late. */
	assert_in_range(least, 0, 240);
	assert_in_range(unit_now() - start, 350, LONG_MS);
	server_restart();
}

TEST(opened_without_a_bus)
{
	unit_skip(SEVERAL, "it kills Redis");
	channel_close(news);
	server_kill();
	news = channel_open(rt, "live:news");
	assert_int_equal(-1, channel_fd(news));
	server_restart();
	await_listening();
	say("hello");
	expect("hello");
}

TEST(a_stopped_bus_holds_nobody_up)
{
	int64_t began = unit_now();

	unit_skip("cluster", "each node has its share of the time");
	channel_close(news);
	conf.servers.timeout_ms = 300;
	server_signal(SIGSTOP);
	news = channel_open(rt, "live:news");
	assert_in_range(unit_now() - began, 280, LONG_MS);
	assert_int_equal(-1, channel_fd(news));
	server_signal(SIGCONT);
	await_listening();
}

/* Over a network the other side can be gone without a word. */
TEST(the_system_looks_whether_the_other_side_is_there)
{
	unsigned port = 20000 + (unsigned)getpid() % 10000;
	socklen_t size = sizeof(int);
	int keeps = 0;

	unit_skip(SEVERAL, "it lets one Redis listen at a port");
	channel_close(news);
	while (strcmp(redis("CONFIG SET port %u", port), "OK") != 0)
		port++;
	conf.servers.bus = arena_printf(&mem, "tcp://127.0.0.1:%u", port);
	news = channel_open(rt, "live:news");
	assert_int_equal(0, getsockopt(channel_fd(news), SOL_SOCKET,
				       SO_KEEPALIVE, &keeps, &size));
	assert_int_equal(1, keeps);
	say("hello");
	expect("hello");
	redis("CONFIG SET port 0");
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
		LISTENING(waiting_ends_with_a_signal),
		LISTENING(one_can_wait_for_more_than_it),
		LISTENING(a_lost_connection_is_told_and_made_again),
		LISTENING(what_came_before_the_end),
		LISTENING(an_end_in_the_middle_of_a_message),
		LISTENING(the_bus_restarts),
		LISTENING(without_a_bus_it_waits_all_the_same),
		LISTENING(opened_without_a_bus),
		LISTENING(a_stopped_bus_holds_nobody_up),
		LISTENING(the_system_looks_whether_the_other_side_is_there),
	};

	return RUN_REDIS(tests);
}
