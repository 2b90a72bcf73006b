/* Checking as a whole: consistent sites, sites in use, the messages. */
#include "checked.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "admin/check/derive.h"

TEST(a_site_where_all_fits)
{
	checked_clean("a small site");
	redis("DEL layout");
	checked_clean("one that is not adopted");
	redis("FLUSHALL");
	checked_clean("nothing at all");
}

/* A new one without a row would be compared with nothing. */
TEST(each_derived_key_has_a_row)
{
	/*
	 * The first is in check_home.c, the second is checked with tag:TAG,
	 * the next two are in check_cases.c, and the others expire.
	 */
	static const enum key_row elsewhere[] = { ROW_POSTS,    ROW_TAGS,
						  ROW_CASES_OF, ROW_REPORTED,
						  ROW_TREND,    ROW_CACHE };

	for (enum key_row in = 0; all_keys[in].format; in++) {
		bool is_elsewhere = false;

		for (size_t i = 0; i < COUNT(elsewhere); i++)
			is_elsewhere |= elsewhere[i] == in;
		if (all_keys[in].says == SAYS_DERIVED && !is_elsewhere)
			CHECK(all_keys[in].format, derive_knows(in));
	}
}

/* As after registering, with everything that members can do. */
TEST(what_members_really_do)
{
	struct rt_user dora, emil;

	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "dora", "opensesame", &dora));
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "emil", "opensesame", &emil));
	rt_follow(rt, &mem, dora.id, emil.id);
	unit_post(&emil, "hello @dora #new");
	unit_reply(&dora, "hello @emil", 8);
	rt_like(rt, &mem, &dora, 8);
	rt_repost(rt, &mem, &dora, 8);
	rt_sign_out(rt, &mem, &emil);
	rt_set_password(rt, &mem, &dora, "opensesame2");
	assert_int_equal(RT_OK,
			 rt_sign_in(rt, &mem, "dora", "opensesame2", &dora));
	redis("DEL outbox {fanout}:jobs");
	checked_clean("with two more");
	rt_unlike(rt, &mem, &dora, 8);
	rt_unrepost(rt, &mem, &dora, 8);
	rt_unfollow(rt, &mem, dora.id, emil.id);
	rt_erase_post(rt, 8, NULL);
	checked(true);
	checked_clean("after a deletion");
}

TEST(a_removed_member_leaves_nothing)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	checked(true);
	assert_null(strstr(checked(true), "nobody"));
	checked_clean("without her");
}

static struct rt_checked check(struct rt_check how)
{
	struct rt_checked sum;

	assert_int_equal(RT_OK, rt_check(rt, &how, &sum));
	return sum;
}

TEST(how_much_there_was)
{
	struct rt_checked sum;

	redis("HSET users ghost 77");
	redis("HDEL user:1 password");
	redis("ZREM users_by_time alice");
	redis("LPUSH {fanout}:dead %s", "5 5 job");
	sum = check((struct rt_check){ .repair = false });
	assert_int_equal(3, sum.members);
	assert_int_equal(7, sum.posts);
	assert_int_equal(2, sum.found[RT_BREAK]);
	assert_int_equal(1, sum.found[RT_LEFTOVER]);
	assert_int_equal(2, sum.found[RT_REMARK]);
	assert_int_equal(0, sum.mended[RT_BREAK] + sum.mended[RT_LEFTOVER]);
	assert_redis("77", "HGET users ghost");
	sum = check((struct rt_check){ .repair = true });
	assert_int_equal(2, sum.found[RT_BREAK]);
	assert_int_equal(1, sum.mended[RT_BREAK]);
	assert_int_equal(1, sum.mended[RT_LEFTOVER]);
	assert_int_equal(0, sum.mended[RT_REMARK]);
}

/* ---- on a site in use --------------------------------------------------- */

static uint64_t told, total;
static const char *at_the_end;

static void tell(uint64_t done, uint64_t of)
{
	assert_true(done >= told && done <= of);
	told = done;
	total = of;
	if (done == of && at_the_end)
		redis_all(&at_the_end, 1);
}

TEST(what_was_just_being_written_is_no_fault)
{
	struct rt_checked sum;

	told = 0;
	at_the_end = "ZADD users_by_time 5 alice";
	redis("ZREM users_by_time alice");
	sum = check((struct rt_check){ .tell = tell });
	assert_int_equal(0, sum.found[RT_LEFTOVER]);
}

TEST(nor_is_what_begins_between_the_two_looks)
{
	struct rt_checked sum;

	told = 0;
	at_the_end = "ZREM users_by_time alice";
	redis("ZREM users_by_time bob");
	sum = check((struct rt_check){ .tell = tell });
	assert_int_equal(1, sum.found[RT_LEFTOVER]);
}

TEST(it_tells_how_far_it_is)
{
	told = 0;
	at_the_end = NULL;
	check((struct rt_check){ .tell = tell });
	assert_true(total > 50);
	assert_int_equal(total, told);
}

TEST(it_waits_before_the_second_look)
{
	int64_t start = unit_now();

	check((struct rt_check){ .pause_ms = 3000 });
	assert_true(unit_now() - start < 3000);
	redis("HSET users ghost 77");
	start = unit_now();
	check((struct rt_check){ .pause_ms = 300 });
	assert_true(unit_now() - start >= 300);
}

/* ---- with members at work ----------------------------------------------- */

#define MEMBERS 3

/* Any fault that a member can see. */
static uint64_t some_post(void)
{
	struct rt_public seen = { 0 };

	if (rt_public(rt, &mem, NULL, RT_NO_PLACE, &seen) || !seen.posts.n)
		return 1;
	return seen.posts.v[(size_t)random() % seen.posts.n].id;
}

static void do_something(void)
{
	static const char *const names[] = { "alice", "bob", "Carl" };
	uint64_t who = (uint64_t)random() % MEMBERS;
	uint64_t whom = 1 + (uint64_t)random() % MEMBERS;
	uint64_t post = some_post(), id;
	struct rt_user me = { .id = who + 1, .name = names[who] };
	struct rt_draft draft = { .body = "hello @bob #tag" };

	switch (random() % 10) {
	case 0:
	case 1:
		rt_post_create(rt, &mem, &me, &draft, &id);
		break;
	case 2:
		draft.reply_to = post;
		rt_post_create(rt, &mem, &me, &draft, &id);
		break;
	case 3:
		rt_post_delete(rt, &mem, &me, post);
		break;
	case 4:
		rt_like(rt, &mem, &me, post);
		break;
	case 5:
		rt_unlike(rt, &mem, &me, post);
		break;
	case 6:
		rt_repost(rt, &mem, &me, post);
		break;
	case 7:
		rt_unrepost(rt, &mem, &me, post);
		break;
	case 8:
		if (me.id != whom)
			rt_follow(rt, &mem, me.id, whom);
		break;
	default:
		rt_unfollow(rt, &mem, me.id, whom);
	}
	arena_reset(&mem);
}

static int hammer_on(void *seed)
{
	mem = (struct arena){ 0 };
	rt = rt_open(&conf);
	srandom(*(unsigned *)seed);
	while (getppid() > 1)
		do_something();
	return EXIT_FAILURE;
}

/* Writes what members write, until it is killed. */
static pid_t start_hammer(unsigned seed)
{
	return unit_fork(hammer_on, &seed);
}

static void kill_hammer(pid_t pid)
{
	kill(pid, SIGKILL);
	assert_int_equal(pid, waitpid(pid, NULL, 0));
}

/* As if ten seconds had passed: a worker finishes what a page began. */
static void let_workers_finish(void)
{
	static const char ripen[] =
		"for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do "
		"redis.call('ZADD', KEYS[1], 1, id) end";

	for (int i = 0; i < 20 && redis_number("EXISTS outbox"); i++) {
		redis("EVAL %s 1 outbox", ripen);
		assert_int_equal(RT_OK, rt_outbox_sweep(rt, &mem));
		unit_deliver();
	}
	assert_redis("0", "EXISTS outbox");
}

static void expect_nothing_broken(const char *when)
{
	struct rt_checked sum = check((struct rt_check){ .pause_ms = 100 });

	if (sum.found[RT_BREAK])
		fail_msg("%s: %s", when, checked(false));
}

TEST(while_members_write)
{
	pid_t hammer[2] = { start_hammer(1), start_hammer(2) };

	for (int i = 0; i < 5; i++)
		expect_nothing_broken("while they write");
	for (int i = 0; i < 3; i++)
		check((struct rt_check){ .repair = true, .pause_ms = 100 });
	for (size_t i = 0; i < COUNT(hammer); i++)
		kill_hammer(hammer[i]);
	expect_nothing_broken("mended while they wrote");
	let_workers_finish();
	checked(true);
	let_workers_finish();
	checked_clean("at last");
}

TEST(when_they_are_killed)
{
	for (unsigned i = 0; i < 20; i++) {
		pid_t hammer = start_hammer(i);

		usleep(20000 + 1000 * i);
		kill_hammer(hammer);
		expect_nothing_broken("cut off");
	}
	let_workers_finish();
	checked(true);
	let_workers_finish();
	checked_clean("when they are mended");
}

/* ---- repairing ---------------------------------------------------------- */

static void break_everything(void)
{
	static const char *const commands[] = {
		"DEL users users_by_time auths names members timeline",
		"DEL own:1 own:2 following:1 liked:2 reposted:3 replies:1",
		"DEL tags tag:tag likes:2 reposts:1",
		"SET next_post_id 1",
		"SET next_user_id 1",
		"HSET post:2 likes 44",
	};

	/* If a new post is in no list, it may still be on its way. */
	for (int id = 1; id <= 6; id++)
		redis("HINCRBY post:%d time -1000", id);
	rt_follow(rt, &mem, 1, 3);
	rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, 4);
	redis_all(commands, COUNT(commands));
}

static void expect_mended(void)
{
	checked_clean("all of it");
	assert_redis("1", "HGET users alice");
	assert_redis("4 1", "LRANGE own:1 0 -1");
	assert_redis("5 3 2", "LRANGE own:2 0 -1");
	assert_redis("2 3", "SORT following:1");
	assert_redis("1 4", "SORT liked:2");
	assert_redis("1", "HGET post:2 likes");
	assert_redis("6", "ZSCORE reposted:3 2");
	assert_redis("7", "GET next_post_id");
}

/* Repairing one fault reveals, or causes, another: it continues. */
TEST(everything_at_once)
{
	break_everything();
	checked(true);
	expect_mended();
}

static int mend(__attribute__((unused)) void *arg)
{
	struct rt_checked sum;

	mem = (struct arena){ 0 };
	rt = rt_open(&conf);
	rt_check(rt, &(struct rt_check){ .repair = true }, &sum);
	return EXIT_SUCCESS;
}

static void repair_until_killed(useconds_t us)
{
	int status;
	pid_t pid = unit_fork(mend, NULL);

	usleep(us);
	kill(pid, SIGKILL);
	assert_int_equal(pid, waitpid(pid, &status, 0));
}

TEST(mending_is_cut_off_and_done_again)
{
	for (int i = 0; i < 40; i++) {
		unit_forget(NULL);
		checked_site(NULL);
		break_everything();
		for (int times = 0; times < 3; times++)
			repair_until_killed(1000 + 1000 * (useconds_t)i);
		checked(true);
		expect_mended();
	}
}

/* It deletes no post, whatever is missing around it. */
TEST(no_text_is_lost)
{
	static const char script[] =
		"for _, key in ipairs(redis.call('KEYS', '*')) do "
		"if not key:match('^post:%d') then redis.call('DEL', key) "
		"end end";

	redis("EVAL %s 0", script);
	redis("SET layout 1");
	checked(true);
	assert_redis("one #tag", "HGET post:1 body");
	assert_redis("two @alice", "HGET post:2 body");
	assert_redis("three", "HGET post:3 body");
	assert_redis("four #tag #more", "HGET post:4 body");
}

/* Without own:1 all posts by alice would seem to be missing. */
TEST(a_key_of_another_type_is_told_alone)
{
	redis("DEL own:1");
	redis("SET own:1 text");
	assert_string_equal(
		"key of the wrong type: own:1 is a string, but should be a list; nothing else was checked\n",
		checked(true));
	assert_redis("text", "GET own:1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(a_site_where_all_fits),
		cmocka_unit_test(each_derived_key_has_a_row),
		SITE(what_members_really_do),
		SITE(a_removed_member_leaves_nothing),
		SITE(how_much_there_was),
		SITE(what_was_just_being_written_is_no_fault),
		SITE(nor_is_what_begins_between_the_two_looks),
		SITE(it_tells_how_far_it_is),
		SITE(it_waits_before_the_second_look),
		SITE(while_members_write),
		SITE(when_they_are_killed),
		SITE(everything_at_once),
		SITE(mending_is_cut_off_and_done_again),
		SITE(no_text_is_lost),
		SITE(a_key_of_another_type_is_told_alone),
	};

	return RUN_ADMIN(tests);
}
