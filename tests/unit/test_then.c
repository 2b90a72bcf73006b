/* Commands that are sent only after all earlier ones have been answered. */
#include <event2/event.h>

#include "base/fiber.h"
#include "unit.h"

/* As on a cluster: one Redis would execute the rest in order anyway. */
static void begin(struct rt_pipe *p)
{
	rt->is_many = true;
	rt_pipe_begin(p, rt, &mem);
}

TEST(one_redis_needs_no_second_trip)
{
	struct rt_pipe p;

	unit_skip(SEVERAL, "several need one");
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "INCR counter");
	rt_pipe_then(&p);
	assert_null(redis("GET counter"));
	rt_pipe(&p, "INCR counter");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_redis("2", "GET counter");
}

TEST(the_first_part_is_done_before_the_second_begins)
{
	uint64_t n[4] = { 0 };
	const char *text = "?";
	struct rt_pipe p;

	begin(&p);
	rt_pipe_u64(&p, &n[0], "INCR counter");
	rt_pipe(&p, "SET text mine");
	rt_pipe_then(&p);
	assert_redis("1", "GET counter");
	assert_int_equal(0, n[0]);
	rt_pipe(&p, "INCR counter");
	rt_pipe_u64(&p, &n[1], "INCR counter");
	rt_pipe_then(&p);
	assert_redis("3", "GET counter");
	rt_pipe_then(&p);
	rt_pipe_str(&p, &text, "GET text");
	rt_pipe_u64(&p, &n[2], "INCR counter");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_int_equal(1, n[0]);
	assert_int_equal(3, n[1]);
	assert_int_equal(4, n[2]);
	assert_string_equal("mine", text);
}

TEST(nothing_before_or_behind)
{
	struct rt_pipe p;

	begin(&p);
	rt_pipe_then(&p);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	begin(&p);
	rt_pipe_then(&p);
	rt_pipe(&p, "INCR counter");
	rt_pipe_then(&p);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_redis("1", "GET counter");
}

TEST(nothing_follows_an_error)
{
	uint64_t n = 77;
	struct rt_pipe p;

	redis("RPUSH list 1");
	begin(&p);
	rt_pipe_u64(&p, &n, "INCR before");
	rt_pipe(&p, "GET list");
	rt_pipe(&p, "INCR beside");
	rt_pipe_then(&p);
	assert_int_equal(RT_BROKEN, p.err);
	rt_pipe(&p, "INCR behind");
	assert_int_equal(RT_BROKEN, rt_pipe_end(&p));
	assert_redis("2", "EXISTS before beside behind");
	assert_int_equal(77, n);
	/*
	 * Commands that were not sent are not sent with the next pipeline,
	 * either.
	 */
	assert_int_equal(RT_OK, rt_do(rt, &mem, "INCR before"));
	assert_redis("0", "EXISTS behind");
}

/* The earlier commands were executed, and no output shows it. */
TEST(an_error_behind_it)
{
	uint64_t n = 77;
	struct rt_pipe p;

	redis("RPUSH list 1");
	begin(&p);
	rt_pipe_u64(&p, &n, "INCR before");
	rt_pipe_then(&p);
	rt_pipe(&p, "GET list");
	assert_int_equal(RT_BROKEN, rt_pipe_end(&p));
	assert_redis("1", "GET before");
	assert_int_equal(77, n);
}

TEST(what_may_fail_stops_nothing)
{
	const char *text = "?";
	struct rt_pipe p;

	redis("RPUSH list 1");
	begin(&p);
	rt_pipe_try(&p, "GET list");
	rt_pipe_str(&p, &text, "GET list");
	rt_pipe_lenient(&p);
	rt_pipe_then(&p);
	rt_pipe(&p, "INCR behind");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_redis("1", "GET behind");
	assert_null(text);
}

TEST(nothing_follows_in_a_database_of_a_later_retwis)
{
	struct rt_pipe p;

	redis("SET layout 9");
	begin(&p);
	rt_pipe(&p, "GET before");
	rt_pipe_then(&p);
	rt_pipe(&p, "INCR behind");
	assert_int_equal(RT_FOREIGN, rt_pipe_end(&p));
	assert_redis("0", "EXISTS behind");
}

/* ---- in a loop ---------------------------------------------------------- */

struct request {
	struct event_base *base;
	struct rt_links *links;
	const char *first;
	uint64_t n[3];
	enum rt_err err;
};

static void ask(void *arg)
{
	struct request *r = arg;
	struct rt *own = rt_attach(r->links, &conf);
	struct rt_pipe p;

	own->is_many = true;
	rt_pipe_begin(&p, own, &mem);
	rt_pipe_u64(&p, &r->n[0], "%s counter", r->first);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &r->n[1], "INCR counter");
	if (!p.err)
		r->n[2] = redis_number("GET counter");
	r->err = rt_pipe_end(&p);
	rt_close(own);
	event_base_loopbreak(r->base);
}

static struct request in_loop(const char *first)
{
	struct request r = { .base = event_base_new(), .first = first };

	r.links = rt_links_open(&conf.servers, r.base);
	fiber_start(r.base, ask, &r);
	event_base_dispatch(r.base);
	rt_links_close(r.links);
	event_base_free(r.base);
	return r;
}

TEST(a_request_waits_between_its_parts)
{
	struct request r = in_loop("INCR");

	assert_int_equal(RT_OK, r.err);
	assert_int_equal(1, r.n[0]);
	assert_int_equal(1, r.n[2]);
	assert_int_equal(2, r.n[1]);
}

TEST(a_request_ends_with_its_first_error)
{
	struct request r = in_loop("LLEN");

	assert_int_equal(RT_OK, r.err);
	redis("SET counter 7");
	r = in_loop("LLEN");
	assert_int_equal(RT_BROKEN, r.err);
	assert_redis("7", "GET counter");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(one_redis_needs_no_second_trip),
		FRESH(the_first_part_is_done_before_the_second_begins),
		FRESH(nothing_before_or_behind),
		FRESH(nothing_follows_an_error),
		FRESH(an_error_behind_it),
		FRESH(what_may_fail_stops_nothing),
		FRESH(nothing_follows_in_a_database_of_a_later_retwis),
		FRESH(a_request_waits_between_its_parts),
		FRESH(a_request_ends_with_its_first_error),
	};

	return RUN_ANY(tests);
}
