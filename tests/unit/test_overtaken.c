/* A request that is paused while another copy of its form overtakes it. */
#include <limits.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proxy.h"

static struct rt_user alice;

static int members(void)
{
	if (unit_adopted(NULL) != 0)
		return -1;
	alice = unit_followed();
	return 0;
}

static uint64_t send(const char *nonce, const char *body)
{
	struct rt_draft draft = { .nonce = nonce, .body = body };
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	return id;
}

/*
 * The monotonic clock of this program is ahead of the true one, in each of its
 * processes, so that nobody has to wait.
 */
static time_t *ahead;

int clock_gettime(clockid_t clock, struct timespec *t)
{
	int result = (int)syscall(SYS_clock_gettime, clock, t);

	if (clock == CLOCK_MONOTONIC && ahead)
		t->tv_sec += *ahead;
	return result;
}

static int share_clock(void **state)
{
	ahead = mmap(NULL, sizeof *ahead, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return ahead == MAP_FAILED ? -1 : unit_start(state);
}

#define TEXT "hello @bob, #tag"

static time_t stop;       /* for this many seconds */
static int newer;         /* meanwhile this many newer posts arrive */
static int late;          /* and this many older ones reach home */
static bool deletes;      /* the member deletes posts then */
static bool is_bus_apart; /* according to the settings */
static unsigned stop_at,
	idempotency_at; /* in commands; when it has got its id */
static bool stopped;
static bool was_stored; /* by the first one, when it was paused */
static uint64_t second; /* the id that the second one got */

/* The same server at a different address. */
static void take_the_bus_apart(void)
{
	if (is_bus_apart)
		unit_part_bus();
}

static void the_first(void)
{
	struct rt_draft draft = { .nonce = "nonce", .body = TEXT };
	uint64_t id;

	take_the_bus_apart();
	rt_post_create(rt, &mem, &alice, &draft, &id);
}

static const char *const all[] = { "own:1",   "timeline", "posts:1",
				   "posts:2", "posts:3",  "tag:tag" };

/* Adds this many other posts to a list, with ids from there on. */
static void add(const char *list, int from, int n)
{
	static const char push[] =
		"for i = 1, ARGV[2] do"
		" redis.call('LPUSH', KEYS[1], ARGV[1] + i) end";

	redis("EVAL %s 1 %s %d %d", push, list, from, n);
}

/*
 * The first one has sent its next commands, and Redis has not received them
 * yet: when it sent them nobody was late. After SET it waits for one more
 * command.
 */
static bool is_under_way(void)
{
	if (is_bus_apart)
		return was_stored;
	if (idempotency_at == UINT_MAX && *redis("KEYS once:*"))
		idempotency_at = stop_at;
	return idempotency_at < stop_at;
}

static void the_second(void)
{
	int older;

	was_stored = *redis("KEYS post:*");
	older = is_under_way() ? 0 : late;
	second = send("nonce", TEXT);
	stopped = true;
	for (size_t i = 0; i < COUNT(all); i++)
		add(all[i], 2000, newer);
	add("posts:1", 0, older);
	unit_deliver();
	if (deletes)
		assert_int_equal(RT_OK,
				 rt_post_delete(rt, &mem, &alice, second));
	*ahead = stop;
}

/* Returns false if the first one finished before that many commands. */
static bool run_stopped(unsigned at)
{
	assert_int_equal(0, members());
	redis("SET next_post_id 1000");
	*ahead = 0;
	stopped = false;
	stop_at = at;
	take_the_bus_apart();
	assert_true(proxy_run_with(at, the_second, UINT_MAX, the_first));
	if (stopped)
		unit_deliver();
	return stopped;
}

/* How often the post is in a list. */
static uint64_t count(const char *list, const char *id)
{
	const char *found = redis("LPOS %s %s COUNT 0", list, id);
	uint64_t n = *found != '\0';

	while ((found = strchr(found, ' ')))
		found++, n++;
	return n;
}

static void expect_once(unsigned at)
{
	static const char find[] =
		"for _, key in ipairs(redis.call('KEYS', 'post:*')) do"
		" if redis.call('HGET', key, 'body') == ARGV[1] then"
		" return key:sub(6) end end";
	const char *id = redis("EVAL %s 0 %s", find, TEXT);
	const char *row =
		arena_printf(&mem, "%d seconds at %u", (int)stop, at);

	CHECK(row, redis_number("LLEN own:1") == (uint64_t)newer + 1);
	for (size_t i = 0; i < COUNT(all); i++)
		CHECK(arena_printf(&mem, "%s: %s", row, all[i]),
		      count(all[i], id) == 1);
	CHECK(row, redis_number("ZCARD notices:2") == 2);
	CHECK(row, redis_number("ZSCORE %s tag", redis("KEYS trend:*")) == 1);
}

static void stop_anywhere(void)
{
	unsigned at = 0;

	idempotency_at = UINT_MAX;
	while (run_stopped(at)) {
		expect_once(at++);
		unit_forget(NULL);
	}
	assert_true(at > 15);
}

/* Between any two commands, and so between any two trips. */
TEST(stopped_anywhere_and_sent_again)
{
	static const struct {
		time_t stop;
		int newer, late;
		bool is_bus_apart;
	} table[] = {
		{ 1, 70, 0, false },
		{ 6, 0, 70, false },
		{ 20, 0, 70, false },
		{ 6, 0, 70, true },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		stop = table[i].stop;
		newer = table[i].newer;
		late = table[i].late;
		is_bus_apart = table[i].is_bus_apart;
		stop_anywhere();
	}
}

/* The late one removes its post from the lists again. */
TEST(stopped_anywhere_and_deleted)
{
	unsigned at = 0;

	newer = late = 0;
	is_bus_apart = false;
	deletes = true;
	stop = 1;
	while (run_stopped(at++) && !was_stored) {
		assert_redis("0", "EXISTS own:1 timeline tag:tag tags outbox "
				  "erasing");
		assert_redis("seen", "ZRANGE notices:2 0 -1");
		assert_redis("", "KEYS trend:*");
		assert_redis("1", "HGET post:%d gone", (int)second);
		unit_forget(NULL);
	}
	deletes = false;
	assert_true(at > 8);
}

static void delete_it(void)
{
	stopped = true;
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, second));
}

/*
 * The other copy is the late one.  Members have seen the post by now, and a
 * like of it waits for a worker.
 */
TEST(the_second_is_stopped_anywhere_and_deleted)
{
	unsigned at = 0;

	newer = late = 0;
	for (stopped = true; stopped; at++) {
		assert_int_equal(0, members());
		redis("SET next_post_id 1000");
		second = send("nonce", TEXT);
		unit_deliver();
		assert_int_equal(RT_OK, rt_like(rt, &mem, &alice, second));
		stopped = false;
		assert_true(
			proxy_run_with(at, delete_it, UINT_MAX, the_first));
		unit_deliver();
		if (stopped)
			assert_redis("0", "EXISTS own:1 timeline tag:tag tags "
					  "outbox erasing liked:1");
		unit_forget(NULL);
	}
	assert_true(at > 15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(stopped_anywhere_and_sent_again),
		PLAIN(stopped_anywhere_and_deleted),
		PLAIN(the_second_is_stopped_anywhere_and_deleted),
	};

	return RUN_GROUP(tests, share_clock, unit_stop);
}
