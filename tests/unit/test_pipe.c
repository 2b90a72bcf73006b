/* Pipelines: the contents of replies, and the effects of an error. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fiber.h"
#include "redis/connection.h"
#include "redis/pipe.h"

#include "port.h"
#include "unit.h"

TEST(stored_numbers)
{
	static const struct {
		const char *text;
		uint64_t number;
	} table[] = {
		{ NULL, 0 },  { "", 0 },
		{ "x", 0 },   { "0", 0 },
		{ "42", 42 }, { "1700000000.5", 1700000000 },
		{ "007", 7 }, { "9223372036854775808", 9223372036854775808U },
		{ "-5", 0 },  { "18446744073709551615", UINT64_MAX },
		{ "+5", 0 },  { "18446744073709551616", 0 },
		{ " 7", 0 },  { "99999999999999999999999", 0 },
		{ " 7x", 0 }, { "7x", 0 },
		{ "7 ", 0 },  { "1.5e+20", 0 },
		{ "7.", 7 },  { "1e+20", 0 },
		{ "nan", 0 }, { "inf", 0 },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(table[i].number, rt_u64(table[i].text));
}

TEST(each_kind_of_reply)
{
	uint64_t integer = 9, text = 9, none = 9;
	const char *string = "?", *status = "?", *missing = "?";
	struct rt_pipe p;

	redis("SET number 42");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_u64(&p, &integer, "INCR counter");
	rt_pipe_u64(&p, &text, "GET number");
	rt_pipe_u64(&p, &none, "GET none");
	rt_pipe(&p, "SET unread 1");
	rt_pipe_str(&p, &string, "GET number");
	rt_pipe_str(&p, &status, "PING");
	rt_pipe_str(&p, &missing, "GET none");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(1, integer);
	assert_int_equal(42, text);
	assert_int_equal(0, none);
	assert_string_equal("42", string);
	assert_string_equal("PONG", status);
	assert_null(missing);
}

TEST(lists_of_ids)
{
	struct rt_ids some = { .n = 9 }, none = { .n = 9 };
	struct rt_pipe p;

	redis("RPUSH list 30 x 10");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_ids(&p, &some, RT_ALL, "LRANGE list 0 -1");
	rt_pipe_ids(&p, &none, RT_ALL, "LRANGE none 0 -1");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(3, some.n);
	assert_int_equal(30, some.v[0]);
	assert_int_equal(0, some.v[1]);
	assert_int_equal(10, some.v[2]);
	assert_int_equal(0, none.n);
}

/*
 * However many there are: a caller with room for ten need not count them
 * again.
 */
TEST(no_more_ids_than_asked_for)
{
	struct rt_ids ids = { 0 };

	redis("RPUSH list 30 20 10");
	assert_int_equal(RT_OK,
			 rt_read_ids(rt, &mem, &ids, 2, "LRANGE list 0 -1"));
	assert_int_equal(2, ids.n);
	assert_int_equal(20, ids.v[1]);
}

/* A script can return any type in any place. */
TEST(replies_of_other_types)
{
	static const char *const table[] = {
		"return {1, {'a'}, false, redis.error_reply('x'), 'b'}",
		"return {}",
		"return 7",
		"return 'text'",
		"return false",
		"return redis.status_reply('fine')",
		"return {{}, {{}}}",
	};
	static const char *const fields[] = { "a", "b" };

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *text, *strs[3], *hash[2];
		struct rt_texts texts;
		struct rt_ids ids;
		uint64_t number;
		struct rt_pipe p;

		rt_pipe_begin(&p, rt, &mem);
		rt_pipe_u64(&p, &number, "EVAL %s 1 key", table[i]);
		rt_pipe_str(&p, &text, "EVAL %s 1 key", table[i]);
		rt_pipe_strs(&p, strs, 3, "EVAL %s 1 key", table[i]);
		rt_pipe_texts(&p, &texts, RT_ALL, "EVAL %s 1 key", table[i]);
		rt_pipe_ids(&p, &ids, RT_ALL, "EVAL %s 1 key", table[i]);
		rt_pipe_hash(&p, hash, fields, 2, "EVAL %s 1 key", table[i]);
		CHECK(table[i], rt_pipe_end(&p) == RT_OK);
		for (size_t j = 0; j < texts.n; j++)
			CHECK(table[i], texts.v[j]);
		CHECK(table[i], ids.n == texts.n);
		CHECK(table[i], !hash[0] && !hash[1]);
	}
}

TEST(an_integer_is_an_id)
{
	struct rt_ids ids;

	assert_int_equal(RT_OK,
			 rt_read_ids(rt, &mem, &ids, RT_ALL, "EVAL %s 1 key",
				     "return {5, '6'}"));
	assert_int_equal(5, ids.v[0]);
	assert_int_equal(6, ids.v[1]);
}

TEST(several_strings)
{
	const char *field[4] = { "?", "?", "?", "?" };
	struct rt_pipe p;

	redis("HSET hash a 1 c 3 d 4");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_strs(&p, field, 3, "HMGET hash a b c d");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("1", field[0]);
	assert_null(field[1]);
	assert_string_equal("3", field[2]);
	/* There was room for three. */
	assert_string_equal("?", field[3]);

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_strs(&p, field, 4, "HMGET hash d");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("4", field[0]);
	assert_null(field[3]);
}

TEST(values_travel_as_they_are)
{
	static const char *const table[] = {
		"",
		" ",
		"two words",
		"%s %d %%",
		"a\r\nSET hacked 1\r\n",
		"$5\r\nhello",
		"\"'\\",
		"\xff\x01\x7f",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *back = NULL;
		struct rt_pipe p;

		rt_pipe_begin(&p, rt, &mem);
		rt_pipe(&p, "SET value %s", table[i]);
		rt_pipe_str(&p, &back, "GET value");
		assert_int_equal(RT_OK, rt_pipe_end(&p));
		assert_string_equal(table[i], back);
	}
	assert_null(redis("GET hacked"));
}

TEST(an_empty_pipeline)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

TEST(a_long_pipeline)
{
	uint64_t n[5000] = { 0 };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	for (size_t i = 0; i < COUNT(n); i++)
		rt_pipe_u64(&p, &n[i], "INCR counter");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	for (size_t i = 0; i < COUNT(n); i++)
		assert_int_equal(i + 1, n[i]);
}

/* ---- errors ------------------------------------------------------------ */

/* If there are several servers, it is 0. */
static uint64_t connection(void)
{
	struct rt_pipe p;
	uint64_t id = 0;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_u64(&p, &id, server_is_many() ? "EXISTS none" : "CLIENT ID");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	return id;
}

static void expect_own_data(void)
{
	const char *mine = NULL;
	struct rt_pipe p;

	redis("SET mine my-own");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_str(&p, &mine, "GET mine");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("my-own", mine);
}

TEST(one_failing_command_leaves_nothing_behind)
{
	const char *before = "?", *wrong = "?", *after = "?";
	uint64_t id = connection(), count = 77;
	struct rt_ids ids = { .n = 77 };
	struct rt_pipe p;

	redis("RPUSH list 1 2 3");
	redis("SET text theirs");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_str(&p, &before, "GET text");
	rt_pipe_str(&p, &wrong, "GET list");
	rt_pipe_ids(&p, &ids, RT_ALL, "LRANGE list 0 -1");
	rt_pipe_u64(&p, &count, "INCR counter");
	rt_pipe_str(&p, &after, "GET text");
	assert_int_equal(RT_BROKEN, rt_pipe_end(&p));
	/* Not even outputs of successful commands are written. */
	assert_string_equal("?", before);
	assert_string_equal("?", wrong);
	assert_string_equal("?", after);
	assert_int_equal(77, ids.n);
	assert_int_equal(77, count);
	/* All commands were executed, and the connection still works. */
	assert_redis("1", "GET counter");
	expect_own_data();
	assert_int_equal(id, connection());
}

/* Not even earlier ones, since the caller is told that all failed. */
TEST(nothing_is_sent_unless_all_is_good)
{
	const char *volatile none = NULL;
	uint64_t id = connection(), n = 77;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "SET before 1");
	rt_pipe(&p, "SET bad %s", none);
	rt_pipe_u64(&p, &n, "INCR after");
	assert_int_equal(RT_BROKEN, rt_pipe_end(&p));
	assert_redis("0", "EXISTS before bad after");
	assert_int_equal(77, n);
	expect_own_data();
	assert_int_equal(id, connection());
}

TEST(the_first_error_counts)
{
	struct rt_pipe p;

	redis("RPUSH list 1");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "EVAL %s 1 key", "return redis.error_reply('OOM x')");
	rt_pipe(&p, "GET list");
	assert_int_equal(RT_FULL, rt_pipe_end(&p));
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "GET list");
	rt_pipe(&p, "EVAL %s 1 key", "return redis.error_reply('OOM x')");
	assert_int_equal(RT_BROKEN, rt_pipe_end(&p));
}

static uint64_t client_id(void)
{
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_read_u64(rt, &mem, &id, "CLIENT ID"));
	return id;
}

/* Its replies count; and later commands may need a different master. */
TEST(one_that_was_demoted_is_left)
{
	int64_t end = unit_now() + 10000;
	uint64_t before, n = 0;
	struct rt_pipe p;

	unit_skip("slots cluster nutcracker", "it makes Redis a replica");
	before = client_id();
	redis("RPUSH list 1");
	assert_int_equal(RT_BROKEN, rt_do(rt, &mem, "GET list"));
	assert_int_equal(before, client_id());
	assert_redis("OK", "REPLICAOF 127.0.0.1 1");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_u64(&p, &n, "LLEN list");
	rt_pipe_try(&p, "SET key 1");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(1, n);
	assert_int_equal(before, client_id());
	assert_int_equal(RT_FULL, rt_do(rt, &mem, "SET key 1"));
	/* Not at once if it has only just connected there. */
	while (client_id() == before) {
		assert_true(unit_now() < end);
		fiber_pause(10);
		rt_end_request(rt);
	}
	assert_redis("OK", "REPLICAOF NO ONE");
	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET key 1"));
}

static void expect_error(const char *reply, enum rt_err err)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "EVAL %s 1 key %s", "return redis.error_reply(ARGV[1])",
		reply);
	CHECK(reply, rt_pipe_end(&p) == err);
}

TEST(what_errors_mean)
{
	static const struct {
		const char *reply;
		enum rt_err err;
	} table[] = {
		{ "OOM command not allowed", RT_FULL },
		{ "MISCONF Errors writing to the AOF file", RT_FULL },
		{ "READONLY You can not write", RT_FULL },
		{ "NOREPLICAS Not enough good replicas", RT_FULL },
		{ "LOADING Redis is loading", RT_DOWN },
		{ "ERR max number of clients reached", RT_DOWN },
		{ "MASTERDOWN Link with MASTER is down", RT_DOWN },
		{ "CLUSTERDOWN The cluster is down", RT_DOWN },
		{ "BUSY Redis is busy running a script", RT_DOWN },
		{ "NOAUTH Authentication required.", RT_DOWN },
		{ "WRONGPASS invalid", RT_DOWN },
		{ "UNBLOCKED force unblock", RT_DOWN },
		{ "ERR unknown command", RT_BROKEN },
		{ "OOMPH no such error", RT_BROKEN },
	};

	unit_skip("nutcracker", "Twemproxy has words of its own for errors");
	for (size_t i = 0; i < COUNT(table); i++) {
		expect_error(table[i].reply, table[i].err);
		expect_own_data();
	}
}

/* From Redis itself they would indicate a mistake of ours. */
TEST(words_of_a_proxy_are_of_a_proxy)
{
	static const struct {
		const char *reply;
		enum rt_err err;
	} table[] = {
		{ "ERR Invalid argument", RT_FULL },
		{ "ERR Connection refused", RT_DOWN },
		{ "ERR Broken pipe", RT_DOWN },
	};
	int port = port_of_redis();

	for (size_t i = 0; i < COUNT(table); i++)
		expect_error(table[i].reply, RT_BROKEN);
	conf.servers.redis =
		arena_printf(&mem, "tcp+proxy://127.0.0.1:%d", port);
	unit_reopen();
	for (size_t i = 0; i < COUNT(table); i++)
		expect_error(table[i].reply, table[i].err);
}

TEST(without_a_connection_nothing_is_written)
{
	uint64_t n = 77;
	const char *s = "?", *v[2] = { "?", "?" };
	struct rt_ids ids = { .n = 77 };
	struct rt_pipe p;

	conf.servers.redis = "unix:/nonexistent/redis.sock";
	unit_reopen();
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "PING");
	rt_pipe_u64(&p, &n, "INCR counter");
	rt_pipe_str(&p, &s, "GET text");
	rt_pipe_ids(&p, &ids, RT_ALL, "LRANGE list 0 -1");
	rt_pipe_strs(&p, v, 2, "HMGET hash a b");
	assert_int_equal(RT_DOWN, rt_pipe_end(&p));
	assert_int_equal(77, n);
	assert_int_equal(77, ids.n);
	assert_string_equal("?", s);
	assert_string_equal("?", v[0]);
	assert_null(redis("GET counter"));
}

/*
 * Nobody has asked for it, so nobody may get it. A connection with a
 * subscription gets more than the reply.
 */
TEST(a_stray_reply_is_not_taken_for_ours)
{
	uint64_t id = connection();

	unit_skip(SEVERAL, "it looks at the one connection");
	assert_int_equal(RT_OK, rt_do(rt, &mem, "SUBSCRIBE x"));
	redis("PUBLISH x stray");
	rt_end_request(rt);
	expect_own_data();
	assert_int_not_equal(id, connection());
}

/* The time-out is for each of them, if nobody else waits. */
TEST(a_pipeline_that_takes_long)
{
	struct rt_pipe p;
	int64_t began;

	unit_skip(SEVERAL, "it waits at the one connection");
	conf.servers.timeout_ms = 600;
	unit_reopen();
	began = unit_now();
	rt_pipe_begin(&p, rt, &mem);
	for (int i = 0; i < 10; i++)
		rt_pipe(&p, "BLPOP none 0.1");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_in_range(unit_now() - began, 1000, 10000);
}

/* Stops this process after 0.1 s, for this long. */
static pid_t stopper(unsigned stop_ms)
{
	pid_t us = getpid(), child = fork();

	assert_int_not_equal(-1, child);
	if (child)
		return child;
	usleep(100 * 1000);
	kill(us, SIGSTOP);
	usleep(stop_ms * 1000);
	kill(us, SIGCONT);
	_exit(0);
}

/* Redis has answered in time, and only we are late. */
TEST(a_process_that_was_stopped_reads_what_has_come)
{
	const char *reply = "?";
	struct rt *bus;
	pid_t child;

	conf.servers.timeout_ms = 600;
	unit_reopen();
	bus = rt_bus(rt);
	/* The connection exists, and so does the map of a cluster. */
	assert_int_equal(RT_OK, rt_do(bus, &mem, "DEL none"));
	child = stopper(1200);
	assert_int_equal(RT_OK,
			 rt_read_str(bus, &mem, &reply, "BLPOP none 0.3"));
	assert_null(reply);
	assert_int_equal(child, waitpid(child, NULL, 0));
}

TEST(closing_what_was_never_open)
{
	rt_close(rt_open(&conf));
}

TEST(an_argument_each)
{
	uint64_t id[] = { 3, 4, 5 };
	struct rt_ids ids = { .v = id, .n = 3 }, none = { 0 };
	const char *score[3];
	struct rt_pipe p;
	uint64_t n = 0;

	redis("ZADD set 10 3 20 5");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_each(&p, NULL, none, "ZMSCORE %s", "set");
	rt_pipe_each(&p, score, ids, "ZMSCORE %s", "set");
	rt_pipe_u64(&p, &n, "ZCARD set");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("10", score[0]);
	assert_null(score[1]);
	assert_string_equal("20", score[2]);
	assert_int_equal(2, n);
}

TEST(the_fields_of_a_hash)
{
	static const char *const fields[] = { "a", "b", "c" };
	const char *v[3] = { "?", "?", "?" }, *none[3] = { "?", "?", "?" };
	struct rt_pipe p;

	/*
	 * In a different order from that of the search, and mixed with others.
	 */
	redis("HSET hash c 3 x 9 aa 8 a 1 y 7");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_hash(&p, v, fields, 3, "HGETALL hash");
	rt_pipe_hash(&p, none, fields, 3, "HGETALL none");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("1", v[0]);
	assert_null(v[1]);
	assert_string_equal("3", v[2]);
	for (size_t i = 0; i < COUNT(none); i++)
		assert_null(none[i]);
}

TEST(some_fields_of_a_hash)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	const char *v[4] = { NULL, "?", NULL, "?" };
	const char *wrong[4] = { "?", "?", "?", "?" };
	struct rt_pipe p;

	redis("HSET hash d 4 a 1 b 2");
	redis("SET text 1");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_fields(&p, v, names, 1 << 0 | 1 << 2 | 1 << 3, "HMGET %s",
		       "hash");
	rt_pipe_fields(&p, wrong, names, 1 << 1 | 1 << 2, "HMGET text");
	rt_pipe_lenient(&p);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("1", v[0]);
	assert_string_equal("?", v[1]); /* nobody has asked for it */
	assert_null(v[2]);
	assert_string_equal("4", v[3]);
	assert_string_equal("?", wrong[0]);
	assert_null(wrong[1]);
	assert_null(wrong[2]);
	assert_string_equal("?", wrong[3]);
}

/* ---- what may fail ----------------------------------------------------- */

#define SAY "return redis.error_reply(ARGV[1])"

/* The other commands of its pipeline continue as if it had succeeded. */
TEST(what_is_tried_may_fail)
{
	static const char *const table[] = {
		"OOM command not allowed",
		"MISCONF Errors writing to the AOF file",
		"ERR of another kind",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *before = NULL, *after = NULL;
		struct rt_pipe p;

		redis("SET text mine");
		rt_pipe_begin(&p, rt, &mem);
		rt_pipe_try(&p, "EVAL %s 1 key %s", SAY, table[i]);
		rt_pipe_str(&p, &before, "GET text");
		rt_pipe_try(&p, "EVAL %s 1 key %s", SAY, table[i]);
		rt_pipe(&p, "PING");
		rt_pipe_str(&p, &after, "GET text");
		rt_pipe_try(&p, "EVAL %s 1 key %s", SAY, table[i]);
		CHECK(table[i], rt_pipe_end(&p) == RT_OK);
		assert_string_equal("mine", before);
		assert_string_equal("mine", after);
		expect_own_data();
	}
}

TEST(what_is_tried_is_done)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_try(&p, "SET text %s", "tried");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_redis("tried", "GET text");
}

TEST(beside_it_errors_count)
{
	struct rt_pipe p;

	unit_skip("nutcracker", "Twemproxy has words of its own for errors");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_try(&p, "EVAL %s 1 key OOM", SAY);
	rt_pipe(&p, "EVAL %s 1 key %s", SAY, "MISCONF x");
	rt_pipe_try(&p, "EVAL %s 1 key %s", SAY, "ERR x");
	assert_int_equal(RT_FULL, rt_pipe_end(&p));
	expect_own_data();
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "EVAL %s 1 key %s", SAY, "LOADING x");
	rt_pipe_try(&p, "PING");
	assert_int_equal(RT_DOWN, rt_pipe_end(&p));
}

/* A lost connection is lost for all of them. */
TEST(trying_without_a_connection)
{
	struct rt_pipe p;

	conf.servers.redis = "unix:/nonexistent/redis.sock";
	unit_reopen();
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_try(&p, "PING");
	assert_int_equal(RT_DOWN, rt_pipe_end(&p));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(the_fields_of_a_hash),
		FRESH(some_fields_of_a_hash),
		FRESH(what_is_tried_may_fail),
		FRESH(what_is_tried_is_done),
		FRESH(beside_it_errors_count),
		FRESH(trying_without_a_connection),
		FRESH(an_argument_each),
		PLAIN(stored_numbers),
		FRESH(each_kind_of_reply),
		FRESH(lists_of_ids),
		FRESH(no_more_ids_than_asked_for),
		FRESH(replies_of_other_types),
		FRESH(an_integer_is_an_id),
		FRESH(nothing_is_sent_unless_all_is_good),
		FRESH(several_strings),
		FRESH(values_travel_as_they_are),
		FRESH(an_empty_pipeline),
		FRESH(a_long_pipeline),
		FRESH(one_failing_command_leaves_nothing_behind),
		FRESH(the_first_error_counts),
		FRESH(one_that_was_demoted_is_left),
		FRESH(what_errors_mean),
		FRESH(words_of_a_proxy_are_of_a_proxy),
		FRESH(without_a_connection_nothing_is_written),
		FRESH(a_stray_reply_is_not_taken_for_ours),
		FRESH(a_pipeline_that_takes_long),
		FRESH(a_process_that_was_stopped_reads_what_has_come),
		FRESH(closing_what_was_never_open),
	};

	return RUN_ANY(tests);
}
