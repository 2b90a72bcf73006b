/* The second link, to the bus. */
#include "patterns/cache.h"
#include "patterns/control.h"
#include "patterns/delayed.h"
#include "patterns/limit.h"
#include "patterns/lock.h"
#include "patterns/queue.h"
#include "patterns/report.h"
#include "patterns/worker.h"
#include "unit.h"

static enum rt_err connection(struct rt *link, uint64_t *id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, link, &mem);
	rt_pipe_u64(&p, id, server_is_many() ? "EXISTS none" : "CLIENT ID");
	return rt_pipe_end(&p);
}

static uint64_t connection_of(struct rt *link)
{
	uint64_t id = 0;

	assert_int_equal(RT_OK, connection(link, &id));
	return id;
}

TEST(it_has_a_connection_of_its_own)
{
	uint64_t data = connection_of(rt), bus = connection_of(rt_bus(rt));

	unit_skip(SEVERAL, "it looks at the one connection");
	assert_int_not_equal(data, bus);
	assert_int_equal(data, connection_of(rt));
	assert_int_equal(bus, connection_of(rt_bus(rt)));
	assert_ptr_equal(rt_bus(rt), rt_bus(rt));
}

TEST(it_connects_when_it_is_needed)
{
	unit_skip(SEVERAL, "it looks at the one connection");
	connection_of(rt);
	assert_null(rt->bus);
	assert_int_equal(0, redis_connections(rt_bus(rt)));
	connection_of(rt_bus(rt));
	assert_int_equal(1, redis_connections(rt_bus(rt)));
}

TEST(its_server_can_be_down_alone)
{
	uint64_t id = 0;

	conf.servers.bus = "unix:/nonexistent/redis.sock";
	unit_reopen();
	assert_int_equal(RT_DOWN, connection(rt_bus(rt), &id));
	connection_of(rt);
	assert_int_equal(RT_DOWN, queue_push(rt, &mem, "test", "job"));
}

TEST(the_other_server_can_be_down_alone)
{
	uint64_t id = 0;

	conf.servers.redis = "unix:/nonexistent/redis.sock";
	unit_reopen();
	assert_int_equal(RT_DOWN, connection(rt, &id));
	connection_of(rt_bus(rt));
	assert_int_equal(RT_OK, queue_push(rt, &mem, "test", "job"));
}

TEST(a_restart_between_two_requests_is_not_noticed)
{
	unit_skip(SEVERAL, "it kills Redis");
	connection_of(rt);
	connection_of(rt_bus(rt));
	server_restart();
	rt_end_request(rt);
	connection_of(rt);
	connection_of(rt_bus(rt));
}

/* ---- everything that uses a link that does not work --------------------- */

static struct worker me = { .queue = "test", .name = "me" };

static const struct job job = { .text = "0 0 job", .payload = "job" };

/* So that each has something to do, and would do it. */
static void lay_out(void)
{
	static const char *const commands[] = {
		"FLUSHALL",
		"LPUSH {test}:jobs ready",
		"SET lock:test token",
		"ZADD {late}:due 1 mine",
		"ZADD {test}:workers 1 you",
	};

	redis_all(commands, COUNT(commands));
	redis("LPUSH {test}:taken:me %s", job.text);
	redis("LPUSH {test}:dead %s", job.text);
	redis("ZADD {late}:due 1 %s", "1 post");
	redis("ZADD {late}:of:1 1 post");
	me.n = 1;
	me.beats[0] = (struct beat){ .worker = "you", .count = 1 };
}

static enum rt_err run_push(void)
{
	return queue_push(rt, &mem, "test", "job");
}

static enum rt_err run_pop(void)
{
	struct job popped;

	return queue_pop(rt, &mem, "test", QUEUE_OLDEST, &popped);
}

static enum rt_err run_take(void)
{
	struct job taken;

	return worker_take(rt, &mem, &me, 1, &taken);
}

static enum rt_err run_beat(void)
{
	return worker_beat(rt, &mem, &me, &job);
}

static enum rt_err run_done(void)
{
	return worker_done(rt, &mem, &me, &job);
}

static enum rt_err run_replace(void)
{
	return worker_replace(rt, &mem, &me, &job, "rest");
}

static enum rt_err run_watch(void)
{
	return worker_reap(rt, &mem, &me, 0);
}

static enum rt_err run_dead(void)
{
	struct jobs jobs;

	return queue_dead(rt, &mem, "test", 0, &jobs);
}

static enum rt_err run_retry(void)
{
	return queue_retry(rt, &mem, "test", &job);
}

static enum rt_err run_drop(void)
{
	return queue_drop(rt, &mem, "test", &job);
}

static enum rt_err run_lock(void)
{
	struct lock lock;

	return lock_acquire(rt, &mem, "free", 1000, 1000, &lock);
}

static enum rt_err run_release(void)
{
	struct lock lock = { .name = "test", .token = "token" };

	return lock_release(rt, &mem, &lock);
}

static enum rt_err run_limit(void)
{
	struct limit l;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	limit_queue(&p, &l, "test", 1, 60);
	return rt_pipe_end(&p);
}

static enum rt_err run_add(void)
{
	struct rt_pipe p;
	uint64_t added;

	rt_pipe_begin(&p, rt, &mem);
	delayed_add(&p, "late", 1, "other", 1, &added);
	return rt_pipe_end(&p);
}

static enum rt_err run_note(void)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	delayed_note(&p, "late", "1", 1);
	return rt_pipe_end(&p);
}

static enum rt_err run_list(void)
{
	struct delayed_list list;

	return delayed_list(rt, &mem, "late", 1, &list);
}

static enum rt_err run_cancel(void)
{
	return delayed_cancel(rt, &mem, "late", 1, "post");
}

static enum rt_err run_lease(void)
{
	struct delayed_list list;

	return delayed_claim(rt, &mem, "late", 1, 1, 10, &list);
}

static enum rt_err run_delayed_done(void)
{
	struct delayed entry = { .owner = 1, .text = "post" };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	delayed_done(&p, "late", &entry);
	return rt_pipe_end(&p);
}

static enum rt_err run_give_up(void)
{
	struct delayed entry = { .owner = 1, .text = "post" };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	delayed_give_up(&p, "late", &entry);
	return rt_pipe_end(&p);
}

static enum rt_err run_cache(void)
{
	const char *value = NULL;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	cache_get(&p, "test", &value);
	cache_put(&p, "test", "value", 60);
	cache_drop(&p, "test");
	return rt_pipe_end(&p);
}

static enum rt_err run_tell(void)
{
	uint64_t heard;

	return control_publish(rt, &mem, NULL, "pause", &heard);
}

static enum rt_err run_ask(void)
{
	struct reports reports;

	return report_collect(rt, &mem, 1000, &reports);
}

static enum rt_err run_look(void)
{
	struct queue_stats look;

	return queue_stats(rt, &mem, "test", &look);
}

/* What each returns when Redis is out of memory, and when it is read-only. */
static const struct {
	const char *name;
	enum rt_err (*run)(void);
	enum rt_err in_memory, on_disk;
} table[] = {
	{ "push", run_push, RT_FULL, RT_FULL },
	{ "pop", run_pop, RT_OK, RT_FULL },
	{ "look", run_look, RT_OK, RT_OK },
	{ "take", run_take, RT_FULL, RT_FULL },
	{ "beat", run_beat, RT_OK, RT_FULL },
	{ "done", run_done, RT_OK, RT_FULL },
	{ "replace", run_replace, RT_OK, RT_FULL },
	{ "watch", run_watch, RT_OK, RT_FULL },
	{ "dead", run_dead, RT_OK, RT_OK },
	{ "retry", run_retry, RT_OK, RT_FULL },
	{ "drop", run_drop, RT_OK, RT_FULL },
	{ "lock", run_lock, RT_FULL, RT_FULL },
	{ "release", run_release, RT_OK, RT_FULL },
	{ "limit", run_limit, RT_FULL, RT_FULL },
	{ "add", run_add, RT_FULL, RT_FULL },
	{ "note", run_note, RT_OK, RT_OK },
	{ "list", run_list, RT_OK, RT_OK },
	{ "cancel", run_cancel, RT_OK, RT_FULL },
	{ "lease", run_lease, RT_FULL, RT_FULL },
	{ "delayed done", run_delayed_done, RT_OK, RT_FULL },
	{ "give up", run_give_up, RT_OK, RT_FULL },
	{ "cache", run_cache, RT_OK, RT_OK },
	{ "tell", run_tell, RT_OK, RT_OK },
	{ "ask", run_ask, RT_OK, RT_OK },
};

TEST(out_of_memory)
{
	for (size_t i = 0; i < COUNT(table); i++) {
		lay_out();
		assert_redis("OK", "CONFIG SET maxmemory 1");
		CHECK(table[i].name, table[i].run() == table[i].in_memory);
		assert_redis("OK", "CONFIG SET maxmemory 0");
	}
}

TEST(a_replica_only_reads)
{
	unit_skip("slots cluster nutcracker", "it makes Redis a replica");
	lay_out();
	assert_redis("OK", "REPLICAOF 127.0.0.1 1");
	for (size_t i = 0; i < COUNT(table); i++) {
		me.n = 1;
		CHECK(table[i].name, table[i].run() == table[i].on_disk);
	}
	assert_redis("OK", "REPLICAOF NO ONE");
}

TEST(nothing_waits_where_redis_is_down)
{
	unit_skip(SEVERAL, "it kills Redis");
	server_kill();
	for (size_t i = 0; i < COUNT(table); i++) {
		int64_t began = unit_now();

		CHECK(table[i].name, table[i].run() == RT_DOWN);
		CHECK(table[i].name, unit_now() - began < 500);
	}
	server_restart();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(it_has_a_connection_of_its_own),
		FRESH(it_connects_when_it_is_needed),
		FRESH(its_server_can_be_down_alone),
		FRESH(the_other_server_can_be_down_alone),
		FRESH(a_restart_between_two_requests_is_not_noticed),
		FRESH(out_of_memory),
		FRESH(a_replica_only_reads),
		FRESH(nothing_waits_where_redis_is_down),
	};

	return RUN_ANY(tests);
}
