/* Delivering a post to many followers. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "libretwis/post/dispatch.h"
#include "libretwis/post/post.h"
#include "proxy.h"
#include "unit.h"

#define POST  9000
#define FIRST 100 /* id of the first follower; the author is 1 */

#define ALWAYS INT64_MAX

/* A delivery sends this many commands before its first push. */
#define FIRST_PUSH 11

/*
 * Followers of member 1 with empty timelines, ten of them in the same second.
 */
static void follow_many(int n)
{
	static const char script[] =
		"for i = 0, ARGV[1] - 1 do"
		" redis.call('ZADD', 'followers:1', 1000 + math.floor(i / 10),"
		" ARGV[2] + i)"
		" redis.call('RPUSH', 'posts:' .. ARGV[2] + i, 0) end";

	redis("EVAL %s 0 %d %d", script, n, FIRST);
}

/* How many of them do not have exactly this post, once. */
static uint64_t badly_served(int n, int post)
{
	static const char script[] =
		"local bad = 0 "
		"for i = 0, ARGV[1] - 1 do "
		"local l = redis.call('LRANGE', 'posts:' .. ARGV[2] + i,"
		" 0, -1) "
		"if #l ~= 2 or l[1] ~= ARGV[3] then bad = bad + 1 end end "
		"return bad";

	return redis_number("EVAL %s 0 %d %d %d", script, n, FIRST, post);
}

static void push_job(const char *payload)
{
	assert_int_equal(RT_OK, queue_push(rt, &mem, DELIVER_QUEUE, payload));
}

/* A post by member 1, stored and not yet delivered. */
static void write_post(void)
{
	redis("HSET post:%d user_id 1 time 1 body x username alice", POST);
	push_job(arena_printf(&mem, "post %d 1 nonce", POST));
}

static struct worker join(void)
{
	struct worker w;

	worker_join(&w, &mem, DELIVER_QUEUE, 10000);
	return w;
}

static struct job take(struct worker *w)
{
	struct job job = { 0 };

	assert_int_equal(RT_OK, worker_take(rt, &mem, w, 0, &job));
	return job;
}

static enum rt_err deliver_one(struct worker *w, const struct job *job,
			       int64_t sure_until)
{
	struct delivery d;

	return deliver_chunk(rt, &mem, w, job, sure_until, &d);
}

static void deliver_all(void)
{
	unit_deliver();
}

/*
 * Two of them unfollow when the delivery pushes to the first one's timeline.
 */
static void stop_following(void)
{
	assert_redis("2", "ZREM followers:1 101 102");
	assert_redis("0 0 0", "EVAL %s 0",
		     "return { redis.call('LINDEX', 'posts:100', 0), "
		     "redis.call('LINDEX', 'posts:101', 0), "
		     "redis.call('LINDEX', 'posts:102', 0) }");
}

TEST(each_follower_once)
{
	static const int table[] = { 0, 1, 2, 999, 1000, 1001, 2000, 2500 };

	for (size_t i = 0; i < COUNT(table); i++) {
		int n = table[i];

		redis("FLUSHALL");
		redis("SET layout 1");
		follow_many(n);
		write_post();
		assert_int_equal(n > 1000 ? n / 1000 + 1 : 1, unit_deliver());
		assert_int_equal(0, badly_served(n, POST));
		/*
		 * And nothing else: layout, post, claim, note for the search,
		 * followers.
		 */
		assert_redis(arena_printf(&mem, "%d", n ? n + 5 : 4),
			     "DBSIZE");
	}
}

TEST(as_a_post_is_written)
{
	struct rt_user alice = unit_member("alice");

	follow_many(1001);
	assert_int_equal(1, unit_post(&alice, "hello"));
	assert_int_equal(0, badly_served(1001, 1));
	assert_redis("0", "EXISTS outbox");
	/* A number, which takes no memory besides that of the key. */
	assert_redis("int", "OBJECT ENCODING sent:1");
}

TEST(who_has_no_timeline_gets_none)
{
	follow_many(3);
	redis("DEL posts:101");
	write_post();
	unit_deliver();
	assert_redis("0", "EXISTS posts:101");
	assert_redis("9000 0", "LRANGE posts:102 0 -1");
}

TEST(a_classic_timeline_is_made)
{
	follow_many(2);
	redis("DEL posts:101 layout");
	write_post();
	unit_deliver();
	assert_redis("9000", "LRANGE posts:101 0 -1");
}

/* Trimming at each delivery would cost as much as the delivery. */
TEST(the_cap_is_kept_and_a_hundred_more_are_left)
{
	static const char fill[] = "for i = 1, ARGV[1] do "
				   "redis.call('LPUSH', KEYS[1], i) end";

	follow_many(3);
	redis("DEL posts:100 posts:101");
	redis("EVAL %s 1 posts:100 1099", fill);
	redis("EVAL %s 1 posts:101 1100", fill);
	write_post();
	unit_deliver();
	assert_redis("1100", "LLEN posts:100");
	assert_redis("9000 1099", "LRANGE posts:100 0 1");
	assert_redis("1000", "LLEN posts:101");
	assert_redis("9000 1100", "LRANGE posts:101 0 1");
	assert_redis("9000 0", "LRANGE posts:102 0 -1");
}

TEST(a_classic_one_has_no_cap)
{
	follow_many(1);
	redis("DEL layout");
	redis("EVAL %s 0", "for i = 1, 1000 do "
			   "redis.call('LPUSH', 'posts:100', i) end");
	write_post();
	unit_deliver();
	assert_redis("1002", "LLEN posts:100");
}

/* ---- the cursor -------------------------------------------------------- */

/* Many of one score, and fractions, and the last one has been removed. */
TEST(ties_and_those_who_leave)
{
	struct worker w = join();
	struct job job;

	redis("EVAL %s 0",
	      "for i = 100, 3099 do redis.call('ZADD', 'followers:1', "
	      "i < 300 and 1.5 or 2.25, i) "
	      "redis.call('RPUSH', 'posts:' .. i, 0) end");
	write_post();
	job = take(&w);
	assert_int_equal(RT_OK, deliver_one(&w, &job, ALWAYS));
	job = take(&w);
	/* The one at the cursor, one before, and two after it. */
	redis("ZREM followers:1 %s 100 3098 999",
	      strrchr(job.payload, ' ') + 1);
	/* These are added before and after. */
	redis("ZADD followers:1 1 4000 2.25 9999 2.25 1000000");
	redis("RPUSH posts:4000 0");
	redis("RPUSH posts:9999 0");
	assert_int_equal(RT_OK, deliver_one(&w, &job, ALWAYS));
	unit_deliver();
	assert_redis("0", "EVAL %s 0",
		     "local bad = 0 for i = 100, 3099 do "
		     "local l = redis.call('LRANGE', 'posts:' .. i, 0, -1) "
		     "local n = (i == 3098 or i == 999) and 1 or 2 "
		     "if #l ~= n then bad = bad + 1 end end return bad");
	assert_redis("1", "LLEN posts:4000");
	assert_redis("2", "LLEN posts:9999");
}

/* ---- repeated deliveries ------------------------------------------------ */

/* Half of a chunk had been served when its worker died. */
TEST(a_chunk_taken_over_looks_before)
{
	struct worker dead = join(), w = join();
	struct job job;

	follow_many(1500);
	write_post();
	take(&dead);
	for (int id = FIRST; id < FIRST + 1000; id += 3)
		redis("LPUSH posts:%d %d", id, POST);
	assert_int_equal(RT_OK, worker_leave(rt, &mem, &dead));
	job = take(&w);
	assert_int_equal(1, job.tries);
	assert_int_equal(RT_OK, deliver_one(&w, &job, ALWAYS));
	job = take(&w);
	assert_int_equal(0, job.tries);
	assert_int_equal(RT_OK, deliver_one(&w, &job, ALWAYS));
	assert_int_equal(0, badly_served(1500, POST));
}

TEST(who_is_late_looks_before)
{
	struct worker w = join();
	struct job job;

	follow_many(1);
	redis("LPUSH posts:100 %d", POST);
	write_post();
	job = take(&w);
	assert_int_equal(RT_OK, deliver_one(&w, &job, clock_ms()));
	assert_int_equal(0, badly_served(1, POST));
}

TEST(a_second_job_is_dropped)
{
	follow_many(1001);
	write_post();
	push_job("post 9000 1 other");
	redis("ZADD outbox 1 9000");
	assert_int_equal(3, unit_deliver());
	assert_int_equal(0, badly_served(1001, POST));
	assert_redis("0", "EXISTS outbox");
	push_job("post 9000 1 third");
	assert_int_equal(1, unit_deliver());
	assert_int_equal(0, badly_served(1001, POST));
	assert_true(redis_number("TTL sent:9000") > 80000);
}

TEST(a_post_that_is_gone_goes_no_further)
{
	struct worker w = join();
	struct job job;

	follow_many(1500);
	write_post();
	job = take(&w);
	assert_int_equal(RT_OK, deliver_one(&w, &job, ALWAYS));
	redis("DEL post:%d", POST);
	assert_int_equal(1, unit_deliver());
	assert_redis("0", "LLEN {fanout}:jobs");
	assert_redis("1", "LLEN posts:1599");
}

/*
 * The delivery had read the followers before; their timelines are rebuilt when
 * they next look.
 */
TEST(who_stops_following_meanwhile_has_none)
{
	follow_many(3);
	write_post();
	assert_true(
		proxy_run_with(FIRST_PUSH, stop_following, 1000, deliver_all));
	assert_redis("9000 0", "LRANGE posts:100 0 -1");
	assert_redis("0", "EXISTS posts:101 posts:102");
}

static bool has_stopped;

/*
 * A tenth of each thousand, whose timelines are deleted as rt_unfollow() does
 * it; and some have followed, with scores of any time.
 */
static void many_stop_following(void)
{
	static const char script[] =
		"for i = 7, 1599, 10 do"
		" redis.call('ZREM', 'followers:1', 100 + i)"
		" redis.call('DEL', 'posts:' .. 100 + i)"
		" redis.call('RPUSH', 'posts:' .. 100 + i, 0) end "
		"for i = 1, 50 do"
		" redis.call('ZADD', 'followers:1', 1000 + 3 * i, 50000 + i) "
		"end";

	redis("EVAL %s 0", script);
	has_stopped = true;
}

/* Of the first 1600, the right number. */
static void expect_stopped(void)
{
	assert_redis("0 0", "EVAL %s 0",
		     "local wrong, lost = 0, 0 "
		     "for i = 0, 1599 do "
		     "local head = redis.call('LINDEX', 'posts:' .. 100 + i, "
		     "0) "
		     "if i % 10 == 7 and head == '9000' then "
		     "wrong = wrong + 1 end "
		     "if i % 10 ~= 7 and head ~= '9000' then "
		     "lost = lost + 1 end "
		     "end return wrong .. ' ' .. lost");
}

/* With scores of any time, and with the same second for all, too. */
TEST(many_stop_following_meanwhile)
{
	static const int same_second[] = { 0, 1 };

	for (size_t i = 0; i < COUNT(same_second); i++)
		for (unsigned at = 0; at < 2300; at += 97) {
			redis("FLUSHALL");
			redis("SET layout 1");
			follow_many(1600);
			if (same_second[i])
				redis("EVAL %s 0",
				      "for i = 100, 1699 do redis.call("
				      "'ZADD', 'followers:1', 5, i) end");
			write_post();
			has_stopped = false;
			proxy_run_with(at, many_stop_following, 10000,
				       deliver_all);
			if (!has_stopped)
				break;
			expect_stopped();
		}
}

/* More than are read when the followers are read again. */
TEST(who_followed_in_the_same_second_keeps_the_timeline)
{
	follow_many(3);
	redis("EVAL %s 0", "for i = 1, 5000 do redis.call("
			   "'ZADD', 'followers:1', 1, 50000 + i) end");
	redis("CONFIG RESETSTAT");
	write_post();
	unit_deliver();
	assert_int_equal(0, unit_calls("unlink"));
	assert_redis("9000 0", "LRANGE posts:102 0 -1");
}

static void stop_following_some(void)
{
	redis("ZREM followers:1 102");
	redis("ZREM followers:2 103");
	redis("EVAL %s 0", "for fan = 102, 103 do "
			   "redis.call('DEL', 'posts:' .. fan) "
			   "redis.call('RPUSH', 'posts:' .. fan, 0) end");
	has_stopped = true;
}

TEST(a_job_that_makes_no_sense_fails)
{
	static const char *const table[] = {
		"",
		"post",
		"post 1",
		"post 1 2",
		"post 1 2 nonce 3",
		"post 1 2 nonce 3 4 5",
		"post x 2 nonce",
		"post 1 -2 nonce",
		"like 1 2 nonce",
	};
	struct worker w = join();

	for (size_t i = 0; i < COUNT(table); i++) {
		struct job job;

		push_job(table[i]);
		job = take(&w);
		CHECK(table[i], deliver_one(&w, &job, ALWAYS) == RT_BROKEN);
		redis("DEL {fanout}:jobs {fanout}:taken:%s", w.name);
	}
}

/* Also when each timeline is searched. */
TEST(a_timeline_that_is_none_keeps_nobody_waiting)
{
	static const int64_t sure_until[] = { ALWAYS, 0 };

	for (size_t i = 0; i < COUNT(sure_until); i++) {
		struct worker w = join();
		struct job job;

		redis("FLUSHALL");
		redis("SET layout 1");
		follow_many(1500);
		redis("SET posts:300 text");
		write_post();
		job = take(&w);
		assert_int_equal(RT_OK, deliver_one(&w, &job, sure_until[i]));
		assert_int_equal(RT_OK, worker_leave(rt, &mem, &w));
		unit_deliver();
		assert_redis("text", "GET posts:300");
		redis("DEL posts:300");
		redis("RPUSH posts:300 %d 0", POST);
		assert_int_equal(0, badly_served(1500, POST));
	}
}

/* Nobody finds the post by its words then, but followers read it. */
TEST(notes_that_are_none_keep_nobody_waiting)
{
	follow_many(3);
	redis("SET indexing text");
	write_post();
	unit_deliver();
	assert_int_equal(0, badly_served(3, POST));
	assert_redis("0", "EXISTS outbox");
}

/* ---- batches ------------------------------------------------------------ */

#define AUTHORS 4

/* Each author has three followers, and shares two with the next. */
static void several_authors(void)
{
	for (int author = 1; author <= AUTHORS; author++)
		for (int i = 0; i < 3; i++)
			redis("ZADD followers:%d %d %d", author, i,
			      FIRST + author + i);
	for (int i = 1; i <= AUTHORS + 2; i++) {
		redis("DEL posts:%d", FIRST + i);
		redis("RPUSH posts:%d 0", FIRST + i);
	}
}

static void posts_by_several(int first, int n)
{
	for (int id = first; id < first + n; id++) {
		redis("HSET post:%d user_id %d time 1 body x username a", id,
		      id % AUTHORS + 1);
		push_job(arena_printf(&mem, "post %d %d nonce%d", id,
				      id % AUTHORS + 1, id));
	}
}

/*
 * The contents that a timeline should have: the posts of up to three authors.
 */
static const char *by_several(int fan, int first, int n)
{
	const char *all = "0";

	for (int id = first; id < first + n; id++) {
		int author = id % AUTHORS + 1;

		if (fan - FIRST >= author && fan - FIRST < author + 3)
			all = arena_printf(&mem, "%d %s", id, all);
	}
	return all;
}

static void expect_several(int first, int n)
{
	for (int fan = FIRST + 1; fan <= FIRST + AUTHORS + 2; fan++)
		assert_redis(by_several(fan, first, n), "LRANGE posts:%d 0 -1",
			     fan);
}

/* One push for each follower, however many posts; and the oldest first. */
TEST(many_posts_go_together)
{
	several_authors();
	posts_by_several(500, WORKER_JOBS);
	redis("CONFIG RESETSTAT");
	assert_int_equal(WORKER_JOBS, unit_deliver());
	assert_int_equal(AUTHORS + 2, unit_calls("lpushx"));
	expect_several(500, WORKER_JOBS);
	assert_redis("{fanout}:workers", "EVAL %s 0",
		     "redis.call('ZADD', '{fanout}:workers', 1, 'x') "
		     "return redis.call('KEYS', '{fanout}:*')");
}

/* Jobs that were begun, late ones, long ones, and nonsense. */
TEST(some_do_not_go_with_the_others)
{
	struct worker w = join();
	struct delivery d;
	struct jobs jobs;

	follow_many(1001);
	several_authors();
	posts_by_several(501, 2);
	redis("LPUSH {fanout}:jobs %s", "1 0 post 7 2 late");
	redis("LPUSH {fanout}:jobs %s",
	      arena_printf(&mem, "%lld 1 post 8 2 begun",
			   (long long)time(NULL)));
	push_job("post 9 2 chunk 1 100");
	push_job("post 10 1 long");
	push_job("erase 11");
	push_job("post 12 x nonsense");
	redis("HSET post:10 user_id 1 time 1 body x username a");
	assert_int_equal(
		RT_OK, worker_take_jobs(rt, &mem, &w, 0, WORKER_JOBS, &jobs));
	assert_int_equal(8, jobs.n);
	assert_int_equal(RT_OK,
			 dispatch_together(rt, &mem, &w, &jobs, ALWAYS, &d));
	/* The long one, too, and in order. */
	assert_int_equal(6, jobs.n);
	assert_string_equal("post 7 2 late", jobs.v[0].payload);
	assert_string_equal("post 12 x nonsense", jobs.v[5].payload);
	assert_int_equal(6, redis_number("LLEN {fanout}:taken:%s", w.name));
	/* The long one was claimed, and this job continues it. */
	assert_int_equal(RT_OK, deliver_one(&w, &jobs.v[3], ALWAYS));
	assert_redis("10", "LINDEX posts:1099 0");
}

/* One by each author, who then also follow someone else. */
TEST(who_stops_following_while_posts_go_together)
{
	unsigned at = 0;

	do {
		several_authors();
		redis("DEL sent:500 sent:501");
		posts_by_several(500, 2);
		has_stopped = false;
		assert_true(proxy_run_with(at++, stop_following_some, 1000,
					   deliver_all));
		if (has_stopped) {
			assert_null(
				strstr(redis("LRANGE posts:102 0 -1"), "500"));
			assert_null(
				strstr(redis("LRANGE posts:103 0 -1"), "501"));
		}
		assert_redis("500 0", "LRANGE posts:%d 0 -1", FIRST + 1);
		assert_redis("501 0", "LRANGE posts:%d 0 -1", FIRST + 4);
	} while (has_stopped);
	assert_in_range(at, 15, 80);
}

/* Some may belong to another worker by now. */
TEST(what_is_late_does_not_go_together)
{
	struct worker w = join();
	struct delivery d;
	struct jobs jobs;

	several_authors();
	posts_by_several(500, 8);
	redis("LPUSH posts:%d 500", FIRST + 1);
	assert_int_equal(
		RT_OK, worker_take_jobs(rt, &mem, &w, 0, WORKER_JOBS, &jobs));
	assert_int_equal(RT_TAKEN, dispatch_together(rt, &mem, &w, &jobs,
						     clock_ms(), &d));
	assert_int_equal(8, jobs.n);
	for (size_t i = 0; i < jobs.n; i++)
		assert_int_equal(RT_OK, deliver_one(&w, &jobs.v[i], 0));
	expect_several(500, 8);
}

/* For the same post, and for a deleted one. */
TEST(second_jobs_that_go_together_are_dropped)
{
	several_authors();
	posts_by_several(500, 4);
	push_job("post 501 2 other");
	push_job("post 499 2 gone");
	assert_int_equal(6, unit_deliver());
	expect_several(500, 4);
	assert_redis("0", "LLEN {fanout}:jobs");
}

/* Killed before that command; true if it finished. */
static bool deliver_in_vain(unsigned commands)
{
	bool ended;

	redis("DEL sent:500 sent:501 sent:502 sent:503 sent:504");
	several_authors();
	posts_by_several(500, 5);
	ended = proxy_run(commands, deliver_all);
	redis("EVAL %s 0",
	      "for _, key in ipairs(redis.call('KEYS', '{fanout}:taken:*')) "
	      "do local job = redis.call('RPOP', key) while job do "
	      "redis.call('LPUSH', '{fanout}:jobs', "
	      "(job:gsub('^(%d+) %d+', '%1 1'))) "
	      "job = redis.call('RPOP', key) end end");
	unit_deliver();
	expect_several(500, 5);
	return ended;
}

TEST(killed_anywhere_while_posts_go_together)
{
	unsigned commands = 0;

	while (!deliver_in_vain(commands))
		commands++;
	assert_in_range(commands, 30, 80);
}

/* ---- the outbox -------------------------------------------------------- */

/* A request that died just after the post was stored. */
TEST(the_sweep_finishes_what_was_cut_off)
{
	struct rt_user alice = unit_member("alice");
	uint64_t parent = unit_post(&alice, "one");

	follow_many(2);
	redis("HSET post:%d user_id 1 time 1 body %s username alice "
	      "reply_to %d reply_name alice",
	      POST, "Two. #tag", (int)parent);
	redis("ZADD outbox 1 %d", POST);
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	unit_deliver();
	assert_int_equal(0, badly_served(2, POST));
	assert_redis("9000 1", "LRANGE own:1 0 -1");
	assert_redis("9000 1", "LRANGE timeline 0 -1");
	assert_redis("9000", "LRANGE tag:tag 0 -1");
	assert_redis("9000", "LRANGE replies:%d 0 -1", (int)parent);
	assert_redis("0", "EXISTS outbox");
}

TEST(the_sweep_leaves_what_is_young)
{
	long long now = clock_date_ms();

	redis("HSET post:%d user_id 1 time 1 body x username alice", POST);
	redis("ZADD outbox %lld %d", now - 5000, POST);
	redis("ZADD outbox 1 8999");
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_redis("0", "LLEN {fanout}:jobs");
	assert_redis("9000", "ZRANGE outbox 0 -1");
	/* The clock was set back by an hour. */
	redis("ZADD outbox %lld %d", now + 3600000, POST);
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_redis("1", "LLEN {fanout}:jobs");
	/* And not again at once. */
	assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
	assert_redis("1", "LLEN {fanout}:jobs");
}

/* ---- memory ------------------------------------------------------------ */

#ifdef __SANITIZE_ADDRESS__
/* A sanitizer keeps freed memory, so there is nothing to measure. */
#define MANY 20000
#define MORE 1000000
#else
#define MANY 100000
#define MORE 8192
#endif

/* The largest memory use since the last call, in KiB. */
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
	struct worker w = join();
	struct arena chunk = { 0 };
	struct delivery d;
	struct job job;
	long before;

	follow_many(MANY);
	write_post();
	peak_kib();
	before = peak_kib();
	while (!worker_take(rt, &chunk, &w, 0, &job)) {
		assert_int_equal(RT_OK, deliver_chunk(rt, &chunk, &w, &job,
						      ALWAYS, &d));
		arena_reset(&chunk);
	}
	assert_true(peak_kib() - before < MORE);
	arena_free(&chunk);
	assert_int_equal(0, badly_served(MANY, POST));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADOPTED(each_follower_once),
		ADOPTED(as_a_post_is_written),
		ADOPTED(who_has_no_timeline_gets_none),
		ADOPTED(a_classic_timeline_is_made),
		ADOPTED(the_cap_is_kept_and_a_hundred_more_are_left),
		ADOPTED(a_classic_one_has_no_cap),
		ADOPTED(ties_and_those_who_leave),
		ADOPTED(a_chunk_taken_over_looks_before),
		ADOPTED(who_is_late_looks_before),
		ADOPTED(a_second_job_is_dropped),
		ADOPTED(a_post_that_is_gone_goes_no_further),
		ADOPTED(who_stops_following_meanwhile_has_none),
		ADOPTED(many_stop_following_meanwhile),
		ADOPTED(who_followed_in_the_same_second_keeps_the_timeline),
		ADOPTED(a_job_that_makes_no_sense_fails),
		ADOPTED(a_timeline_that_is_none_keeps_nobody_waiting),
		ADOPTED(notes_that_are_none_keep_nobody_waiting),
		ADOPTED(many_posts_go_together),
		ADOPTED(some_do_not_go_with_the_others),
		ADOPTED(who_stops_following_while_posts_go_together),
		ADOPTED(what_is_late_does_not_go_together),
		ADOPTED(second_jobs_that_go_together_are_dropped),
		ADOPTED(killed_anywhere_while_posts_go_together),
		ADOPTED(the_sweep_finishes_what_was_cut_off),
		ADOPTED(the_sweep_leaves_what_is_young),
		ADOPTED(a_hundred_thousand_in_little_memory),
	};

	return RUN_REDIS(tests);
}
