/* Requests that share a connection, each in a fiber of its own. */
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/compute.h"
#include "base/fiber.h"
#include "patterns/lock.h"
#include "redis/pipe.h"
#include "unit.h"

#define REQUESTS_MAX 64

/* A fiber that reads its own key, several times. */
struct request {
	unsigned number, times;
	struct arena a;
	enum rt_err err;
	bool is_done;
	char said[32];
};

static struct event_base *base;
static struct rt_links *links;
static struct request requests[REQUESTS_MAX];
static unsigned left;

static int open_links(void **state)
{
	if (unit_fresh(state) != 0)
		return -1;
	base = event_base_new();
	links = rt_links_open(&conf.servers, base);
	return 0;
}

static int close_links(void **state)
{
	rt_links_close(links);
	event_base_free(base);
	return unit_forget(state);
}

#define LINKED(test)                                                          \
	cmocka_unit_test_setup_teardown(test, open_links, close_links)

static void one_is_done(struct request *r)
{
	r->is_done = true;
	arena_free(&r->a);
	if (--left == 0)
		event_base_loopbreak(base);
}

static void ask(void *arg)
{
	struct request *r = arg;
	struct rt *own = rt_attach(links, &conf);

	for (unsigned i = 0; i < r->times && !r->err; i++) {
		const char *value = NULL;

		r->err = rt_read_str(own, &r->a, &value, "GET key:%d",
				     (int)r->number);
		snprintf(r->said, sizeof r->said, "%s", value ? value : "nil");
	}
	rt_close(own);
	one_is_done(r);
}

static void start(unsigned n, unsigned times, void (*run)(void *arg))
{
	left = n;
	for (unsigned i = 0; i < n; i++) {
		requests[i] = (struct request){ .number = i, .times = times };
		redis("SET key:%u value-%u", i, i);
	}
	for (unsigned i = 0; i < n; i++)
		fiber_start(base, run, &requests[i]);
}

static void finish(void)
{
	if (left)
		event_base_dispatch(base);
	assert_int_equal(0, left);
}

static void each_has_its_own(unsigned n)
{
	char expected[32];

	for (unsigned i = 0; i < n; i++) {
		snprintf(expected, sizeof expected, "value-%u", i);
		assert_int_equal(RT_OK, requests[i].err);
		assert_string_equal(expected, requests[i].said);
	}
}

TEST(each_gets_its_own_reply)
{
	start(REQUESTS_MAX, 20, ask);
	finish();
	each_has_its_own(REQUESTS_MAX);
}

static uint64_t connections(void)
{
	static const char field[] = "total_connections_received:";
	const char *at = strstr(redis("INFO stats"), field);

	assert_non_null(at);
	return strtoull(at + strlen(field), NULL, 10);
}

TEST(they_share_one_connection)
{
	uint64_t before = connections();

	unit_skip(SEVERAL, "it looks at the one connection");
	start(REQUESTS_MAX, 3, ask);
	finish();
	each_has_its_own(REQUESTS_MAX);
	assert_int_equal(before + 1, connections());
}

/* They wait together, not one after the other. */
TEST(redis_does_not_answer)
{
	int64_t begun;

	start(REQUESTS_MAX, 1, ask);
	finish();
	server_signal(SIGSTOP);
	begun = unit_now();
	left = REQUESTS_MAX;
	for (unsigned i = 0; i < REQUESTS_MAX; i++) {
		requests[i] = (struct request){ .number = i, .times = 1 };
		fiber_start(base, ask, &requests[i]);
	}
	finish();
	server_signal(SIGCONT);
	assert_true(unit_now() - begun < 4 * (int64_t)conf.servers.timeout_ms);
	for (unsigned i = 0; i < REQUESTS_MAX; i++)
		assert_int_equal(RT_DOWN, requests[i].err);
}

/* Its next write might depend on data that were never written. */
static void ask_lose_and_write(void *arg)
{
	struct request *r = arg;
	struct rt *own = rt_attach(links, &conf);

	r->err = rt_do(own, &r->a, "SET first 1");
	if (!r->err) {
		redis("CLIENT KILL TYPE normal SKIPME yes");
		fiber_pause(1);
		r->err = rt_do(own, &r->a, "SET second 2");
	}
	rt_close(own);
	one_is_done(r);
}

TEST(a_request_ends_with_its_connection)
{
	start(1, 1, ask_lose_and_write);
	finish();
	assert_int_equal(RT_DOWN, requests[0].err);
	assert_redis("1", "GET first");
	assert_null(redis("GET second"));
	start(1, 1, ask);
	finish();
	each_has_its_own(1);
}

/* The one that holds it is in the same process. */
static void hold_for_a_while(void *arg)
{
	struct request *r = arg;
	struct rt *own = rt_attach(links, &conf);
	struct lock lock;

	r->err = lock_acquire(own, &r->a, "room", 60000, 5000, &lock);
	if (!r->err) {
		fiber_pause(5);
		r->err = lock_release(own, &r->a, &lock);
	}
	rt_close(own);
	one_is_done(r);
}

TEST(who_waits_for_a_lock_stops_nobody)
{
	start(4, 1, hold_for_a_while);
	finish();
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(RT_OK, requests[i].err);
}

/* ---- the first fiber ---------------------------------------------------- */

static void count_pauses(void *arg)
{
	int *n = arg;

	for (int i = 0; i < 3; i++) {
		fiber_pause(1);
		++*n;
	}
}

static int wait_for_another(void *arg)
{
	const struct fiber *self = fiber_now();
	int *n = arg;

	fiber_start(fiber_base(self), count_pauses, n);
	assert_ptr_equal(self, fiber_now());
	assert_int_equal(0, *n);
	fiber_pause(1000);
	assert_ptr_equal(self, fiber_now());
	return *n;
}

/* While it waits, the other fibers of its loop run. */
TEST(a_program_that_is_one_fiber)
{
	struct fiber *before = fiber_now();
	int n = 0;

	assert_int_equal(3, fiber_run(wait_for_another, &n));
	assert_ptr_equal(before, fiber_now());
}

static void wake_it(void *arg)
{
	fiber_pause(1);
	fiber_wake(arg);
}

static int wait_until_woken(__attribute__((unused)) void *arg)
{
	struct fiber *self = fiber_now();

	fiber_start(fiber_base(self), wake_it, self);
	assert_true(fiber_wait(10000));
	assert_false(fiber_wait(1));
	return 0;
}

TEST(it_can_be_woken)
{
	int64_t began = unit_now();

	fiber_run(wait_until_woken, NULL);
	assert_true(unit_now() - began < 10000);
}

/* ---- time-outs --------------------------------------------------------- */

/* Stops its parent until longer than that waits, and writes meanwhile. */
static int write_late(void *arg)
{
	const int *end = arg;

	usleep(100 * 1000);
	kill(getppid(), SIGSTOP);
	usleep(500 * 1000);
	if (write(end[1], "x", 1) != 1)
		return 1;
	kill(getppid(), SIGCONT);
	return 0;
}

static void on_input(__attribute__((unused)) evutil_socket_t fd,
		     __attribute__((unused)) short events, void *arg)
{
	fiber_wake(arg);
}

static int wait_for_input(void *arg)
{
	const int *end = arg;
	struct fiber *self = fiber_now();
	struct event *input =
		event_new(fiber_base(self), end[0], EV_READ, on_input, self);
	bool has_come;

	event_add(input, NULL);
	has_come = fiber_wait(300);
	event_free(input);
	assert_false(fiber_wait(1));
	return has_come;
}

TEST(input_that_came_while_the_process_was_stopped_is_in_time)
{
	int end[2];
	pid_t child;

	assert_int_equal(0, pipe(end));
	child = unit_fork(write_late, end);
	assert_true(fiber_run(wait_for_input, end));
	assert_int_equal(child, waitpid(child, NULL, 0));
	close(end[0]);
	close(end[1]);
}

/* ---- computing --------------------------------------------------------- */

static unsigned paused;

static void wait_for_pauses(void *arg)
{
	unsigned *volatile seen = arg;
	int64_t end = unit_now() + 5000;

	while (__atomic_load_n(&paused, __ATOMIC_SEQ_CST) < 3 &&
	       unit_now() < end)
		continue;
	*seen = __atomic_load_n(&paused, __ATOMIC_SEQ_CST);
}

static void compute_it(void *arg)
{
	struct request *r = arg;
	struct rt *own = rt_attach(links, &conf);
	unsigned seen = 0;

	compute(wait_for_pauses, &seen);
	r->times = seen;
	rt_close(own);
	one_is_done(r);
}

static void make_pauses(void *arg)
{
	for (int i = 0; i < 3; i++) {
		fiber_pause(1);
		__atomic_add_fetch(&paused, 1, __ATOMIC_SEQ_CST);
	}
	one_is_done(arg);
}

/* More of them than there are threads. */
TEST(while_one_computes_the_others_go_on)
{
	paused = 0;
	start(5, 1, compute_it);
	left++;
	fiber_start(base, make_pauses, &requests[5]);
	finish();
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(3, requests[i].times);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LINKED(each_gets_its_own_reply),
		LINKED(they_share_one_connection),
		LINKED(redis_does_not_answer),
		LINKED(a_request_ends_with_its_connection),
		LINKED(who_waits_for_a_lock_stops_nobody),
		PLAIN(a_program_that_is_one_fiber),
		PLAIN(it_can_be_woken),
		PLAIN(input_that_came_while_the_process_was_stopped_is_in_time),
		LINKED(while_one_computes_the_others_go_on),
	};

	return RUN_ANY(tests);
}
