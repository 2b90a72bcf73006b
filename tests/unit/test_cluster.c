/* A pipeline on a Redis Cluster. */
#include <signal.h>

#include "base/fiber.h"
#include "libretwis/host.h"
#include "redis/cluster.h"
#include "redis/pipe_result.h"
#include "redis/keyspace.h"
#include "nodes.h"

#define CLUSTERED(test)                                                       \
	cmocka_unit_test_setup_teardown(test, nodes_fresh, nodes_forget)
#define RUN_NODES(tests) RUN_GROUP(tests, nodes_start, nodes_stop)

/* ---- replies ------------------------------------------------------------- */

TEST(replies_come_in_the_order_of_the_commands)
{
	const char *text[30] = { NULL };
	uint64_t n[30] = { 0 };
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	for (int i = 0; i < 30; i++)
		rt_pipe(&p, "SET key:%d value-%d", i, i);
	for (int i = 0; i < 30; i++) {
		rt_pipe_str(&p, &text[i], "GET key:%d", i);
		rt_pipe_u64(&p, &n[i], "INCRBY number:%d %d", i, i);
	}
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	for (int i = 0; i < 30; i++) {
		assert_string_equal(arena_printf(&mem, "value-%d", i),
				    text[i]);
		assert_int_equal(i, n[i]);
	}
	for (size_t i = 0; i < NODES; i++)
		assert_string_not_equal("0", at_node(i, "DBSIZE"));
}

TEST(keys_of_a_tag_and_none_at_all)
{
	const char *text = NULL, *pong = NULL;
	uint64_t heard = 9;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "LPUSH {queue}:jobs a");
	rt_pipe_u64(&p, &heard, "PUBLISH {other} x");
	rt_pipe_str(&p, &text, "LMOVE {queue}:jobs {queue}:taken RIGHT LEFT");
	rt_pipe_str(&p, &pong, "PING");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_string_equal("a", text);
	assert_string_equal("PONG", pong);
	assert_int_equal(0, heard);
}

TEST(the_first_error_in_the_order_of_the_commands)
{
	const char *script = "return redis.error_reply(ARGV[1])";
	uint64_t n = 77;
	struct rt_pipe p;

	for (size_t i = 0; i < NODES; i++) {
		rt_pipe_begin(&p, rt, &mem);
		rt_pipe_u64(&p, &n, "INCR counter");
		rt_pipe(&p, "EVAL %s 1 %s %s", script, key_at(i, "a"),
			"OOM x");
		rt_pipe(&p, "EVAL %s 1 %s %s", script,
			key_at((i + 1) % NODES, "a"), "BUSY x");
		assert_int_equal(RT_FULL, rt_pipe_end(&p));
		assert_int_equal(77, n);
	}
}

TEST(values_that_look_like_commands)
{
	static const char *const table[] = {
		"",
		"a\r\nb",
		"*1\r\n$4\r\nPING\r\n",
		"MOVED 1 127.0.0.1:1",
	};
	const char *back = NULL;

	for (size_t i = 0; i < COUNT(table); i++) {
		assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s %s", table[i],
					      table[i]));
		assert_int_equal(RT_OK, rt_read_str(rt, &mem, &back, "GET %s",
						    table[i]));
		assert_string_equal(table[i], back);
	}
}

/* ---- all masters --------------------------------------------------------- */

TEST(all_masters_are_scanned)
{
	const char *script = "local p = redis.call('SCAN', ARGV[1])"
			     "table.insert(p[2], 1, p[1]) return p[2]";
	struct scan_keys s = { 0 };
	size_t found = 0, pages = 0;

	for (int i = 0; i < 50; i++)
		assert_int_equal(RT_OK, rt_do(rt, &mem, "SET key:%d 1", i));
	while (!s.whole) {
		assert_int_equal(RT_OK, scan_keys(rt, &mem, script, &s));
		found += s.found.n;
		pages++;
	}
	assert_in_range(found, 50, 60);
	assert_true(pages > NODES);
	assert_int_equal(NODES, s.master);
}

TEST(the_memory_of_all_masters)
{
	struct rt_stats numbers = { 0 };
	uint64_t sum = 0;

	assert_int_equal(RT_OK, rt_stats(rt, &mem, &numbers));
	for (size_t i = 0; i < NODES; i++)
		sum += strtoull(
			strstr(at_node(i, "INFO memory"), "used_memory:") +
				strlen("used_memory:"),
			NULL, 10);
	assert_true(numbers.data.known);
	assert_in_range(numbers.data.used, sum / 2, sum * 2);
	assert_int_equal(0, rt->master);
}

/* ---- parts --------------------------------------------------------------- */

TEST(what_follows_waits_for_all_nodes)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	for (size_t i = 0; i < NODES; i++)
		rt_pipe(&p, "INCR %s", key_at(i, "first"));
	rt_pipe_then(&p);
	for (size_t i = 0; i < NODES; i++)
		assert_string_equal("1",
				    at_node(i, "GET %s", key_at(i, "first")));
	rt_pipe(&p, "INCR %s", key_at(0, "second"));
	assert_string_equal("0", at_node(0, "EXISTS %s", key_at(0, "second")));
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

/* ---- slots that move ------------------------------------------------------ */

static int slot_of(const char *key)
{
	return hash_slot(key, strlen(key));
}

TEST(as_redis_counts)
{
	static const char *const keys[] = {
		"timeline",
		"user:1",
		"post:18446744073709551615",
		"{fanout}:jobs",
		"{}x",
		"{",
		"}{",
		"a{b}c{d}",
		"a{{b}}c",
		"{b",
		"x{}{y}",
		"\xff\xfe\x80\x01",
	};

	for (size_t i = 0; i < COUNT(keys); i++)
		CHECK(keys[i], (uint64_t)slot_of(keys[i]) ==
				       rt_u64(at_node(0, "CLUSTER KEYSLOT %s",
						      keys[i])));
}

static const char *id_of(size_t i)
{
	return at_node(i, "CLUSTER MYID");
}

/* As redis-cli moves a slot, in two steps. */
static void begin_to_move(const char *key, size_t from, size_t to)
{
	at_node(to, "CLUSTER SETSLOT %d IMPORTING %s", slot_of(key),
		id_of(from));
	at_node(from, "CLUSTER SETSLOT %d MIGRATING %s", slot_of(key),
		id_of(to));
}

static void move_key(const char *key, size_t from, size_t to)
{
	assert_string_equal("OK",
			    at_node(from, "MIGRATE 127.0.0.1 %d %s 0 5000",
				    nodes_port(to), key));
}

static void end_to_move(const char *key, size_t to)
{
	at_node(to, "CLUSTER SETSLOT %d NODE %s", slot_of(key), id_of(to));
	for (size_t i = 0; i < NODES; i++)
		at_node(i, "CLUSTER SETSLOT %d NODE %s", slot_of(key),
			id_of(to));
}

static uint64_t errors(size_t i, const char *kind)
{
	const char *at = strstr(at_node(i, "INFO errorstats"),
				arena_printf(&mem, "%s:count=", kind));

	return at ? strtoull(strchr(at, '=') + 1, NULL, 10) : 0;
}

TEST(a_slot_that_has_moved)
{
	const char *key = key_at(0, "moving"), *text = NULL;
	uint64_t before = errors(0, "errorstat_MOVED");

	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s mine", key));
	begin_to_move(key, 0, 1);
	move_key(key, 0, 1);
	end_to_move(key, 1);
	assert_int_equal(RT_OK, rt_read_str(rt, &mem, &text, "GET %s", key));
	assert_string_equal("mine", text);
	assert_int_equal(before + 1, errors(0, "errorstat_MOVED"));
	/* The new place is remembered. */
	assert_int_equal(RT_OK, rt_read_str(rt, &mem, &text, "GET %s", key));
	assert_int_equal(before + 1, errors(0, "errorstat_MOVED"));
	begin_to_move(key, 1, 0);
	move_key(key, 1, 0);
	end_to_move(key, 0);
	assert_int_equal(RT_OK, rt_read_str(rt, &mem, &text, "GET %s", key));
	assert_string_equal("mine", text);
}

/* Each command is sent again on its own, and they keep their order. */
TEST(a_slot_that_moves_just_now)
{
	const char *here = key_at(0, "here");
	const char *there = arena_printf(&mem, "{%s}there", here);
	uint64_t before = errors(0, "errorstat_ASK"), n[4] = { 0 };
	const char *text = NULL;
	struct rt_pipe p;

	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s mine", here));
	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s 5", there));
	begin_to_move(here, 0, 2);
	move_key(there, 0, 2);
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_u64(&p, &n[0], "INCR %s", there);
	rt_pipe_str(&p, &text, "GET %s", here);
	rt_pipe_u64(&p, &n[1], "INCR %s", there);
	rt_pipe_u64(&p, &n[2], "INCR %s", key_at(2, "beside"));
	rt_pipe_u64(&p, &n[3], "INCR %s", there);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(6, n[0]);
	assert_int_equal(7, n[1]);
	assert_int_equal(1, n[2]);
	assert_int_equal(8, n[3]);
	assert_string_equal("mine", text);
	assert_int_equal(before + 3, errors(0, "errorstat_ASK"));
	move_key(here, 0, 2);
	end_to_move(here, 2);
	begin_to_move(here, 2, 0);
	move_key(here, 2, 0);
	move_key(there, 2, 0);
	end_to_move(here, 0);
}

/*
 * One key is here and one is there: until the move is over, no node can
 * answer.
 */
TEST(a_script_whose_keys_move_just_now)
{
	const char *here = key_at(0, "pair");
	const char *there = arena_printf(&mem, "{%s}there", here);
	const char *script = "return redis.call('EXISTS', unpack(KEYS))";
	uint64_t n = 0;

	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s 1", here));
	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s 1", there));
	begin_to_move(here, 0, 1);
	move_key(there, 0, 1);
	assert_int_equal(RT_DOWN, rt_read_u64(rt, &mem, &n, "EVAL %s 2 %s %s",
					      script, here, there));
	assert_true(errors(0, "errorstat_TRYAGAIN") > 1);
	move_key(here, 0, 1);
	assert_int_equal(RT_OK, rt_read_u64(rt, &mem, &n, "EVAL %s 2 %s %s",
					    script, here, there));
	assert_int_equal(2, n);
	end_to_move(here, 1);
	begin_to_move(here, 1, 0);
	move_key(here, 1, 0);
	move_key(there, 1, 0);
	end_to_move(here, 0);
}

/* ---- nodes that are lost -------------------------------------------------- */

/* One time-out; after that only this node fails at once. */
TEST(a_node_that_does_not_answer)
{
	uint64_t n[NODES] = { 77, 77, 77 };
	int64_t begun;
	struct rt_pipe p;

	assert_int_equal(RT_OK, rt_do(rt, &mem, "SET %s 1", key_at(1, "a")));
	node_signal(0, SIGSTOP);
	rt_pipe_begin(&p, rt, &mem);
	for (size_t i = NODES; i > 0; i--)
		rt_pipe_u64(&p, &n[i - 1], "INCR %s", key_at(i - 1, "n"));
	begun = unit_now();
	assert_int_equal(RT_DOWN, rt_pipe_end(&p));
	assert_in_range(unit_now() - begun, 900, 1500);
	assert_int_equal(77, n[1]);
	assert_string_equal("1", at_node(1, "GET %s", key_at(1, "n")));
	assert_string_equal("1", at_node(2, "GET %s", key_at(2, "n")));
	assert_int_equal(RT_OK, rt_read_u64(rt, &mem, &n[1], "INCR %s",
					    key_at(1, "n")));
	assert_int_equal(2, n[1]);
	begun = unit_now();
	assert_int_equal(RT_DOWN, rt_do(rt, &mem, "GET %s", key_at(0, "n")));
	assert_in_range(unit_now() - begun, 0, 100);
	node_signal(0, SIGCONT);
}

/*
 * A command that may fail does not fail the pipeline, even without its node.
 */
TEST(an_optional_command_at_a_lost_node)
{
	uint64_t n = 0;
	int64_t end = unit_now() + 10000;
	struct rt_pipe p;

	do {
		rt_pipe_begin(&p, rt, &mem);
		rt_pipe(&p, "GET %s", key_at(0, "a"));
	} while (rt_pipe_end(&p) && unit_now() < end);
	node_signal(0, SIGSTOP);
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_open(&p);
	rt_pipe_u64(&p, &n, "INCR %s", key_at(1, "n"));
	rt_pipe_try(&p, "INCR %s", key_at(0, "n"));
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	node_signal(0, SIGCONT);
	assert_int_equal(1, n);
}

/* ---- seeds ----------------------------------------------------------------- */

static enum rt_err ask_by(const char *address)
{
	struct rt *other;
	enum rt_err err;

	conf.servers.redis = address;
	other = rt_open(&conf);
	err = rt_do(other, &mem, "GET %s", key_at(1, "n"));
	rt_close(other);
	return err;
}

TEST(seeds)
{
	const char *good = arena_printf(&mem, "127.0.0.1:%d", nodes_port(2));
	const char *gone = "127.0.0.1:1";

	assert_int_equal(RT_OK,
			 ask_by(arena_printf(&mem, "cluster://%s", good)));
	assert_int_equal(RT_OK, ask_by(arena_printf(&mem, "cluster://%s,%s",
						    gone, good)));
	assert_int_equal(RT_DOWN,
			 ask_by(arena_printf(&mem, "cluster://%s", gone)));
	assert_int_equal(RT_OK,
			 ask_by(arena_printf(&mem, "cluster://localhost:%d",
					     nodes_port(0))));
}

static void has_replies(void *who)
{
	fiber_wake(who);
}

static enum rt_err ask_cluster(struct cluster *c, const char *key)
{
	struct rt *link = rt_new(&conf.servers, conf.servers.redis);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, link, &mem);
	rt_pipe(&p, "GET %s", key);
	cluster_send(c, &p, has_replies, fiber_now());
	fiber_wait(-1);
	err = pipe_result(&p);
	rt_free(link);
	return err;
}

static struct cluster *open_at(const char *address)
{
	return cluster_open(address, conf.servers.timeout_ms,
			    fiber_base(fiber_now()));
}

/* A new link begins with what another one has learned. */
TEST(links_that_tell_one_another)
{
	struct cluster *one = open_at(conf.servers.redis);
	struct cluster *other = open_at("cluster://127.0.0.1:1");

	assert_int_equal(RT_OK, ask_cluster(one, key_at(1, "n")));
	assert_int_equal(RT_DOWN, ask_cluster(other, key_at(1, "n")));
	cluster_share(other, one);
	cluster_share(one, other);
	for (size_t i = 0; i < NODES; i++)
		assert_int_equal(RT_OK, ask_cluster(other, key_at(i, "n")));
	assert_int_equal(slot_map_masters(&one->map),
			 slot_map_masters(&other->map));
	cluster_close(other);
	assert_int_equal(RT_OK, ask_cluster(one, key_at(2, "n")));
	cluster_close(one);
}

/* ---- nodes that are replaced ---------------------------------------------- */

/* The others agree that `to` has the slots of `from`, which may not answer. */
static void take_over(size_t from, size_t to)
{
	int first = (int)from * HASH_SLOTS / NODES;
	int last = ((int)from + 1) * HASH_SLOTS / NODES - 1;
	int64_t end = unit_now() + 10000;
	size_t other = 3 - from - to;

	at_node(to, "CLUSTER DELSLOTSRANGE %d %d", first, last);
	at_node(other, "CLUSTER DELSLOTSRANGE %d %d", first, last);
	at_node(to, "CLUSTER ADDSLOTSRANGE %d %d", first, last);
	while (!strstr(at_node(other, "CLUSTER INFO"),
		       "cluster_slots_assigned:16384"))
		assert_true(unit_now() < end);
}

static void kill_node(size_t i)
{
	redisContext *link = NULL;

	node_signal(i, SIGKILL);
	do {
		redisFree(link);
		link = redisConnect("127.0.0.1", nodes_port(i));
	} while (!link->err);
	redisFree(link);
}

static const char *push_in_order(struct cluster *c, const char *key)
{
	struct rt *link = rt_new(&conf.servers, conf.servers.redis);
	struct rt_texts all = { 0 };
	struct rt_pipe p;

	rt_pipe_begin(&p, link, &mem);
	for (int i = 1; i <= 20; i++)
		rt_pipe(&p, "RPUSH %s %d", key, i);
	rt_pipe_texts(&p, &all, 3, "LRANGE %s -3 -1", key);
	cluster_send(c, &p, has_replies, fiber_now());
	fiber_wait(-1);
	assert_int_equal(RT_OK, pipe_result(&p));
	rt_free(link);
	assert_int_equal(3, all.n);
	return arena_printf(&mem, "%s %s %s", all.v[0], all.v[1], all.v[2]);
}

/* As when its host is gone, and the network knows. */
TEST(a_node_that_is_refused_at_once)
{
	struct cluster *c = open_at(
		arena_printf(&mem, "cluster://127.0.0.1:%d", nodes_port(2)));
	const char *key = key_at(1, "n");
	struct node *n;

	assert_int_equal(RT_OK, ask_cluster(c, key_at(2, "n")));
	n = slot_map_owner(&c->map, slot_of(key));
	assert_null(n->connection);
	unit_pass(200);
	strcpy(n->at.host, "255.255.255.255");
	assert_int_equal(RT_OK, ask_cluster(c, key));
	cluster_close(c);
}

/*
 * The last test, since two nodes are lost.  One hangs, and a command has found
 * that out.  The other one is gone, and nobody had been connected to it.
 */
TEST(a_node_is_replaced)
{
	struct cluster *c = open_at(
		arena_printf(&mem, "cluster://127.0.0.1:%d", nodes_port(2)));

	assert_int_equal(RT_OK, ask_cluster(c, key_at(2, "n")));
	assert_int_equal(RT_OK, rt_do(rt, &mem, "GET %s", key_at(0, "n")));
	node_signal(0, SIGSTOP);
	assert_int_equal(RT_DOWN, rt_do(rt, &mem, "GET %s", key_at(0, "n")));
	take_over(0, 2);
	assert_int_equal(RT_OK, rt_do(rt, &mem, "GET %s", key_at(0, "n")));
	node_signal(0, SIGCONT);

	kill_node(1);
	take_over(1, 2);
	assert_string_equal("18 19 20", push_in_order(c, key_at(1, "n")));
	cluster_close(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CLUSTERED(replies_come_in_the_order_of_the_commands),
		CLUSTERED(keys_of_a_tag_and_none_at_all),
		CLUSTERED(the_first_error_in_the_order_of_the_commands),
		CLUSTERED(values_that_look_like_commands),
		CLUSTERED(all_masters_are_scanned),
		CLUSTERED(the_memory_of_all_masters),
		CLUSTERED(what_follows_waits_for_all_nodes),
		CLUSTERED(as_redis_counts),
		CLUSTERED(a_slot_that_has_moved),
		CLUSTERED(a_slot_that_moves_just_now),
		CLUSTERED(a_script_whose_keys_move_just_now),
		CLUSTERED(a_node_that_does_not_answer),
		CLUSTERED(an_optional_command_at_a_lost_node),
		CLUSTERED(seeds),
		CLUSTERED(links_that_tell_one_another),
		CLUSTERED(a_node_that_is_refused_at_once),
		CLUSTERED(a_node_is_replaced),
	};

	return RUN_NODES(tests);
}
