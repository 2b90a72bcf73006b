/* Pipelines in a loop that never blocks. */
#include <signal.h>

#include "base/clock.h"
#include "redis/connection.h"
#include "redis/pipe_result.h"
#include "looped.h"

static struct looped l;

static int open_loop(void **state)
{
	if (unit_fresh(state) != 0)
		return -1;
	looped_open(&l);
	return 0;
}

static int close_loop(void **state)
{
	looped_close(&l);
	return unit_forget(state);
}

#define LOOPED(test)                                                          \
	cmocka_unit_test_setup_teardown(test, open_loop, close_loop)

static void begin(struct rt_pipe *p)
{
	rt_pipe_begin(p, async_client_rt(l.inquiry), &mem);
}

static void has_replies(void *who)
{
	looped_done(&l, pipe_result(who));
}

static enum rt_err send_it(struct rt_pipe *p)
{
	async_client_send(l.inquiry, p, has_replies, p);
	return looped_wait(&l);
}

static void expect(const char *key, const char *expected)
{
	const char *value = NULL;
	struct rt_pipe p;

	begin(&p);
	rt_pipe_str(&p, &value, "GET %s", key);
	assert_int_equal(RT_OK, send_it(&p));
	assert_string_equal(expected, value);
}

TEST(replies_as_in_any_pipeline)
{
	const char *text = NULL, *fields[2];
	struct rt_ids ids = { 0 };
	uint64_t n = 0;
	struct rt_pipe p;

	redis("RPUSH list 3 2 1");
	redis("HSET hash text mine");
	begin(&p);
	rt_pipe(&p, "SET text %s", "mine");
	rt_pipe_str(&p, &text, "GET text");
	rt_pipe_try(&p, "GET list");
	rt_pipe_ids(&p, &ids, 2, "LRANGE list 0 -1");
	rt_pipe_strs(&p, fields, 2, "HMGET hash text none");
	rt_pipe_u64(&p, &n, "LLEN list");
	assert_int_equal(RT_OK, send_it(&p));
	assert_string_equal("mine", text);
	assert_int_equal(2, ids.n);
	assert_string_equal("mine", fields[0]);
	assert_null(fields[1]);
	assert_int_equal(3, n);
	expect("text", "mine");
}

static enum rt_err write_it(void)
{
	struct rt_pipe p;

	begin(&p);
	rt_pipe(&p, "SET key 1");
	return send_it(&p);
}

/*
 * The address may lead to another one now; but it is not looked up all the
 * time.
 */
TEST(one_that_was_demoted_is_left_after_a_while)
{
	uint64_t first = async_client_connection(l.inquiry), now = first;
	int64_t begun = clock_ms();
	size_t refused = 0;

	unit_skip("slots cluster nutcracker", "it makes Redis a replica");
	assert_int_equal(RT_OK, write_it());
	assert_redis("OK", "REPLICAOF 127.0.0.1 1");
	while ((now = async_client_connection(l.inquiry)) == first) {
		assert_int_equal(RT_FULL, write_it());
		expect("key", "1");
		assert_true(clock_ms() - begun < 10000);
		refused++;
	}
	assert_true(refused > 1);
	assert_int_equal(first + 1, now);
	assert_redis("OK", "REPLICAOF NO ONE");
	assert_int_equal(RT_OK, write_it());
	assert_int_equal(now, async_client_connection(l.inquiry));
}

TEST(nothing_to_ask)
{
	struct rt_pipe p;

	begin(&p);
	assert_int_equal(RT_OK, send_it(&p));
}

TEST(an_error_comes_when_all_was_read)
{
	const char *text = "untouched", *volatile none = NULL;
	struct rt_pipe p;

	redis("RPUSH list 1");
	redis("SET text mine");
	begin(&p);
	rt_pipe(&p, "GET list");
	rt_pipe_str(&p, &text, "GET text");
	assert_int_equal(RT_BROKEN, send_it(&p));
	assert_string_equal("untouched", text);
	expect("text", "mine");
	begin(&p);
	rt_pipe(&p, "SET text theirs");
	rt_pipe(&p, "SET text %s", none);
	assert_int_equal(RT_BROKEN, send_it(&p));
	expect("text", "mine");
}

static void on_tick(evutil_socket_t fd, short events, void *arg)
{
	unsigned *ticks = arg;

	(void)fd;
	(void)events;
	++*ticks;
}

/* For a moment nothing is tried; an answer must come before long. */
static void expect_soon(const char *key, const char *expected)
{
	int64_t end = clock_ms() + 5000;

	while (!async_client_connection(l.inquiry) && clock_ms() < end)
		event_base_loop(l.base, EVLOOP_NONBLOCK);
	expect(key, expected);
}

/* And its late reply is not taken for the next one. */
TEST(the_loop_goes_on_while_redis_does_not_answer)
{
	static const struct timeval often = { .tv_usec = 10000 };
	const char *text = "untouched";
	unsigned ticks = 0;
	struct event *tick =
		event_new(l.base, -1, EV_PERSIST, on_tick, &ticks);
	struct rt_pipe p;

	unit_skip("cluster", "it looks at the one connection");
	redis("SET text mine");
	redis("SET other theirs");
	expect("text", "mine");
	event_add(tick, &often);
	server_signal(SIGSTOP);
	begin(&p);
	rt_pipe_str(&p, &text, "GET other");
	assert_int_equal(RT_DOWN, send_it(&p));
	server_signal(SIGCONT);
	event_free(tick);
	assert_true(ticks > 10);
	assert_string_equal("untouched", text);
	assert_int_equal(0, async_client_connection(l.inquiry));
	expect_soon("text", "mine");
}

TEST(redis_away)
{
	struct rt_pipe p;

	rt_live_close(l.inquiry);
	l.inquiry = async_client_open(&conf.servers,
				      "unix:/nonexistent/redis.sock", l.base);
	begin(&p);
	rt_pipe(&p, "PING");
	assert_int_equal(RT_DOWN, send_it(&p));
}

TEST(a_connection_that_was_lost)
{
	redis("SET text mine");
	expect("text", "mine");
	redis("CLIENT KILL TYPE normal SKIPME yes");
	event_base_loop(l.base, EVLOOP_ONCE);
	expect("text", "mine");
}

/* A program with a subscription gets more than the reply. */
TEST(what_nobody_asked_for)
{
	struct rt_pipe p;

	unit_skip("nutcracker", "Twemproxy hangs up at SUBSCRIBE");
	redis("SET text mine");
	begin(&p);
	rt_pipe(&p, "SUBSCRIBE x");
	assert_int_equal(RT_OK, send_it(&p));
	redis("PUBLISH x stray");
	event_base_loop(l.base, EVLOOP_ONCE);
	expect("text", "mine");
}

TEST(closed_while_it_asks)
{
	struct rt_pipe p;

	begin(&p);
	rt_pipe(&p, "PING");
	async_client_send(l.inquiry, &p, has_replies, &p);
	assert_false(l.is_done);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOOPED(replies_as_in_any_pipeline),
		LOOPED(one_that_was_demoted_is_left_after_a_while),
		LOOPED(nothing_to_ask),
		LOOPED(an_error_comes_when_all_was_read),
		LOOPED(the_loop_goes_on_while_redis_does_not_answer),
		LOOPED(redis_away),
		LOOPED(a_connection_that_was_lost),
		LOOPED(what_nobody_asked_for),
		LOOPED(closed_while_it_asks),
	};

	return RUN_ANY(tests);
}
