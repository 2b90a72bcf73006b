/* Rewriting the append-only file, so that it forgets what was deleted. */
#include "unit.h"

#include "base/fiber.h"
#include "libretwis/site/aof_rewrite.h"
#include "rights.h"

#define LOOKS 1000

/* Each database has an append-only file, which contains its first words. */
static int with_file(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	redis("DEL lock:rewrite rewrite");
	redis("CONFIG RESETSTAT");
	return strcmp(redis("CONFIG SET appendonly yes"), "OK");
}

static int without_file(void **state)
{
	redis("CONFIG SET rdb-key-save-delay 0 appendonly no");
	return unit_forget(state);
}

static void owe(void)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	aof_rewrite_owe(&p);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

static void run(void)
{
	assert_int_equal(RT_OK, rt_rewrite_run(rt, &mem));
}

/* According to Redis. */
static bool is_writing(void)
{
	const char *info = redis("INFO persistence");

	return strstr(info, "aof_rewrite_in_progress:1") ||
	       strstr(info, "aof_rewrite_scheduled:1");
}

static void wait_for_end(void)
{
	for (int i = 0; is_writing(); i++) {
		assert_in_range(i, 0, LOOKS);
		fiber_pause(10);
	}
}

static uint64_t rewrites(void)
{
	const char *at = strstr(redis("INFO persistence"), "aof_rewrites:");

	return at ? rt_u64(arena_strndup(&mem, at + 13,
					 strspn(at + 13, "0123456789")))
		  : 0;
}

TEST(nothing_is_owed)
{
	uint64_t before;

	wait_for_end();
	before = rewrites();
	run();
	assert_int_equal(before, rewrites());
	assert_redis("0", "EXISTS lock:rewrite rewrite");
}

TEST(one_for_all_who_were_deleted)
{
	uint64_t before;

	unit_skip(SEVERAL, "each has a file, and the host is told");
	wait_for_end();
	before = rewrites();
	owe();
	owe();
	run();
	assert_int_equal(before + 1, rewrites());
	assert_non_null(redis("HGET rewrite begun"));
	wait_for_end();
	run();
	run();
	assert_redis("0", "EXISTS rewrite");
	assert_int_equal(before + 1, rewrites());
	assert_in_range(redis_number("TTL lock:rewrite"), 3590, 3600);
}

TEST(once_an_hour)
{
	uint64_t before;

	unit_skip(SEVERAL, "each has a file, and the host is told");
	wait_for_end();
	before = rewrites();
	for (int i = 0; i < 2; i++) {
		owe();
		run();
		wait_for_end();
		run();
	}
	assert_int_equal(before + 1, rewrites());
	assert_redis("1", "EXISTS rewrite");
	redis("DEL lock:rewrite");
	run();
	wait_for_end();
	run();
	assert_int_equal(before + 2, rewrites());
	assert_redis("0", "EXISTS rewrite");
}

/* It may have begun before the deletion. */
TEST(one_that_runs_already_does_not_count)
{
	uint64_t before;

	unit_skip(SEVERAL, "each has a file, and the host is told");
	wait_for_end();
	redis("CONFIG SET rdb-key-save-delay 50000");
	redis("BGREWRITEAOF");
	assert_true(is_writing());
	before = rewrites();
	owe();
	run();
	assert_redis("0", "HEXISTS rewrite begun");
	assert_redis("0", "EXISTS lock:rewrite");
	redis("CONFIG SET rdb-key-save-delay 0");
	wait_for_end();
	run();
	assert_int_equal(before + 1, rewrites());
}

/* A deletion during our rewrite waits for the next one. */
TEST(a_deletion_in_the_middle)
{
	unit_skip(SEVERAL, "each has a file, and the host is told");
	wait_for_end();
	redis("CONFIG SET rdb-key-save-delay 50000");
	owe();
	run();
	run();
	assert_true(is_writing());
	assert_redis("1", "HEXISTS rewrite begun");
	owe();
	run();
	redis("CONFIG SET rdb-key-save-delay 0");
	wait_for_end();
	run();
	assert_redis("0", "HEXISTS rewrite begun");
	assert_redis("1", "HEXISTS rewrite owed");
}

/* The next Redis does not finish that one. */
TEST(redis_dies_in_the_middle)
{
	uint64_t before;

	unit_skip(SEVERAL, "each has a file, and the host is told");
	wait_for_end();
	owe();
	redis("SET lock:rewrite x EX 3600");
	redis("HSET rewrite begun %s",
	      arena_printf(&mem, "%040d %s", 0, redis("HGET rewrite owed")));
	before = rewrites();
	run();
	assert_int_equal(before + 1, rewrites());
	wait_for_end();
	run();
	assert_redis("0", "EXISTS rewrite");
}

TEST(slow_commands_are_forgotten)
{
	unit_skip(SEVERAL, "each has a file, and the host is told");
	wait_for_end();
	redis("CONFIG SET slowlog-log-slower-than 0");
	redis("SET a secret");
	redis("CONFIG SET slowlog-log-slower-than -1");
	assert_true(redis_number("SLOWLOG LEN") > 0);
	owe();
	run();
	redis("CONFIG SET slowlog-log-slower-than 10000");
	assert_redis("0", "SLOWLOG LEN");
}

TEST(without_a_file_there_is_nothing_to_do)
{
	redis("CONFIG SET appendonly no");
	owe();
	run();
	assert_redis("0", "EXISTS rewrite lock:rewrite");
}

/* The host has to do it; a line on stderr says so, once. */
TEST(where_it_is_forbidden)
{
	static const char *const commands[] = { "bgrewriteaof", "info" };

	for (size_t i = 0; i < COUNT(commands); i++) {
		wait_for_end();
		redis("DEL lock:rewrite");
		owe();
		rights_take(commands[i]);
		run();
		rights_give_back(commands[i]);
		CHECK(commands[i], redis_number("EXISTS rewrite") == 0);
	}
}

TEST(where_data_and_bus_are_not_one_server)
{
	uint64_t before;

	wait_for_end();
	before = rewrites();
	conf.servers.bus = "unix:/nowhere";
	owe();
	run();
	assert_redis("0", "EXISTS rewrite lock:rewrite");
	assert_int_equal(before, rewrites());
}

#define FILED(test)                                                           \
	cmocka_unit_test_setup_teardown(test, with_file, without_file)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FILED(nothing_is_owed),
		FILED(one_for_all_who_were_deleted),
		FILED(once_an_hour),
		FILED(one_that_runs_already_does_not_count),
		FILED(a_deletion_in_the_middle),
		FILED(redis_dies_in_the_middle),
		FILED(slow_commands_are_forgotten),
		FILED(without_a_file_there_is_nothing_to_do),
		FILED(where_it_is_forbidden),
		FILED(where_data_and_bus_are_not_one_server),
	};

	return RUN_REDIS(tests);
}
