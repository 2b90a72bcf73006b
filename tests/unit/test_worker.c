/* The reliable queue: no death loses a job, or has one done twice. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "patterns/queue.h"
#include "patterns/worker.h"
#include "redis/connection.h"
#include "redis/pipe.h"
#include "race.h"

#define LOOK_US  2000
#define PATIENCE 10000 /* milliseconds of a clock that the tests set */

static struct worker me, you;

static int workers(void **state)
{
	if (unit_fresh(state) != 0)
		return -1;
	worker_join(&me, &mem, "test", PATIENCE);
	worker_join(&you, &mem, "test", PATIENCE);
	return 0;
}

static void push(const char *payload)
{
	assert_int_equal(RT_OK, queue_push(rt, &mem, "test", payload));
}

static struct job take(struct worker *w)
{
	struct job job = { 0 };

	assert_int_equal(RT_OK, worker_take(rt, &mem, w, 1, &job));
	return job;
}

static void expect_none(struct worker *w)
{
	struct job job = { .payload = "untouched" };

	assert_int_equal(RT_NOT_FOUND, worker_take(rt, &mem, w, 1, &job));
	assert_string_equal("untouched", job.payload);
}

static void done(struct worker *w, const struct job *job)
{
	assert_int_equal(RT_OK, worker_done(rt, &mem, w, job));
}

static void watch(struct worker *w, int64_t now)
{
	assert_int_equal(RT_OK, worker_reap(rt, &mem, w, now));
}

static void expect_taken(const struct worker *w, const char *jobs)
{
	assert_redis(jobs, "LRANGE {test}:taken:%s 0 -1", w->name);
}

static bool is_known(const struct worker *w)
{
	return redis("ZSCORE {test}:workers %s", w->name) != NULL;
}

/* ---- taking ------------------------------------------------------------ */

TEST(names_differ)
{
	assert_string_not_equal(me.name, you.name);
	assert_true(strlen(me.name) < sizeof me.beats[0].worker);
}

TEST(a_taken_job_stays_until_it_is_done)
{
	struct job job;

	push("one");
	push("two");
	job = take(&me);
	assert_string_equal("one", job.payload);
	assert_int_equal(0, job.tries);
	expect_taken(&me, job.text);
	assert_redis("1", "LLEN {test}:jobs");
	done(&me, &job);
	expect_taken(&me, "");
	job = take(&me);
	assert_string_equal("two", job.payload);
}

TEST(two_workers_never_have_the_same)
{
	struct job mine, yours;

	push("one");
	push("two");
	mine = take(&me);
	yours = take(&you);
	assert_string_equal("one", mine.payload);
	assert_string_equal("two", yours.payload);
	done(&you, &yours);
	expect_taken(&me, mine.text);
	expect_none(&you);
}

TEST(done_twice)
{
	struct job job;

	push("one");
	job = take(&me);
	done(&me, &job);
	assert_int_equal(RT_TAKEN, worker_done(rt, &mem, &me, &job));
}

/* Otherwise the link would close before the answer comes. */
TEST(waiting_ends_before_the_link_s_time_out)
{
	int64_t began = unit_now();
	struct job job;

	conf.servers.timeout_ms = 3000;
	unit_reopen();
	assert_int_equal(RT_NOT_FOUND,
			 worker_take(rt, &mem, &me, 60000, &job));
	assert_in_range(unit_now() - began, 1490, 2999);
	/* 0 would wait for ever. */
	began = unit_now();
	assert_int_equal(RT_NOT_FOUND, worker_take(rt, &mem, &me, 0, &job));
	assert_in_range(unit_now() - began, 0, 1490);
}

static int take_one(int n)
{
	struct job job;

	(void)n;
	worker_join(&me, &mem, "test", PATIENCE);
	for (int i = 0; i < 60; i++)
		if (worker_take(rt, &mem, &me, 500, &job) == RT_OK)
			return 0;
	return 1;
}

static int push_one_and_take_one(int n)
{
	if (n == 0)
		for (int i = 0; i < RACERS; i++)
			queue_push(rt, &mem, "test",
				   arena_printf(&mem, "%d", i));
	return take_one(n);
}

TEST(those_who_wait_get_what_comes)
{
	int result[RACERS];

	race(push_one_and_take_one, result);
	assert_int_equal(RACERS, race_count(result, 0));
	assert_redis("0", "EXISTS {test}:jobs");
	assert_int_equal(RACERS, redis_number("ZCARD {test}:workers"));
}

/* ---- several at once --------------------------------------------------- */

static struct jobs take_jobs(struct worker *w, size_t most)
{
	struct jobs jobs = { 0 };

	assert_int_equal(RT_OK, worker_take_jobs(rt, &mem, w, 1, most, &jobs));
	return jobs;
}

TEST(several_are_taken_and_each_is_ended_by_itself)
{
	struct jobs jobs;

	for (int i = 0; i < WORKER_JOBS + 2; i++)
		push(arena_printf(&mem, "%d", i));
	jobs = take_jobs(&me, WORKER_JOBS + 2);
	assert_int_equal(WORKER_JOBS, jobs.n);
	assert_redis("2", "LLEN {test}:jobs");
	for (size_t i = 0; i < jobs.n; i++) {
		assert_string_equal(arena_printf(&mem, "%d", (int)i),
				    jobs.v[i].payload);
		assert_int_equal(RT_OK,
				 worker_beat(rt, &mem, &me, &jobs.v[i]));
		done(&me, &jobs.v[i]);
		assert_int_equal(RT_TAKEN,
				 worker_beat(rt, &mem, &me, &jobs.v[i]));
	}
	expect_taken(&me, "");
	assert_int_equal(2, take_jobs(&me, WORKER_JOBS).n);
}

/* Two out of three: one is put back, and two are no longer there. */
TEST(of_several_only_what_is_left_goes_back)
{
	struct jobs jobs;

	push("one");
	push("bad");
	push("three");
	jobs = take_jobs(&me, WORKER_JOBS);
	done(&me, &jobs.v[0]);
	done(&me, &jobs.v[2]);
	expect_taken(&me, jobs.v[1].text);
	jobs = take_jobs(&me, WORKER_JOBS);
	assert_int_equal(1, jobs.n);
	assert_string_equal("bad", jobs.v[0].payload);
	assert_int_equal(1, jobs.v[0].tries);
}

TEST(several_of_a_dead_worker_go_back)
{
	struct jobs jobs;

	push("one");
	push("two");
	push("three");
	take_jobs(&you, 2);
	watch(&me, 0);
	watch(&me, PATIENCE);
	jobs = take_jobs(&me, WORKER_JOBS);
	assert_int_equal(3, jobs.n);
	assert_string_equal("three", jobs.v[0].payload);
	assert_int_equal(0, jobs.v[0].tries);
	assert_string_equal("one", jobs.v[1].payload);
	assert_int_equal(1, jobs.v[1].tries);
	assert_string_equal("two", jobs.v[2].payload);
	assert_int_equal(1, jobs.v[2].tries);
}

/* And after that it leaves the others alone. */
TEST(robbed_of_several)
{
	struct jobs jobs;

	push("one");
	push("two");
	jobs = take_jobs(&you, WORKER_JOBS);
	watch(&me, 0);
	watch(&me, PATIENCE);
	assert_int_equal(RT_TAKEN, worker_done(rt, &mem, &you, &jobs.v[0]));
	assert_int_equal(RT_TAKEN,
			 worker_beat_if_due(rt, &mem, &you, &jobs.v[1]));
	assert_int_equal(2, take_jobs(&me, WORKER_JOBS).n);
}

/* Between two of several jobs it writes a sign of life only if it is time. */
TEST(going_on_asks_seldom)
{
	struct jobs jobs;
	uint64_t before;

	push("one");
	push("two");
	jobs = take_jobs(&me, WORKER_JOBS);
	before = unit_commands();
	assert_int_equal(RT_OK, worker_beat_if_due(rt, &mem, &me, &jobs.v[1]));
	assert_int_equal(before, unit_commands());
	me.last_beat -= PATIENCE / 4;
	assert_int_equal(RT_OK, worker_beat_if_due(rt, &mem, &me, &jobs.v[1]));
	assert_in_range(unit_commands(), before + 2, before + 4);
}

/* ---- what is left to do ------------------------------------------------ */

TEST(the_rest_goes_behind_all_others)
{
	struct job job;

	redis("RPUSH {test}:jobs %s", "1000 3 star");
	redis("LPUSH {test}:jobs %s", "2000 0 small");
	job = take(&me);
	assert_int_equal(RT_OK,
			 worker_replace(rt, &mem, &me, &job, "star, part 2"));
	expect_taken(&me, "");
	job = take(&me);
	assert_string_equal("small", job.payload);
	done(&me, &job);
	job = take(&me);
	assert_string_equal("star, part 2", job.payload);
	/* It was moved forward, but its age is unchanged. */
	assert_int_equal(0, job.tries);
	assert_int_equal(1000, job.since);
}

TEST(the_rest_of_what_is_no_longer_mine)
{
	struct job job;

	push("one");
	job = take(&me);
	done(&me, &job);
	assert_int_equal(RT_TAKEN,
			 worker_replace(rt, &mem, &me, &job, "rest"));
	assert_redis("0", "EXISTS {test}:jobs");
}

/* ---- failing ----------------------------------------------------------- */

TEST(what_is_left_goes_back)
{
	struct job job;

	push("bad");
	push("good");
	take(&me);
	job = take(&me);
	assert_string_equal("good", job.payload);
	expect_taken(&me, job.text);
	done(&me, &job);
	job = take(&me);
	assert_string_equal("bad", job.payload);
	assert_int_equal(1, job.tries);
}

TEST(five_times_and_no_more)
{
	push("poison");
	for (unsigned i = 0; i < QUEUE_TRIES; i++)
		assert_int_equal(i, take(&me).tries);
	expect_none(&me);
	expect_taken(&me, "");
	assert_redis("1", "LLEN {test}:dead");
	assert_non_null(strstr(redis("LINDEX {test}:dead 0"), " 5 poison"));
}

TEST(what_is_no_job_fails_once)
{
	redis("LPUSH {test}:jobs x");
	assert_string_equal("x", take(&me).payload);
	expect_none(&me);
	assert_redis("x", "LRANGE {test}:dead 0 -1");
}

TEST(a_poison_job_does_not_stand_in_the_way)
{
	static const char *const order[] = {
		"poison", "one", "poison", "two", "poison",
	};
	struct job job;

	push("poison");
	push("one");
	for (size_t i = 0; i < COUNT(order); i++) {
		job = take(&me);
		assert_string_equal(order[i], job.payload);
		if (strcmp(job.payload, "one") == 0)
			push("two");
		if (strcmp(job.payload, "poison") != 0)
			done(&me, &job);
	}
}

TEST(lines_and_all)
{
	struct job job;

	push("two\nlines 7 %");
	take(&me);
	job = take(&me);
	assert_string_equal("two\nlines 7 %", job.payload);
	done(&me, &job);
}

/* ---- the dead ---------------------------------------------------------- */

TEST(the_dead_are_found_and_their_jobs_go_back)
{
	struct job job;

	push("one");
	push("two");
	take(&you);
	watch(&me, 0);
	watch(&me, PATIENCE - 1);
	assert_true(is_known(&you));
	watch(&me, PATIENCE);
	assert_false(is_known(&you));
	expect_taken(&you, "");
	job = take(&me);
	assert_string_equal("two", job.payload);
	done(&me, &job);
	job = take(&me);
	assert_string_equal("one", job.payload);
	assert_int_equal(1, job.tries);
}

TEST(the_living_are_left_alone)
{
	struct job job;

	push("one");
	job = take(&you);
	for (int64_t now = 0; now < 10 * PATIENCE; now += PATIENCE) {
		watch(&me, now);
		assert_int_equal(RT_OK, worker_beat(rt, &mem, &you, &job));
	}
	expect_taken(&you, job.text);
	done(&you, &job);
}

TEST(watching_oneself)
{
	struct job job;

	push("one");
	job = take(&me);
	watch(&me, 0);
	watch(&me, PATIENCE);
	watch(&me, 2 * PATIENCE);
	expect_taken(&me, job.text);
	assert_true(is_known(&me));
}

/* Between two checks it costs nothing. */
TEST(patience_asks_nothing)
{
	push("one");
	take(&me);
	watch(&me, 5000);
	redis("CONFIG RESETSTAT");
	for (int64_t now = 5000; now < 5000 + PATIENCE; now += 100)
		watch(&me, now);
	assert_int_equal(0, unit_calls("zrange"));
	watch(&me, 5000 + PATIENCE);
	assert_int_not_equal(0, unit_calls("zrange"));
}

TEST(a_sign_of_life)
{
	struct beat *seen = &me.beats[0];
	struct job job;

	push("one");
	job = take(&you);
	watch(&me, 0);
	assert_int_equal(1, me.n);
	assert_int_equal(1, seen->count);
	assert_int_equal(RT_OK, worker_beat(rt, &mem, &you, &job));
	watch(&me, PATIENCE);
	assert_int_equal(2, seen->count);
	expect_taken(&you, job.text);
}

/* As after a kill, if its file lacked the last writes. */
TEST(redis_has_forgotten_the_last_second)
{
	struct job job;

	push("now");
	job = take(&me);
	redis("LSET {test}:taken:%s 0 %s", me.name, "1 0 before");
	assert_int_equal(RT_TAKEN, worker_beat(rt, &mem, &me, &job));
	assert_int_equal(RT_TAKEN,
			 worker_replace(rt, &mem, &me, &job, "rest"));
	job = take(&me);
	assert_string_equal("before", job.payload);
	assert_int_equal(1, job.tries);
	redis("DEL {test}:taken:%s", me.name);
	assert_int_equal(RT_TAKEN, worker_beat(rt, &mem, &me, &job));
	assert_int_equal(RT_TAKEN, worker_done(rt, &mem, &me, &job));
}

/* Sent before Redis hung, and executed when it continued. */
TEST(a_take_that_comes_late)
{
	struct job job;

	push("one");
	assert_int_equal(RT_OK, worker_leave(rt, &mem, &me));
	redis("LMOVE {test}:jobs {test}:taken:%s RIGHT LEFT", me.name);
	me.may_hold_jobs = false;
	me.last_beat = 0;
	job = take(&me);
	assert_string_equal("one", job.payload);
	assert_int_equal(1, job.tries);
}

TEST(ending_with_a_job_in_hand_is_no_try)
{
	struct job job;

	push("one");
	for (int i = 0; i < 2 * QUEUE_TRIES; i++) {
		job = take(&me);
		assert_int_equal(i > 0, job.tries);
		assert_int_equal(RT_OK, worker_leave(rt, &mem, &me));
	}
	assert_redis("0", "LLEN {test}:dead");
}

/* Jobs are taken only from a worker that was seen to stand still. */
TEST(a_name_that_is_not_whole)
{
	char name[] = "0123456789012345678901234567890123456789012345678901";

	redis("ZADD {test}:workers 1 %s", name);
	name[sizeof me.beats[0].worker - 1] = '\0';
	redis("LPUSH {test}:taken:%s job", name);
	watch(&me, 0);
	watch(&me, PATIENCE);
	assert_redis("job", "LRANGE {test}:taken:%s 0 -1", name);
}

/* Too slow, and presumed dead: it notices, and can continue. */
TEST(back_from_the_dead)
{
	struct job job;

	push("one");
	job = take(&you);
	watch(&me, 0);
	watch(&me, PATIENCE);
	assert_int_equal(RT_TAKEN, worker_done(rt, &mem, &you, &job));
	assert_int_equal(RT_TAKEN,
			 worker_replace(rt, &mem, &you, &job, "rest"));
	assert_redis("1", "LLEN {test}:jobs");
	job = take(&you);
	assert_int_equal(1, job.tries);
	assert_true(is_known(&you));
	done(&you, &job);
}

TEST(a_dead_worker_s_poison)
{
	redis("LPUSH {test}:taken:%s %s", you.name, "1000 4 poison");
	redis("ZADD {test}:workers 7 %s", you.name);
	watch(&me, 0);
	watch(&me, PATIENCE);
	assert_redis("1000 5 poison", "LRANGE {test}:dead 0 -1");
	assert_redis("0", "EXISTS {test}:jobs");
}

TEST(many_dead_at_once)
{
	for (int i = 0; i < 200; i++) {
		redis("ZADD {test}:workers %d worker%d", i, i);
		redis("LPUSH {test}:taken:worker%d %s", i, "1000 0 job");
	}
	for (int64_t now = 0; now <= 10 * PATIENCE; now += PATIENCE)
		watch(&me, now);
	assert_redis("0", "EXISTS {test}:workers");
	assert_redis("200", "LLEN {test}:jobs");
	assert_redis("{test}:jobs", "KEYS *");
}

static int rescue(int n)
{
	(void)n;
	worker_join(&me, &mem, "test", PATIENCE);
	return worker_reap(rt, &mem, &me, 0) ||
	       worker_reap(rt, &mem, &me, PATIENCE);
}

TEST(many_who_rescue_at_once)
{
	int result[RACERS];

	redis("ZADD {test}:workers 7 %s", you.name);
	for (int i = 0; i < 10; i++)
		redis("LPUSH {test}:taken:%s %s", you.name,
		      arena_printf(&mem, "1000 0 job%d", i));
	race(rescue, result);
	assert_int_equal(RACERS, race_count(result, 0));
	assert_redis("10", "LLEN {test}:jobs");
	assert_redis("1000 1 job0", "LINDEX {test}:jobs -1");
	assert_redis("1000 1 job9", "LINDEX {test}:jobs 0");
	assert_redis("0", "EXISTS {test}:dead {test}:workers {test}:taken:%s",
		     you.name);
}

/* ---- deaths, at every step --------------------------------------------- */

static enum rt_err was_delivered(const char *payload, uint64_t *was)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	rt_pipe_u64(&p, was, "HEXISTS {test}:delivered %s", payload);
	return rt_pipe_end(&p);
}

/* What a worker does: it only checks for work that was begun before. */
static enum rt_err deliver(const struct job *job)
{
	uint64_t was = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (job->tries && (err = was_delivered(job->payload, &was)))
		return err;
	if (was)
		return RT_OK;
	rt_pipe_begin(&p, rt, &mem);
	rt_pipe(&p, "HINCRBY {test}:delivered %s 1", job->payload);
	return rt_pipe_end(&p);
}

static enum rt_err finish(const struct job *job)
{
	if (strcmp(job->payload, "star") == 0)
		return worker_replace(rt, &mem, &me, job, "star, part 2");
	return worker_done(rt, &mem, &me, job);
}

/* A worker that gets this many steps far, or to the end of all jobs. */
static int work(int steps)
{
	enum rt_err err = RT_OK;
	struct job job;

	worker_join(&me, &mem, "test", PATIENCE);
	for (int step = 0; !err && step < steps; step++) {
		if (step % 3 == 0)
			err = worker_take(rt, &mem, &me, 1, &job);
		else if (step % 3 == 1)
			err = deliver(&job);
		else
			err = finish(&job);
	}
	return err && err != RT_NOT_FOUND;
}

TEST(killed_at_every_step)
{
	for (int steps = 0; steps <= 10; steps++) {
		redis("FLUSHALL");
		push("star");
		push("small");
		race_die(work, steps);
		worker_join(&you, &mem, "test", PATIENCE);
		watch(&you, 0);
		watch(&you, PATIENCE);
		assert_int_equal(0, work(100));
		assert_redis("3", "HLEN {test}:delivered");
		assert_redis("1 1 1", "HVALS {test}:delivered");
		assert_redis("0", "EXISTS {test}:jobs {test}:dead");
	}
}

static int work_on(int n)
{
	struct job job;

	(void)n;
	worker_join(&me, &mem, "test", PATIENCE);
	while (worker_take(rt, &mem, &me, 20, &job) == RT_OK)
		if (deliver(&job) || worker_done(rt, &mem, &me, &job))
			return 1;
	return 0;
}

#define MANY 500

TEST(many_workers_on_one_queue)
{
	int result[RACERS];

	for (int i = 0; i < MANY; i++)
		push(arena_printf(&mem, "%d", i));
	race(work_on, result);
	assert_int_equal(RACERS, race_count(result, 0));
	assert_redis("500", "HLEN {test}:delivered");
	for (int i = 0; i < MANY; i++)
		assert_redis("1", "HGET {test}:delivered %d", i);
	assert_redis("0", "EXISTS {test}:jobs {test}:dead");
}

/* ---- Redis goes away --------------------------------------------------- */

/* Sends commands until there is an answer. */
static enum rt_err take_soon(struct job *job)
{
	int64_t end = unit_now() + 10000;
	enum rt_err err;

	while ((err = worker_take(rt, &mem, &me, 1, job)) == RT_DOWN) {
		assert_true(unit_now() < end);
		usleep(LOOK_US);
	}
	return err;
}

/* The job was moved, but the answer was lost. */
TEST(a_reply_that_was_lost)
{
	struct job job;

	push("one");
	redis("LMOVE {test}:jobs {test}:taken:%s RIGHT LEFT", me.name);
	job = take(&me);
	assert_string_equal("one", job.payload);
	assert_int_equal(1, job.tries);
	done(&me, &job);
	expect_none(&me);
}

TEST(a_job_whose_taking_was_not_heard_of)
{
	struct job job;

	push("one");
	server_signal(SIGSTOP);
	assert_int_equal(RT_DOWN, worker_take(rt, &mem, &me, 1, &job));
	server_signal(SIGCONT);
	assert_int_equal(RT_OK, take_soon(&job));
	assert_string_equal("one", job.payload);
	done(&me, &job);
	expect_none(&me);
}

/*
 * All commands that were sent in vain are executed at once: it takes and puts
 * back.
 */
TEST(many_takes_while_redis_stands_still_are_no_tries)
{
	struct job job;

	conf.servers.timeout_ms = 100;
	push("one");
	server_signal(SIGSTOP);
	for (int i = 0; i < 2 * QUEUE_TRIES; i++) {
		assert_int_equal(RT_DOWN, worker_take(rt, &mem, &me, 1, &job));
		unit_reopen();
	}
	server_signal(SIGCONT);
	assert_int_equal(RT_OK, take_soon(&job));
	assert_in_range(job.tries, 0, 1);
	done(&me, &job);
	assert_redis("0", "LLEN {test}:dead");
}

/* Workers that could not write signs of life while Redis hung are not dead. */
TEST(patience_begins_anew_after_an_outage)
{
	struct job job, none;

	push("one");
	job = take(&you);
	watch(&me, 0);
	server_signal(SIGSTOP);
	assert_int_equal(RT_DOWN, worker_take(rt, &mem, &me, 1, &none));
	server_signal(SIGCONT);
	assert_int_equal(RT_NOT_FOUND, take_soon(&none));
	watch(&me, PATIENCE);
	expect_taken(&you, job.text);
	watch(&me, 2 * PATIENCE);
	expect_taken(&you, "");
}

#define JOBS(test) cmocka_unit_test_setup_teardown(test, workers, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		JOBS(names_differ),
		JOBS(a_taken_job_stays_until_it_is_done),
		JOBS(two_workers_never_have_the_same),
		JOBS(done_twice),
		JOBS(waiting_ends_before_the_link_s_time_out),
		JOBS(those_who_wait_get_what_comes),
		JOBS(several_are_taken_and_each_is_ended_by_itself),
		JOBS(of_several_only_what_is_left_goes_back),
		JOBS(several_of_a_dead_worker_go_back),
		JOBS(robbed_of_several),
		JOBS(going_on_asks_seldom),
		JOBS(the_rest_goes_behind_all_others),
		JOBS(the_rest_of_what_is_no_longer_mine),
		JOBS(what_is_left_goes_back),
		JOBS(five_times_and_no_more),
		JOBS(what_is_no_job_fails_once),
		JOBS(a_poison_job_does_not_stand_in_the_way),
		JOBS(lines_and_all),
		JOBS(the_dead_are_found_and_their_jobs_go_back),
		JOBS(the_living_are_left_alone),
		JOBS(watching_oneself),
		JOBS(patience_asks_nothing),
		JOBS(a_sign_of_life),
		JOBS(redis_has_forgotten_the_last_second),
		JOBS(a_take_that_comes_late),
		JOBS(ending_with_a_job_in_hand_is_no_try),
		JOBS(a_name_that_is_not_whole),
		JOBS(back_from_the_dead),
		JOBS(a_dead_worker_s_poison),
		JOBS(many_dead_at_once),
		JOBS(many_who_rescue_at_once),
		JOBS(killed_at_every_step),
		JOBS(many_workers_on_one_queue),
		JOBS(a_reply_that_was_lost),
		JOBS(a_job_whose_taking_was_not_heard_of),
		JOBS(many_takes_while_redis_stands_still_are_no_tries),
		JOBS(patience_begins_anew_after_an_outage),
	};

	return RUN_REDIS(tests);
}
