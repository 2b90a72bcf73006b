/* The control channel: who obeys which orders, and what is reported. */
#include "base/fiber.h"
#include "base/prefix.h"
#include "patterns/control.h"
#include "patterns/report.h"

#include <sys/wait.h>
#include <unistd.h>

#include "ear.h"
#include "redis/links.h"

#define LONG_MS 10000
#define LOOK_US 2000

#define CLUSTER_SKIPS                                                         \
	unit_skip("cluster", "nobody knows how many hear a question")

static struct control one, two;

/*
 * Waits until they are subscribed; on a cluster this cannot be known, so it
 * waits a moment.
 */
static bool are_listening(void)
{
	int64_t end = unit_now() + (server_is_many() ? 300 : LONG_MS);
	bool are = false;

	while (!are && unit_now() < end) {
		fiber_pause(1);
		are = redis_number("PUBLISH control hello") == 2;
	}
	return are || server_is_many();
}

static int workers(void **state)
{
	if (unit_restarted(state) != 0)
		return -1;
	control_open(&one, rt, "worker", "1-one");
	control_open(&two, rt, "worker", "1-two");
	return are_listening() ? 0 : -1;
}

static int no_workers(void **state)
{
	control_close(&one);
	control_close(&two);
	return unit_forget(state);
}

/*
 * Redis answers the next command only after it has sent all earlier messages.
 */
static void let_come(void)
{
	unit_skip("cluster", "a node hears late what another one was told");
	assert_redis("PONG", "PING");
	control_wait(&one, 0);
	control_wait(&two, 0);
}

static void tell(const char *name, const char *order)
{
	uint64_t heard = 0;

	CLUSTER_SKIPS;
	assert_int_equal(RT_OK,
			 control_publish(rt, &mem, name, order, &heard));
	assert_int_equal(2, heard);
	let_come();
}

/* As redis-cli sends it. */
static void say(const char *message)
{
	redis("PUBLISH control %s", message);
	let_come();
}

/* ---- obeying ----------------------------------------------------------- */

TEST(at_first)
{
	assert_false(one.paused || one.stop || one.logs_jobs);
	assert_int_equal(0, one.throttle.limit);
	assert_in_range(one.since, time(NULL) - 10, unit_second());
}

TEST(all_obey)
{
	tell(NULL, "pause");
	assert_true(one.paused && two.paused);
	tell(NULL, "resume");
	assert_false(one.paused || two.paused);
	tell(NULL, "throttle 25");
	assert_int_equal(25, one.throttle.limit);
	assert_int_equal(25, two.throttle.limit);
	tell(NULL, "throttle 0");
	assert_int_equal(0, one.throttle.limit);
	tell(NULL, "log jobs");
	assert_true(one.logs_jobs && two.logs_jobs);
	tell(NULL, "log errors");
	assert_false(one.logs_jobs || two.logs_jobs);
	assert_false(one.stop || two.stop);
	tell(NULL, "exit");
	assert_true(one.stop && two.stop);
}

TEST(the_one_that_was_named_obeys)
{
	tell("1-one", "pause");
	assert_true(one.paused);
	assert_false(two.paused);
	tell("1-two", "throttle 9");
	assert_int_equal(0, one.throttle.limit);
	assert_int_equal(9, two.throttle.limit);
	tell("1-two", "exit");
	assert_false(one.stop);
	assert_true(two.stop);
	tell("1-one", "resume");
	assert_false(one.paused);
}

TEST(nobody_else_obeys)
{
	static const char *const table[] = {
		"1: pause",      "1-: pause",           "1-ones: pause",
		"1-one : pause", "1-one:pause",         "1-one:  pause",
		": pause",       "1-one: 1-one: pause", "1-one",
		"worker: pause",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		say(table[i]);
		CHECK(table[i], !one.paused && !two.paused);
	}
}

TEST(what_makes_no_sense_is_ignored)
{
	static const char *const table[] = {
		"",
		"PAUSE",
		"pause ",
		"pause now",
		" exit",
		"exit 1",
		"throttle",
		"throttle ",
		"throttle x",
		"throttle -1",
		"throttle 1 2",
		"throttle 1.5",
		"throttle 99999999999999999999",
		"throttle 5\n",
		"log",
		"log ",
		"log all",
		"log jobs ",
		"report",
		"report ",
		"\xff\x01\n",
	};

	tell(NULL, "throttle 7");
	for (size_t i = 0; i < COUNT(table); i++) {
		say(table[i]);
		CHECK(table[i], !one.paused && !one.stop);
		CHECK(table[i], one.throttle.limit == 7 && !one.logs_jobs);
	}
}

TEST(all_that_has_come_is_obeyed_at_once)
{
	redis("PUBLISH control pause");
	redis("PUBLISH control %s", "throttle 5");
	redis("PUBLISH control %s", "throttle 6");
	redis("PUBLISH control resume");
	say("exit");
	assert_false(one.paused);
	assert_int_equal(6, one.throttle.limit);
	assert_true(one.stop);
}

static int flood(__attribute__((unused)) void *arg)
{
	redisContext *own = redisConnectUnix(server_front());
	redisReply *reply;

	while ((reply = redisCommand(own, "PUBLISH control resume")))
		freeReplyObject(reply);
	return EXIT_FAILURE;
}

/* A program that is flooded with orders still does its work in between. */
TEST(a_flood_of_orders)
{
	pid_t pid = unit_fork(flood, NULL);
	int64_t began = unit_now();

	for (int i = 0; i < 100; i++) {
		assert_int_equal(RT_OK, rt_ping(rt, &mem));
		control_wait(&one, 5);
	}
	assert_true(unit_now() - began < LONG_MS);
	kill(pid, SIGKILL);
	assert_int_equal(pid, waitpid(pid, NULL, 0));
}

/* ---- reports ------------------------------------------------------------ */

/* The messages on a channel on which `who` is asked to report. */
static struct report report_of(const char *who)
{
	struct report r = { 0 };
	const char *text = NULL;
	struct ear ear;

	CLUSTER_SKIPS;
	ear_open(&ear, "control:answers");
	tell(who, "report control:answers");
	assert_int_equal(RT_OK, ear_next(&ear, LONG_MS, &text));
	assert_true(report_read(&mem, text, &r));
	assert_int_equal(RT_NOT_FOUND, ear_next(&ear, 20, &text));
	ear_close(&ear);
	return r;
}

TEST(a_report)
{
	struct report r;

	control_count(&two, 3, 1000);
	control_count(&two, 1, 234);
	r = report_of("1-two");
	assert_string_equal("1-two", r.name);
	assert_string_equal("worker", r.kind);
	assert_string_equal("working", r.state);
	assert_int_equal(getpid(), r.pid);
	assert_int_equal(0, r.limit);
	assert_int_equal(4, r.jobs);
	assert_int_equal(1234, r.deliveries);
	assert_int_equal(1234, r.recent);
	assert_int_equal(two.since, r.since);
}

TEST(a_report_tells_the_state)
{
	tell(NULL, "throttle 50");
	assert_int_equal(50, report_of("1-one").limit);
	tell(NULL, "pause");
	assert_string_equal("paused", report_of("1-one").state);
	tell(NULL, "resume");
	assert_string_equal("working", report_of("1-one").state);
	tell(NULL, "exit");
	assert_string_equal("ending", report_of("1-one").state);
}

TEST(deliveries_of_long_ago_are_not_recent)
{
	struct report r;

	control_count(&one, 1, 100);
	for (size_t i = 0; i < RATE_SECONDS; i++)
		one.rate.ring[i].second -= RATE_SECONDS;
	r = report_of("1-one");
	assert_int_equal(100, r.deliveries);
	assert_int_equal(0, r.recent);
}

TEST(what_is_no_report)
{
	static const char *const table[] = {
		"",
		"x",
		"1-one worker working 1 0 4 5 6",
		"1-one worker working 1 0 4 5 6 7 8",
	};
	struct report r = { .name = "untouched" };

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], !report_read(&mem, table[i], &r));
	assert_string_equal("untouched", r.name);
	assert_true(report_read(&mem, "1-one worker working 1 2 3 4 5 6", &r));
	assert_int_equal(6, r.since);
}

/* For a program that has other subscriptions, too. */
TEST(messages_can_be_handed_in)
{
	struct control_answer answer;
	struct control c;

	control_init(&c, "gateway", "1-gate");
	answer = control_obey(&c, &mem, "1-gate: pause");
	assert_null(answer.channel);
	assert_true(c.paused);
	answer = control_obey(&c, &mem, "report control:answers");
	assert_string_equal("control:answers", answer.channel);
	assert_non_null(strstr(answer.text, "1-gate gateway paused "));
	answer = control_obey(&c, &mem, "exit");
	assert_null(answer.channel);
	assert_true(c.stop);
	control_close(&c);
}

/* ---- between two jobs -------------------------------------------------- */

TEST(with_nothing_told_nobody_is_held_up)
{
	control_count(&one, 1, 1000000);
	assert_int_equal(0, control_wait_ms(&one));
	assert_false(control_hold(&one, LONG_MS));
}

TEST(who_is_paused_is_held_up)
{
	int64_t began = unit_now();

	say("pause");
	assert_true(control_hold(&one, 50));
	assert_in_range(unit_now() - began, 50, LONG_MS);
	assert_true(control_hold(&one, 50));
	redis("PUBLISH control resume");
	assert_false(control_hold(&one, LONG_MS));
	assert_true(unit_now() - began < LONG_MS);
}

TEST(who_shall_end_is_not)
{
	say("pause");
	say("exit");
	assert_false(control_hold(&one, LONG_MS));
	assert_true(one.stop);
}

TEST(who_was_too_fast_is_held_up)
{
	say("throttle 1000");
	assert_false(control_hold(&one, LONG_MS));
	control_count(&one, 1, 60000);
	assert_in_range(control_wait_ms(&one), 50000, 60000);
	assert_true(control_hold(&one, 20));
	/* A worker whose limit is raised need not wait for the old one. */
	redis("PUBLISH control %s", "throttle 0");
	assert_false(control_hold(&one, LONG_MS));
	say("throttle 1000");
	control_count(&one, 1, 30);
	assert_false(control_hold(&one, LONG_MS));
}

/* ---- a bus that goes away ---------------------------------------------- */

TEST(an_order_outlives_the_bus)
{
	int64_t end = unit_now() + LONG_MS;

	unit_skip(SEVERAL, "it kills Redis");
	say("pause");
	server_kill();
	assert_true(control_hold(&one, 20));
	server_restart();
	while (redis_number("PUBLISH control hello") != 2) {
		assert_true(unit_now() < end);
		control_wait(&one, 10);
	}
	assert_true(one.paused);
	redis("PUBLISH control resume");
	assert_false(control_hold(&one, LONG_MS));
}

TEST(a_report_that_cannot_be_sent)
{
	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	subscriber_publish(one.subscriber, "control:answers", "lost");
	assert_int_equal(RT_DOWN, rt_ping(rt, &mem));
	server_restart();
	assert_true(are_listening());
	assert_string_equal("1-one", report_of("1-one").name);
}

TEST(without_the_data)
{
	control_close(&one);
	control_close(&two);
	conf.servers.redis = "unix:/nonexistent/redis.sock";
	unit_reopen();
	control_open(&one, rt, "worker", "1-one");
	control_open(&two, rt, "worker", "1-two");
	assert_true(are_listening());
	tell(NULL, "pause");
	assert_true(one.paused);
}

/* ---- asking ------------------------------------------------------------ */

struct program {
	const char *kind, *name;
};

static int obey(void *arg)
{
	const struct program *p = arg;
	struct control c;

	rt = rt_open(&conf);
	control_open(&c, rt, p->kind, p->name);
	while (!c.stop)
		control_wait(&c, 50);
	control_close(&c);
	return EXIT_SUCCESS;
}

/* A program that obeys, in a separate process. */
static pid_t start(const char *kind, const char *name)
{
	return unit_fork(obey, &(struct program){ kind, name });
}

static void await_ready(uint64_t n)
{
	int64_t end = unit_now() + LONG_MS;

	while (redis_number("PUBLISH control hello") != n) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
}

static void expect_end(pid_t pid)
{
	int status = 0;

	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFEXITED(status));
	assert_int_equal(EXIT_SUCCESS, WEXITSTATUS(status));
}

static struct reports ask(unsigned wait_ms)
{
	struct reports all;

	memset(&all, 0x5a, sizeof all);
	assert_int_equal(RT_OK, report_collect(rt, &mem, wait_ms, &all));
	return all;
}

TEST(all_who_are_alive)
{
	CLUSTER_SKIPS;
	pid_t b = start("worker", "1-b"), a = start("worker", "2-a"),
	      g = start("gateway", "9-g");
	struct reports all;
	uint64_t heard;

	await_ready(3);
	control_publish(rt, &mem, "1-b", "pause", &heard);
	all = ask(LONG_MS);
	assert_int_equal(3, all.asked);
	assert_int_equal(3, all.n);
	assert_string_equal("9-g", all.v[0].name);
	assert_string_equal("1-b", all.v[1].name);
	assert_string_equal("2-a", all.v[2].name);
	assert_int_equal(b, all.v[1].pid);
	assert_string_equal("paused", all.v[1].state);
	assert_string_equal("working", all.v[2].state);
	control_publish(rt, &mem, "1-b", "exit", &heard);
	expect_end(b);
	control_publish(rt, &mem, NULL, "exit", &heard);
	expect_end(a);
	expect_end(g);
}

TEST(they_are_in_the_order_of_their_names)
{
	CLUSTER_SKIPS;
	static const char *const name[] = { "3", "1", "4", "2", "5" };
	struct reports all;
	pid_t pid[5];
	uint64_t heard;

	for (size_t i = 0; i < 5; i++)
		pid[i] = start("worker", name[i]);
	await_ready(5);
	all = ask(LONG_MS);
	assert_int_equal(5, all.n);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(i + 1, rt_u64(all.v[i].name));
	control_publish(rt, &mem, NULL, "exit", &heard);
	for (size_t i = 0; i < 5; i++)
		expect_end(pid[i]);
}

TEST(nobody_is_alive)
{
	CLUSTER_SKIPS;
	int64_t began = unit_now();
	struct reports all = ask(LONG_MS);

	assert_int_equal(0, all.n);
	assert_int_equal(0, all.asked);
	assert_true(unit_now() - began < LONG_MS);
}

TEST(who_does_not_answer_is_waited_for_and_counted)
{
	CLUSTER_SKIPS;
	pid_t pid = start("worker", "1-a");
	struct reports all;
	struct ear deaf;
	uint64_t heard;
	int64_t began;

	ear_open(&deaf, CHANNEL_CONTROL);
	await_ready(2);
	began = unit_now();
	all = ask(300);
	assert_in_range(unit_now() - began, 300, LONG_MS);
	assert_int_equal(1, all.n);
	assert_int_equal(2, all.asked);
	assert_string_equal("1-a", all.v[0].name);
	control_publish(rt, &mem, NULL, "exit", &heard);
	expect_end(pid);
	ear_close(&deaf);
}

/* It sends more nonsense than there can be programs, and then its report. */
static int lie(__attribute__((unused)) void *arg)
{
	static const char script[] =
		"for i = 1, 20000 do redis.call('PUBLISH', ARGV[1], 'x') end "
		"for i = 1, 20000 do redis.call('PUBLISH', ARGV[1], "
		"'1-a worker working 1 0 1 1 1 1700000000') end";
	const char *text = "", *to = NULL;
	struct ear ear;

	rt = rt_open(&conf);
	ear_open(&ear, CHANNEL_CONTROL);
	while (!to && ear_next(&ear, LONG_MS, &text) == RT_OK)
		to = text_after(text, "report ");
	rt_do(rt_bus(rt), &mem, "EVAL %s 0 %s", script, to);
	return EXIT_SUCCESS;
}

TEST(nonsense_has_an_end)
{
	CLUSTER_SKIPS;
	pid_t pid = unit_fork(lie, NULL);
	struct reports all;

	await_ready(1);
	all = ask(LONG_MS);
	assert_int_equal(1, all.asked);
	assert_in_range(all.n, 1, 10000);
	expect_end(pid);
}

TEST(who_asks_at_once_gets_all_answers)
{
	CLUSTER_SKIPS;
	pid_t pid = start("worker", "1-a");
	uint64_t heard;

	await_ready(1);
	for (int i = 0; i < 50; i++)
		assert_int_equal(1, ask(LONG_MS).n);
	control_publish(rt, &mem, NULL, "exit", &heard);
	expect_end(pid);
}

/* Otherwise it would look as if no program were alive. */
TEST(who_cannot_listen_does_not_ask)
{
	CLUSTER_SKIPS;
	struct reports all = { .n = 7 };

	ask(LONG_MS);
	assert_redis("OK", "CONFIG SET maxclients 1");
	assert_int_equal(RT_DOWN, report_collect(rt, &mem, LONG_MS, &all));
	assert_int_equal(7, all.n);
}

TEST(there_is_no_bus)
{
	struct reports all = { .n = 7 };
	uint64_t heard = 7;

	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	assert_int_equal(RT_DOWN, report_collect(rt, &mem, LONG_MS, &all));
	assert_int_equal(RT_DOWN,
			 control_publish(rt, &mem, NULL, "pause", &heard));
	assert_int_equal(7, all.n);
	assert_int_equal(7, heard);
	server_restart();
}

#define WORKERS(test)                                                         \
	cmocka_unit_test_setup_teardown(test, workers, no_workers)
#define ALONE(test)                                                           \
	cmocka_unit_test_setup_teardown(test, unit_restarted, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WORKERS(at_first),
		WORKERS(all_obey),
		WORKERS(the_one_that_was_named_obeys),
		WORKERS(nobody_else_obeys),
		WORKERS(what_makes_no_sense_is_ignored),
		WORKERS(all_that_has_come_is_obeyed_at_once),
		WORKERS(a_flood_of_orders),
		WORKERS(a_report),
		WORKERS(a_report_tells_the_state),
		WORKERS(deliveries_of_long_ago_are_not_recent),
		WORKERS(what_is_no_report),
		WORKERS(messages_can_be_handed_in),
		WORKERS(with_nothing_told_nobody_is_held_up),
		WORKERS(who_is_paused_is_held_up),
		WORKERS(who_shall_end_is_not),
		WORKERS(who_was_too_fast_is_held_up),
		WORKERS(an_order_outlives_the_bus),
		WORKERS(a_report_that_cannot_be_sent),
		WORKERS(without_the_data),
		ALONE(all_who_are_alive),
		ALONE(they_are_in_the_order_of_their_names),
		ALONE(nobody_is_alive),
		ALONE(who_does_not_answer_is_waited_for_and_counted),
		ALONE(nonsense_has_an_end),
		ALONE(who_asks_at_once_gets_all_answers),
		ALONE(who_cannot_listen_does_not_ask),
		ALONE(there_is_no_bus),
	};

	return RUN_REDIS(tests);
}
