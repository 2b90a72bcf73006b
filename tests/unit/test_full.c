/* A Redis that can be read but not written. */
#include <sys/stat.h>
#include <unistd.h>

#include "calls.h"
#include "libretwis/post/push.h"

#define LOOK_US    2000
#define FOREVER_MS 10000

static int anew(void **state)
{
	/* Redis does not start with what out_of_disk() may have left. */
	rmdir(server_path("dump.rdb"));
	if (unit_restarted(state) != 0 || strcmp(redis("SET layout 1"), "OK"))
		return -1;
	calls_members();
	return 0;
}

/* Reading works; a write is refused, unless it only frees memory. */
static void expect_full(bool but_may_free)
{
	for (size_t i = 0; i < CALLS; i++) {
		enum call_kind kind = calls[i].kind;
		bool ok = kind == CALL_READS ||
			  (kind == CALL_FREES && but_may_free);
		enum rt_err err = calls_run(&calls[i]);

		/*
		 * A connection to a server that is not a master is closed now
		 * and then.
		 */
		if (err == RT_DOWN)
			err = calls_run(&calls[i]);
		CHECK(calls[i].name, err == (ok ? RT_OK : RT_FULL));
	}
}

static void expect_all_well(void)
{
	for (size_t i = 0; i < CALLS; i++)
		CHECK(calls[i].name, calls_run(&calls[i]) == RT_OK);
}

/* A delivery that is refused half-way. */
static void expect_push_refused(void)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	push_home(&p, 1, 99, false);
	assert_int_equal(RT_FULL, rt_pipe_end(&p));
}

/* ---- out of memory ----------------------------------------------------- */

/* A member who frees memory must not be told that there is none. */
TEST(posts_can_be_taken_back)
{
	struct rt_user bob = { .id = 2 };

	redis("ZREM notices:2 %s %s", "removed 4 0", "removed 5 0");
	redis("ZADD notices:2 1 %s 0 seen", "like 2 1");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &bob, 2));
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_redis("gone 1", "HGETALL post:2");
	assert_redis("0", "HGET post:1 replies");
	assert_redis("seen repost 1 1", "ZRANGE notices:2 0 -1");
}

TEST(out_of_memory)
{
	redis("ZADD followers:1 1 2");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	expect_full(true);
	expect_push_refused();
	assert_redis("OK", "CONFIG SET maxmemory 0");
	expect_all_well();
}

/* Behind Twemproxy a refused command also fails the others. */
TEST(a_spoilt_read_is_asked_again)
{
	const char *first = NULL, *last = NULL;
	struct rt_pipe p;

	redis("RPUSH list a b c");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_str(&p, &first, "LINDEX list 0");
	rt_pipe_try(&p, "LPUSH list more");
	rt_pipe_try(&p, "RPOP list");
	rt_pipe_str(&p, &last, "LINDEX list 0");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_string_equal("a", first);
	assert_string_equal("a", last);
	/* It is unknown whether it was executed, so it is not sent again. */
	assert_in_range(atoi(redis("LLEN list")), 2, 3);
}

/* Nor is a command that must succeed assumed to be done. */
TEST(a_spoilt_write_fails)
{
	const char *first = NULL;
	uint64_t taken = 7;
	struct rt_pipe p;

	redis("RPUSH list a b c");
	assert_redis("OK", "CONFIG SET maxmemory 1");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_try(&p, "LPUSH list more");
	rt_pipe_str(&p, &first, "LINDEX list 0");
	rt_pipe_u64(&p, &taken, "LREM list 1 b");
	assert_int_equal(rt->is_proxied ? RT_FULL : RT_OK, rt_pipe_end(&p));
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_int_equal(rt->is_proxied ? 7 : 1, taken);
}

/* ---- out of disk ------------------------------------------------------- */

static void await_failed_save(void)
{
	int64_t end = unit_now() + FOREVER_MS;

	while (!strstr(redis("INFO persistence"),
		       "rdb_last_bgsave_status:err")) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
}

TEST(out_of_disk)
{
	unit_skip(SEVERAL, "it takes the file of one Redis away");
	redis("ZADD followers:1 1 2");
	/* A file cannot be created where there is a folder. */
	assert_int_equal(0, mkdir(server_path("dump.rdb"), 0700));
	assert_redis("OK", "CONFIG SET save %s", "3600 1");
	redis("BGSAVE");
	await_failed_save();
	expect_full(false);
	expect_push_refused();
	assert_redis("OK", "CONFIG SET save %s", "");
	expect_all_well();
	assert_int_equal(0, rmdir(server_path("dump.rdb")));
}

/* ---- a replica --------------------------------------------------------- */

TEST(a_replica_reads)
{
	unit_skip("slots cluster nutcracker", "it makes Redis a replica");
	redis("ZADD followers:1 1 2");
	assert_redis("OK", "REPLICAOF 127.0.0.1 1");
	expect_full(false);
	expect_push_refused();
	assert_redis("OK", "REPLICAOF NO ONE");
	unit_reopen();
	expect_all_well();
}

TEST(a_replica_that_may_not_read_is_down)
{
	unit_skip("slots cluster nutcracker", "it makes Redis a replica");
	assert_redis("OK", "REPLICAOF 127.0.0.1 1");
	assert_redis("OK", "CONFIG SET replica-serve-stale-data no");
	for (size_t i = 0; i < CALLS; i++) {
		bool reads = calls[i].kind == CALL_READS;
		enum rt_err err = calls_run(&calls[i]);

		CHECK(calls[i].name,
		      err == RT_DOWN || (err == RT_FULL && !reads));
	}
}

#define ANEW(test) cmocka_unit_test_setup_teardown(test, anew, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ANEW(out_of_memory),
		ANEW(posts_can_be_taken_back),
		ANEW(a_spoilt_read_is_asked_again),
		ANEW(a_spoilt_write_fails),
		ANEW(out_of_disk),
		ANEW(a_replica_reads),
		ANEW(a_replica_that_may_not_read_is_down),
	};

	return RUN_ANY(tests);
}
