/* The mutex. */
#include "patterns/lock.h"

#include <unistd.h>

#include "race.h"

#define LOOK_US 2000

static enum rt_err take(unsigned ttl_ms, unsigned wait_ms, struct lock *lock)
{
	return lock_acquire(rt, &mem, "room", ttl_ms, wait_ms, lock);
}

static void await_no_lock(void)
{
	int64_t end = unit_now() + 10000;

	while (redis_number("EXISTS lock:room")) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
}

TEST(one_owner_at_a_time)
{
	struct lock mine, yours = { .token = "untouched" };

	assert_int_equal(RT_OK, take(60000, 0, &mine));
	assert_int_equal(RT_TAKEN, take(60000, 0, &yours));
	assert_string_equal("untouched", yours.token);
	assert_redis(mine.token, "GET lock:room");
	assert_int_equal(RT_OK, lock_release(rt, &mem, &mine));
	assert_int_equal(RT_OK, take(60000, 0, &yours));
	assert_string_not_equal(mine.token, yours.token);
}

TEST(another_name_is_another_lock)
{
	struct lock one, two;

	assert_int_equal(RT_OK, lock_acquire(rt, &mem, "one", 60000, 0, &one));
	assert_int_equal(RT_OK, lock_acquire(rt, &mem, "two", 60000, 0, &two));
}

static int take_it(int n)
{
	struct lock lock;

	(void)n;
	return (int)take(60000, 0, &lock);
}

/* A program that dies while it holds the lock. */
TEST(it_ends_by_itself)
{
	struct lock lock;

	race_die(take_it, 0);
	assert_int_equal(RT_TAKEN, take(60000, 0, &lock));
	assert_in_range(redis_number("PTTL lock:room"), 50000, 60000);
	redis("PEXPIRE lock:room 50");
	assert_int_equal(RT_OK, take(60000, 10000, &lock));
}

TEST(only_its_owner_releases_it)
{
	struct lock mine, yours;

	assert_int_equal(RT_OK, take(1, 0, &mine));
	await_no_lock();
	assert_int_equal(RT_OK, take(60000, 0, &yours));
	/* Too slow, and no longer the owner. */
	assert_int_equal(RT_TAKEN, lock_release(rt, &mem, &mine));
	assert_redis(yours.token, "GET lock:room");
	assert_int_equal(RT_OK, lock_release(rt, &mem, &yours));
	assert_int_equal(RT_TAKEN, lock_release(rt, &mem, &yours));
	assert_redis("0", "EXISTS lock:room");
}

TEST(only_its_owner_makes_it_last)
{
	struct lock mine, yours;

	assert_int_equal(RT_OK, take(60000, 0, &mine));
	redis("PEXPIRE lock:room 20000");
	assert_int_equal(RT_OK, lock_renew(rt, &mem, &mine, 60000));
	assert_in_range(redis_number("PTTL lock:room"), 50000, 60000);
	assert_int_equal(RT_OK, lock_release(rt, &mem, &mine));
	assert_int_equal(RT_TAKEN, lock_renew(rt, &mem, &mine, 60000));
	assert_int_equal(RT_OK, take(20000, 0, &yours));
	assert_int_equal(RT_TAKEN, lock_renew(rt, &mem, &mine, 60000));
	assert_in_range(redis_number("PTTL lock:room"), 10000, 20000);
}

TEST(waiting_has_an_end)
{
	struct lock mine, yours;
	int64_t began;

	assert_int_equal(RT_OK, take(60000, 0, &mine));
	began = unit_now();
	assert_int_equal(RT_TAKEN, take(60000, 120, &yours));
	assert_in_range(unit_now() - began, 120, 2000);
}

TEST(of_many_at_once_one_gets_it)
{
	int result[RACERS];

	race(take_it, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
}

#define TURNS 5

/* Reads, and then writes: the result is wrong unless it is alone. */
static enum rt_err count_on(void)
{
	uint64_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_u64(&p, &n, "GET {test}:counter");
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "SET {test}:counter " ID, n + 1);
	return rt_pipe_end(&p);
}

static int count_in_turn(int n)
{
	struct lock lock;

	(void)n;
	for (int i = 0; i < TURNS; i++)
		if (take(60000, 60000, &lock) || count_on() ||
		    lock_release(rt, &mem, &lock))
			return 1;
	return 0;
}

TEST(those_who_wait_come_in_one_by_one)
{
	int result[RACERS];

	race(count_in_turn, result);
	assert_int_equal(RACERS, race_count(result, 0));
	assert_int_equal(RACERS * TURNS, redis_number("GET {test}:counter"));
	assert_redis("0", "EXISTS lock:room");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(one_owner_at_a_time),
		FRESH(another_name_is_another_lock),
		FRESH(it_ends_by_itself),
		FRESH(only_its_owner_releases_it),
		FRESH(only_its_owner_makes_it_last),
		FRESH(waiting_has_an_end),
		FRESH(of_many_at_once_one_gets_it),
		FRESH(those_who_wait_come_in_one_by_one),
	};

	return RUN_REDIS(tests);
}
