/* Delivering a post to many. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "libretwis/post.h"
#include "unit.h"

#define POST  9000
#define FIRST 100 /* id of the first follower; the author is 1 */

static void follow_many(int n)
{
	static const char script[] =
		"for i = 0, ARGV[1] - 1 do"
		" redis.call('ZADD', KEYS[1], 1000 + i, ARGV[2] + i) end";

	redis("EVAL %s 1 followers:1 %d %d", script, n, FIRST);
}

/* How many of them do not hold this post, once, as their whole list. */
static uint64_t badly_served(int n, int post)
{
	static const char script[] =
		"local bad = 0 "
		"for i = 0, ARGV[1] - 1 do "
		"local l = redis.call('LRANGE', 'posts:' .. ARGV[2] + i,"
		" 0, -1) "
		"if #l ~= 1 or l[1] ~= ARGV[3] then bad = bad + 1 end end "
		"return bad";

	return redis_number("EVAL %s 0 %d %d %d", script, n, FIRST, post);
}

TEST(each_follower_once)
{
	static const int table[] = { 0, 1, 2, 999, 1000, 1001, 2000, 2500 };

	for (size_t i = 0; i < COUNT(table); i++) {
		int n = table[i];

		redis("FLUSHALL");
		follow_many(n);
		assert_int_equal(RT_OK,
				 fanout(rt, 1, POST, (uint64_t)n, 1000));
		assert_int_equal(0, badly_served(n, POST));
		/* And nobody else. */
		assert_redis(arena_printf(&mem, "%d", n ? n + 1 : 0),
			     "DBSIZE");
	}
}

TEST(as_a_post_is_written)
{
	struct rt_user alice = unit_member("alice");

	follow_many(1001);
	assert_int_equal(1, unit_post(&alice, "hello"));
	assert_int_equal(0, badly_served(1001, 1));
}

TEST(begun_anew_it_serves_the_others)
{
	follow_many(1500);
	for (int id = FIRST; id < FIRST + 1500; id += 3)
		redis("LPUSH posts:%d %d", id, POST);
	for (int twice = 0; twice < 2; twice++) {
		assert_int_equal(RT_OK, fanout(rt, 1, POST, 1500, 1000));
		assert_int_equal(0, badly_served(1500, POST));
	}
}

TEST(some_left_since_they_were_counted)
{
	follow_many(1400);
	assert_int_equal(RT_OK, fanout(rt, 1, POST, 2500, 1000));
	assert_int_equal(0, badly_served(1400, POST));
}

TEST(the_cap_is_kept)
{
	follow_many(2);
	for (int i = 1; i <= 5; i++)
		redis("LPUSH posts:%d %d", FIRST, i);
	assert_int_equal(RT_OK, fanout(rt, 1, POST, 2, 3));
	assert_redis("9000 5 4", "LRANGE posts:100 0 -1");
	assert_redis("9000", "LRANGE posts:101 0 -1");
	assert_int_equal(RT_OK, fanout(rt, 1, POST + 1, 2, 0));
	assert_redis("9001 9000 5 4", "LRANGE posts:100 0 -1");
}

TEST(an_error_is_told)
{
	follow_many(1500);
	redis("SET posts:1599 text");
	assert_int_equal(RT_BROKEN, fanout(rt, 1, POST, 1500, 1000));
	redis("DEL posts:1599");
	assert_int_equal(RT_OK, fanout(rt, 1, POST, 1500, 1000));
	assert_int_equal(0, badly_served(1500, POST));
}

/* ---- memory ------------------------------------------------------------ */

#ifdef __SANITIZE_ADDRESS__
/* It keeps what is freed, so there is nothing to measure. */
#define MANY 20000
#define MORE 1000000
#else
#define MANY 100000
#define MORE 8192
#endif

/* The most memory in use since the last call, in KiB. */
static long peak_kib(void)
{
	char line[256];
	long kib = -1;
	FILE *status = fopen("/proc/self/status", "r");
	int reset = open("/proc/self/clear_refs", O_WRONLY);

	while (status && fgets(line, sizeof line, status))
		if (strncmp(line, "VmHWM:", 6) == 0)
			kib = strtol(line + 6, NULL, 10);
	if (status)
		fclose(status);
	assert_int_equal(1, write(reset, "5", 1));
	close(reset);
	return kib;
}

TEST(a_hundred_thousand_in_little_memory)
{
	long before;

	follow_many(MANY);
	peak_kib();
	before = peak_kib();
	assert_int_equal(RT_OK, fanout(rt, 1, POST, MANY, 1000));
	assert_true(peak_kib() - before < MORE);
	assert_int_equal(0, badly_served(MANY, POST));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADOPTED(each_follower_once),
		ADOPTED(as_a_post_is_written),
		ADOPTED(begun_anew_it_serves_the_others),
		ADOPTED(some_left_since_they_were_counted),
		ADOPTED(the_cap_is_kept),
		ADOPTED(an_error_is_told),
		ADOPTED(a_hundred_thousand_in_little_memory),
	};

	return RUN_REDIS(tests);
}
