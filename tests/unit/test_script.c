/* A script goes over each connection as text once, and then by its digest. */
#include "looped.h"

static const char add[] = "return redis.call('INCR', KEYS[1])";

static enum rt_err count_in(struct rt_pipe *p, uint64_t *n)
{
	rt_pipe_u64(p, n, "EVAL %s 1 %s", add, "n");
	return p->err;
}

static enum rt_err count(uint64_t *n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	count_in(&p, n);
	return rt_pipe_end(&p);
}

/* What Redis has forgotten only a digest misses. */
TEST(by_its_digest_from_the_second_time_on)
{
	uint64_t n = 0;

	for (uint64_t i = 1; i <= 3; i++) {
		assert_int_equal(RT_OK, count(&n));
		assert_int_equal(i, n);
	}
	redis("SCRIPT FLUSH");
	assert_int_equal(RT_DOWN, count(&n));
	assert_redis("3", "GET n");
	assert_int_equal(RT_OK, count(&n));
	assert_int_equal(4, n);
}

TEST(as_text_while_redis_has_not_answered_it)
{
	uint64_t n = 0;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	count_in(&p, &n);
	rt_pipe(&p, "INCR %s %s", "too", "much");
	assert_int_equal(RT_BROKEN, rt_pipe_end(&p));
	redis("SCRIPT FLUSH");
	assert_int_equal(RT_OK, count(&n));
	assert_int_equal(2, n);
}

TEST(as_text_over_a_new_connection)
{
	uint64_t n = 0;

	assert_int_equal(RT_OK, count(&n));
	redis("SCRIPT FLUSH");
	redis("CLIENT KILL TYPE normal SKIPME yes");
	assert_int_equal(RT_DOWN, count(&n));
	rt->down_until = 0;
	assert_int_equal(RT_OK, count(&n));
	assert_int_equal(2, n);
}

TEST(more_than_a_pipeline_learns_of)
{
	static const char *const texts[] = {
		"return 0", "return 1", "return 2", "return 3", "return 4",
		"return 5", "return 6", "return 7", "return 8", "return 9",
	};
	uint64_t n[COUNT(texts)];
	struct rt_pipe p;

	for (int times = 0; times < 3; times++) {
		rt_pipe_begin(&p, rt, &mem);
		for (size_t i = 0; i < COUNT(texts); i++)
			rt_pipe_u64(&p, &n[i], "EVAL %s 0", texts[i]);
		assert_int_equal(RT_OK, rt_pipe_end(&p));
		for (size_t i = 0; i < COUNT(texts); i++)
			assert_int_equal(i, n[i]);
	}
}

static enum rt_err count_in_loop(struct looped *l, uint64_t *n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, inquiry_rt(l->inquiry), &mem);
	count_in(&p, n);
	inquiry_send(l->inquiry, &p, looped_done, l);
	return looped_wait(l);
}

TEST(in_a_loop)
{
	struct looped l;
	uint64_t n = 0;

	looped_open(&l);
	assert_int_equal(RT_OK, count_in_loop(&l, &n));
	redis("SCRIPT FLUSH");
	assert_int_equal(RT_DOWN, count_in_loop(&l, &n));
	assert_int_equal(RT_OK, count_in_loop(&l, &n));
	redis("SCRIPT FLUSH");
	redis("CLIENT KILL TYPE normal SKIPME yes");
	while (inquiry_connection(l.inquiry) == 1)
		event_base_loop(l.base, EVLOOP_ONCE);
	assert_int_equal(RT_OK, count_in_loop(&l, &n));
	assert_int_equal(3, n);
	looped_close(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(by_its_digest_from_the_second_time_on),
		FRESH(as_text_while_redis_has_not_answered_it),
		FRESH(as_text_over_a_new_connection),
		FRESH(more_than_a_pipeline_learns_of),
		FRESH(in_a_loop),
	};

	return RUN_REDIS(tests);
}
