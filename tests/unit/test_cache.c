/* The cache. */
#include "patterns/cache.h"

#include "unit.h"

static const char *get(const char *name)
{
	const char *value = "untouched";
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	cache_get(&p, name, &value);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	return value;
}

static enum rt_err put(const char *name, const char *value, unsigned seconds)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	cache_put(&p, name, value, seconds);
	return rt_pipe_end(&p);
}

static enum rt_err drop(const char *name)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	cache_drop(&p, name);
	return rt_pipe_end(&p);
}

TEST(what_is_put_is_there)
{
	assert_null(get("trends"));
	assert_int_equal(RT_OK, put("trends", "one two\nthree", 60));
	assert_string_equal("one two\nthree", get("trends"));
	assert_int_equal(RT_OK, put("trends", "", 60));
	assert_string_equal("", get("trends"));
	assert_null(get("others"));
}

TEST(for_so_many_seconds)
{
	put("trends", "one", 60);
	assert_in_range(redis_number("PTTL cache:trends"), 50000, 60000);
	put("trends", "two", 600);
	assert_in_range(redis_number("PTTL cache:trends"), 590000, 600000);
}

TEST(what_is_dropped_is_gone)
{
	put("trends", "one", 60);
	assert_int_equal(RT_OK, drop("trends"));
	assert_null(get("trends"));
	assert_int_equal(RT_OK, drop("trends"));
}

/* A page that only reads continues, with what there was. */
TEST(a_full_redis_is_no_error)
{
	put("trends", "one", 60);
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_int_equal(RT_OK, put("trends", "two", 60));
	assert_string_equal("one", get("trends"));
	assert_int_equal(RT_OK, drop("trends"));
	assert_null(get("trends"));
	assert_redis("OK", "CONFIG SET maxmemory 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(what_is_put_is_there),
		FRESH(for_so_many_seconds),
		FRESH(what_is_dropped_is_gone),
		FRESH(a_full_redis_is_no_error),
	};

	return RUN_REDIS(tests);
}
