/* The plain queue, and the failed jobs. */
#include "patterns/queue.h"

#include "unit.h"

static void push(const char *payload)
{
	assert_int_equal(RT_OK, queue_push(rt, &mem, "test", payload));
}

static const char *pop(enum queue_end end)
{
	struct job job;

	assert_int_equal(RT_OK, queue_pop(rt, &mem, "test", end, &job));
	return job.payload;
}

static struct queue_stats look(void)
{
	struct queue_stats l;

	memset(&l, 0x5a, sizeof l);
	assert_int_equal(RT_OK, queue_stats(rt, &mem, "test", &l));
	return l;
}

TEST(the_oldest_first)
{
	push("one");
	push("two");
	push("three");
	assert_string_equal("one", pop(QUEUE_OLDEST));
	assert_string_equal("two", pop(QUEUE_OLDEST));
	push("four");
	assert_string_equal("three", pop(QUEUE_OLDEST));
	assert_string_equal("four", pop(QUEUE_OLDEST));
}

TEST(the_newest_first)
{
	push("one");
	push("two");
	assert_string_equal("two", pop(QUEUE_NEWEST));
	push("three");
	assert_string_equal("three", pop(QUEUE_NEWEST));
	assert_string_equal("one", pop(QUEUE_NEWEST));
}

TEST(an_empty_queue)
{
	struct job job = { .payload = "untouched" };

	assert_int_equal(RT_NOT_FOUND,
			 queue_pop(rt, &mem, "test", QUEUE_OLDEST, &job));
	assert_int_equal(RT_NOT_FOUND,
			 queue_pop(rt, &mem, "test", QUEUE_NEWEST, &job));
	assert_string_equal("untouched", job.payload);
	assert_int_equal(0, look().waiting);
}

TEST(queues_do_not_mix)
{
	struct job job;

	push("one");
	assert_int_equal(RT_NOT_FOUND,
			 queue_pop(rt, &mem, "other", QUEUE_OLDEST, &job));
	assert_redis("{test}:jobs", "KEYS *");
}

TEST(any_text_is_a_job)
{
	static const char *const table[] = {
		"", " ", "1 2 3", "two\nlines", "%s {}", "\xff\x01",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		push(table[i]);
		assert_string_equal(table[i], pop(QUEUE_OLDEST));
	}
}

TEST(a_job_knows_since_when)
{
	time_t before = time(NULL);
	struct job job;

	push("one");
	assert_int_equal(RT_OK,
			 queue_pop(rt, &mem, "test", QUEUE_OLDEST, &job));
	assert_in_range(job.since, before, unit_second());
	assert_int_equal(0, job.tries);
}

TEST(what_is_no_job_is_all_payload)
{
	static const char *const table[] = {
		"",     "x",       "12",      "12 x",
		"12 3", "12  one", "x 3 one", " 12 3 one",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct job job;

		redis("LPUSH {test}:jobs %s", table[i]);
		queue_pop(rt, &mem, "test", QUEUE_OLDEST, &job);
		CHECK(table[i], strcmp(table[i], job.payload) == 0);
		CHECK(table[i], job.since == 0 && job.tries == 0);
	}
}

TEST(an_empty_queue_looked_at)
{
	struct queue_stats l = look();

	assert_int_equal(0, l.waiting + l.in_hand + l.dead);
	assert_int_equal(0, l.oldest);
}

TEST(how_it_stands_with_what_is_in_hand)
{
	redis("LPUSH {test}:jobs x %s %s x", "2000 0 one", "1500 0 two");
	redis("LPUSH {test}:dead %s", "1 5 three");
	redis("ZADD {test}:workers 7 me 8 you 9 they");
	redis("LPUSH {test}:taken:me %s", "1000 1 four");
	redis("LPUSH {test}:taken:they %s %s", "3000 0 five", "3001 0 six");
	redis("LPUSH {test}:taken:nobody %s", "1 0 seven");
	assert_int_equal(4, look().waiting);
	assert_int_equal(3, look().in_hand);
	assert_int_equal(1, look().dead);
	assert_int_equal(1000, look().oldest);
	redis("DEL {test}:taken:me");
	assert_int_equal(1500, look().oldest);
}

TEST(what_is_still_to_be_delivered)
{
	struct rt_backlog b;

	memset(&b, 0x5a, sizeof b);
	redis("LPUSH {fanout}:jobs %s %s", "2000 0 one", "3000 0 two");
	redis("LPUSH {fanout}:dead %s", "1 5 three");
	redis("ZADD {fanout}:workers 7 me");
	redis("LPUSH {fanout}:taken:me %s", "4000 0 four");
	redis("ZADD outbox 1 1 2 2 3 3 4 4 5 5");
	assert_int_equal(RT_OK, rt_backlog(rt, &mem, &b));
	assert_int_equal(2, b.waiting);
	assert_int_equal(1, b.in_hand);
	assert_int_equal(1, b.failed);
	assert_int_equal(5, b.outbox);
	assert_int_equal(2000, b.oldest);
}

/* ---- jobs that failed -------------------------------------------------- */

static struct jobs dead(void)
{
	struct jobs jobs;

	memset(&jobs, 0x5a, sizeof jobs);
	assert_int_equal(RT_OK, queue_dead(rt, &mem, "test", 0, &jobs));
	return jobs;
}

TEST(nothing_failed)
{
	assert_int_equal(0, dead().n);
}

TEST(what_failed_is_told)
{
	redis("LPUSH {test}:dead %s", "1000 5 one");
	redis("LPUSH {test}:dead %s", "2000 5 two");
	redis("LPUSH {test}:dead x");
	assert_int_equal(3, dead().n);
	assert_string_equal("x", dead().v[0].payload);
	assert_string_equal("two", dead().v[1].payload);
	assert_string_equal("one", dead().v[2].payload);
	assert_int_equal(1000, dead().v[2].since);
	assert_int_equal(5, dead().v[2].tries);
}

TEST(not_more_than_a_list_of_it)
{
	for (int i = 0; i <= QUEUE_LIST; i++)
		redis("LPUSH {test}:dead job%d", i);
	assert_int_equal(QUEUE_LIST, dead().n);
	assert_string_equal("job1", dead().v[QUEUE_LIST - 1].payload);
}

TEST(a_list_further_on)
{
	struct jobs jobs = { .n = 7 };

	for (int i = 0; i < QUEUE_LIST + 5; i++)
		redis("LPUSH {test}:dead job%d", i);
	assert_int_equal(RT_OK,
			 queue_dead(rt, &mem, "test", QUEUE_LIST, &jobs));
	assert_int_equal(5, jobs.n);
	assert_string_equal("job4", jobs.v[0].payload);
	assert_int_equal(RT_OK, queue_dead(rt, &mem, "test", 200, &jobs));
	assert_int_equal(0, jobs.n);
}

/* It has been begun before, so it is still marked. */
TEST(once_more)
{
	struct job job;

	redis("LPUSH {test}:dead %s", "1000 5 one");
	push("two");
	job = dead().v[0];
	assert_int_equal(RT_OK, queue_retry(rt, &mem, "test", &job));
	assert_int_equal(0, dead().n);
	assert_redis("1000 1 one", "LINDEX {test}:jobs 0");
	assert_int_equal(RT_NOT_FOUND, queue_retry(rt, &mem, "test", &job));
	assert_int_equal(2, look().waiting);
}

TEST(even_what_is_no_job)
{
	struct job job;

	redis("LPUSH {test}:dead x");
	job = dead().v[0];
	assert_int_equal(RT_OK, queue_retry(rt, &mem, "test", &job));
	assert_redis("0 1 x", "LINDEX {test}:jobs 0");
}

TEST(never_again)
{
	struct job job;

	redis("RPUSH {test}:dead one two one");
	job = dead().v[0];
	assert_int_equal(RT_OK, queue_drop(rt, &mem, "test", &job));
	assert_redis("two one", "LRANGE {test}:dead 0 -1");
	assert_int_equal(RT_OK, queue_drop(rt, &mem, "test", &job));
	assert_int_equal(RT_NOT_FOUND, queue_drop(rt, &mem, "test", &job));
	assert_redis("two", "LRANGE {test}:dead 0 -1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(the_oldest_first),
		FRESH(the_newest_first),
		FRESH(an_empty_queue),
		FRESH(queues_do_not_mix),
		FRESH(any_text_is_a_job),
		FRESH(a_job_knows_since_when),
		FRESH(what_is_no_job_is_all_payload),
		FRESH(an_empty_queue_looked_at),
		FRESH(how_it_stands_with_what_is_in_hand),
		FRESH(what_is_still_to_be_delivered),
		FRESH(nothing_failed),
		FRESH(what_failed_is_told),
		FRESH(not_more_than_a_list_of_it),
		FRESH(a_list_further_on),
		FRESH(once_more),
		FRESH(even_what_is_no_job),
		FRESH(never_again),
	};

	return RUN_ANY(tests);
}
