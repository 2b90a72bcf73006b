/*
 * Finding a master through Sentinels: which queries are sent where, and which
 * answers are believed.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "redis/connect.h"
#include "redis/pipe_result.h"
#include "redis/find_master.h"
#include "looped.h"
#include "port.h"

static struct address at;
static struct find_master s;

static void set_out(const char *text)
{
	assert_null(address_parse(&at, text));
	find_master_begin(&s, &at);
}

/* ---- replies ----------------------------------------------------------- */

static redisReply text_reply(const char *text)
{
	return (redisReply){ .type = REDIS_REPLY_STRING,
			     .str = (char *)(uintptr_t)text,
			     .len = strlen(text) };
}

/* Two texts, or fewer if they are NULL. */
static bool take_pair(const char *one, const char *two)
{
	redisReply v[2], *element[2] = { &v[0], &v[1] };
	redisReply pair = { .type = REDIS_REPLY_ARRAY, .element = element };

	if (one)
		v[pair.elements++] = text_reply(one);
	if (two)
		v[pair.elements++] = text_reply(two);
	return find_master_read_reply(&s, &pair);
}

static bool take_type(int type)
{
	redisReply r = text_reply("ERR something");

	r.type = type;
	return find_master_read_reply(&s, &r);
}

/* The next address to try is this one; port 0: there is none. */
static void expect_next(const char *host, int port, bool is_master)
{
	assert_int_equal(port != 0, find_master_next(&s));
	if (!port)
		return;
	assert_string_equal(host, s.at.host);
	assert_int_equal(port, s.at.port);
	assert_int_equal(is_master, s.is_master);
}

TEST(each_sentinel_in_turn)
{
	set_out("sentinel://a:1,b:2/m");
	expect_next("a", 1, false);
	expect_next("b", 2, false);
	expect_next(NULL, 0, false);
}

TEST(the_master_that_is_named)
{
	set_out("sentinel://a:1,b:2/m");
	expect_next("a", 1, false);
	assert_false(take_pair("c", "3"));
	expect_next("c", 3, true);
	assert_true(take_pair("master", "0"));
}

TEST(one_that_was_demoted_is_left)
{
	set_out("sentinel://a:1,b:2/m");
	expect_next("a", 1, false);
	assert_false(take_pair("c", "3"));
	expect_next("c", 3, true);
	assert_false(take_pair("slave", "c"));
	expect_next("b", 2, false);
	assert_false(take_pair("d", "4"));
	expect_next("d", 4, true);
	assert_true(take_pair("master", NULL));
}

/* The server that was named does not answer. */
TEST(one_that_is_dead_is_left)
{
	set_out("sentinel://a:1,b:2/m");
	expect_next("a", 1, false);
	assert_false(take_pair("c", "3"));
	expect_next("c", 3, true);
	expect_next("b", 2, false);
}

TEST(odd_answers_name_nobody)
{
	static const int types[] = { REDIS_REPLY_ERROR, REDIS_REPLY_NIL,
				     REDIS_REPLY_INTEGER, REDIS_REPLY_STATUS };
	static const struct {
		const char *one, *two;
	} pairs[] = {
		{ NULL, NULL }, { "c", NULL }, { "c", "" },      { "", "3" },
		{ "c", "0" },   { "c", "x" },  { "c", "70000" },
	};

	for (size_t i = 0; i < COUNT(types); i++) {
		set_out("sentinel://a:1,b:2/m");
		expect_next("a", 1, false);
		assert_false(take_type(types[i]));
		expect_next("b", 2, false);
	}
	for (size_t i = 0; i < COUNT(pairs); i++) {
		set_out("sentinel://a:1,b:2/m");
		expect_next("a", 1, false);
		assert_false(take_pair(pairs[i].one, pairs[i].two));
		expect_next("b", 2, false);
	}
}

TEST(a_cluster_takes_any_that_is_well)
{
	set_out("cluster://a:1,b:2");
	expect_next("a", 1, false);
	assert_false(take_type(REDIS_REPLY_ERROR));
	expect_next("b", 2, false);
	assert_true(take_type(REDIS_REPLY_STATUS));
}

/* All of them together take no longer than the whole time-out. */
TEST(each_has_its_share)
{
	set_out("sentinel://a:1,b:2,c:3/m");
	assert_in_range(find_master_time_ms(&s, 1000), 200, 260);
	assert_in_range(find_master_time_ms(&s, 1), 1, 2);
}

/* ---- a real one -------------------------------------------------------- */

static int redis_port, sentinel_port;
static pid_t sentinel;

static void exec_sentinel(const char *file)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!freopen("/dev/null", "w", stdout))
		_exit(EXIT_FAILURE);
	execlp("redis-server", "redis-server", file, "--sentinel",
	       (char *)NULL);
	_exit(EXIT_FAILURE);
}

static bool sentinel_answers(void)
{
	redisContext *link = redisConnect("127.0.0.1", sentinel_port);
	redisReply *r = link->err ? NULL : redisCommand(link, "PING");
	bool answers = r && r->type == REDIS_REPLY_STATUS;

	freeReplyObject(r);
	redisFree(link);
	return answers;
}

/* It knows the test's Redis under the name "main". */
static void start_sentinel(void)
{
	const char *path = server_path("sentinel.conf");
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	redis_port = port_of_redis();
	sentinel_port = port_free();
	fprintf(file,
		"port %d\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 %d "
		"1\n",
		sentinel_port, redis_port);
	fclose(file);
	sentinel = fork();
	if (sentinel == 0)
		exec_sentinel(path);
	for (int tries = 0; !sentinel_answers(); tries++) {
		assert_true(tries < 2000);
		usleep(5000);
	}
}

static int end_sentinel(void **state)
{
	if (sentinel > 0 && kill(sentinel, SIGKILL) == 0)
		waitpid(sentinel, NULL, 0);
	sentinel = 0;
	return unit_forget(state);
}

/* The first Sentinel is dead. */
static const char *address_of(const char *name)
{
	return arena_printf(&mem, "sentinel://127.0.0.1:%d,127.0.0.1:%d/%s",
			    port_free(), sentinel_port, name);
}

static void is_asked(void *who)
{
	looped_done(who, RT_OK);
}

static enum rt_err ask(const char *address)
{
	struct looped l = { .base = event_base_new() };
	struct rt_pipe p;
	enum rt_err err;

	l.inquiry = async_client_open(&conf.servers, address, l.base);
	rt_pipe_begin(&p, async_client_rt(l.inquiry), &mem);
	rt_pipe(&p, "SET loop 1");
	async_client_send(l.inquiry, &p, is_asked, &l);
	looped_wait(&l);
	err = pipe_result(&p);
	looped_close(&l);
	return err;
}

TEST(a_sentinel_leads_there)
{
	start_sentinel();
	assert_int_equal(RT_OK, ask(address_of("main")));
	assert_redis("1", "GET loop");
	assert_int_equal(RT_DOWN, ask(address_of("other")));
}

/* The password is for the master; a Sentinel without one ignores it. */
TEST(a_sentinel_of_a_master_with_a_password)
{
	start_sentinel();
	assert_redis("OK", "CONFIG SET requirepass secret");
	assert_int_equal(
		RT_OK,
		ask(arena_printf(&mem, "sentinel://:secret@127.0.0.1:%d/main",
				 sentinel_port)));
	assert_int_equal(RT_DOWN, ask(address_of("main")));
}

/* A replica is not a master, whatever a Sentinel says. */
TEST(a_replica_is_not_written_to)
{
	unit_skip("slots cluster nutcracker", "it makes Redis a replica");
	start_sentinel();
	assert_redis("OK", "REPLICAOF 127.0.0.1 1");
	assert_int_equal(RT_DOWN, ask(address_of("main")));
	assert_redis("OK", "REPLICAOF NO ONE");
	assert_int_equal(RT_OK, ask(address_of("main")));
}

#define ANEW(test)                                                            \
	cmocka_unit_test_setup_teardown(test, unit_restarted, end_sentinel)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(each_sentinel_in_turn),
		PLAIN(the_master_that_is_named),
		PLAIN(one_that_was_demoted_is_left),
		PLAIN(one_that_is_dead_is_left),
		PLAIN(odd_answers_name_nobody),
		PLAIN(a_cluster_takes_any_that_is_well),
		PLAIN(each_has_its_share),
		ANEW(a_sentinel_leads_there),
		ANEW(a_sentinel_of_a_master_with_a_password),
		ANEW(a_replica_is_not_written_to),
	};

	return RUN_REDIS(tests);
}
