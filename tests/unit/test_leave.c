/* Members who leave: what closes at once, and what a worker does. */
#include "checked.h"
#include "proxy.h"

#include "libretwis/host/removal.h"
#include "libretwis/post/schedule.h"

static struct rt_user alice, bob;

/* Bob asks who comes, and alice answers; and she asks, too. */
static enum rt_err ask_and_answer(void)
{
	struct rt_question comes = { .answers = 0 };
	struct rt_date date = { .begins = time(NULL) + 3600 };
	struct rt_draft draft = {
		.body = "Who comes?",
		.attached = { .announced = time(NULL) + 3600,
			      .question = &comes,
			      .date = &date },
	};
	uint64_t id = 0;
	enum rt_err err;

	rt_answers_problem(&mem, RT_COMES, &comes);
	if ((err = rt_post_create(rt, &mem, &alice, &draft, &id)) ||
	    (err = rt_answer(rt, &mem, &bob, id, RT_COMES_NO, 0)) ||
	    (err = rt_post_create(rt, &mem, &bob, &draft, &id)) ||
	    (err = rt_answer(rt, &mem, &bob, id, RT_COMES_YES, 1)))
		return err;
	return rt_answer(rt, &mem, &alice, id, RT_COMES_YES, 2);
}

/*
 * The site of the checks, in which alice has everything that a member can
 * have.
 */
static int busy_site(void **state)
{
	uint64_t id = 0;
	struct rt_draft draft = { .body = "A draft of alice", .nonce = "d" };

	if (checked_site(state) != 0 ||
	    rt_user_by_name(rt, &mem, "alice", &alice) ||
	    rt_user_by_name(rt, &mem, "bob", &bob) || ask_and_answer())
		return -1;
	redis("SADD hosts 1 2");
	redis("DEL quiet_by:2 quiet:3");
	redis("ZADD quiet:3 7 1");
	redis("ZADD quiet:1 -8 2");
	redis("ZADD quiet_by:2 -8 1");
	redis("HSET user:1 standing host bio alice-herself invited_by 3");
	redis("HSET user:2 standing host invited_by 1");
	redis("ZADD invited:1 5 2");
	redis("ZADD invited:3 5 1");
	draft.body = "Mine, #aliceonly, for @bob";
	if (rt_post_create(rt, &mem, &alice, &draft, &id) ||
	    rt_invite(rt, &mem, alice.id, 5, 5))
		return -1;
	/* Alice reports bob, and he reports her. */
	if (rt_report(rt, &mem, &alice,
		      &(struct rt_report){ .whom = bob.id,
					   .text = "said alice" }) ||
	    rt_report(rt, &mem, &bob,
		      &(struct rt_report){ .whom = alice.id,
					   .post = 1,
					   .words = "words of alice",
					   .text = "" }))
		return -1;
	draft.body = "A draft of alice";
	return rt_schedule(rt, &mem, &alice, &draft, time(NULL) + 3600) ||
	       unit_deliver() == 0;
}

/* What a worker does when alice's entry is due. */
static void work(void)
{
	for (int i = 0; redis("ZSCORE {leaving}:due %s", "0 1"); i++) {
		assert_in_range(i, 0, 99);
		redis("ZADD {leaving}:due 0 %s", "0 1");
		assert_int_equal(RT_OK, rt_leaving_run(rt, &mem));
	}
}

static enum rt_err leave(void)
{
	return rt_leave(rt, &mem, &alice);
}

/*
 * The key that has this word in its name or contents; NULL if there is none.
 */
static const char *found(const char *word)
{
	static const char script[] =
		"for _, key in ipairs(redis.call('KEYS', '*')) do "
		"local kind, all = redis.call('TYPE', key).ok, {} "
		"if kind == 'string' then all = {redis.call('GET', key)} "
		"elseif kind == 'hash' then all = redis.call('HGETALL', key) "
		"elseif kind == 'list' then all = redis.call('LRANGE', key, 0, -1) "
		"elseif kind == 'set' then all = redis.call('SMEMBERS', key) "
		"else all = redis.call('ZRANGE', key, 0, -1) end "
		"table.insert(all, key) "
		"for _, text in ipairs(all) do "
		"if string.find(text, ARGV[1], 1, true) then return key end "
		"end end";

	return redis("EVAL %s 0 %s", script, word);
}

static const char answers_left[] =
	"local all = redis.call('KEYS', 'answers:*') "
	"return table.concat(redis.call('ZRANGE', all[1], 0, -1), ',')";

/* Only in what others wrote: bob mentions her, and his reply names her. */
static void expect_no_trace(const char *when)
{
	const char *key;

	checked_clean(when);
	redis("HSET post:2 body x mentions x");
	redis("HDEL post:3 reply_name");
	if ((key = found("alice")))
		fail_msg("%s: %s", when, key);
	CHECK(when,
	      redis_number("EXISTS user:1 own:1 sessions:1 invites:1 "
			   "notices:1 posts:1 post:1 invited:1 invited:3 "
			   "{later}:of:1 quiet:1 quiet_by:1 quiet_by:2 "
			   "cases:1 reported:1 case:2") == 0);
	CHECK(when, !redis("HGET user:2 invited_by"));
	CHECK(when, !redis("ZSCORE quiet:3 1"));
	CHECK(when, redis_number("HLEN case:1") == 2);
	CHECK(when, redis_number("SCARD reserved") == 1);
	CHECK(when, redis("HGET rewrite owed"));
	CHECK(when, redis_number("EXISTS answered:1") == 0);
	CHECK(when, redis_number("ZCARD announcements") == 1);
	CHECK(when, redis_number("ZCARD dates") == 1);
	/* Of bob's question, there is only his own answer left. */
	CHECK(when, strcmp(redis("EVAL %s 0", answers_left), "0 2,2") == 0);
}

/* ---- at once ----------------------------------------------------------- */

TEST(the_account_closes)
{
	struct rt_user user, me = alice;

	alice.secret = "0123456789abcdef0123456789abcdef1";
	assert_int_equal(RT_OK, leave());
	assert_int_equal(RT_OK, rt_session(rt, &mem, alice.secret, &me));
	assert_int_equal(0, me.id);
	assert_int_equal(RT_NOT_FOUND,
			 rt_user_by_name(rt, &mem, "alice", &user));
	assert_int_equal(RT_NOT_FOUND,
			 rt_user_by_id(rt, &mem, alice.id, &user));
	assert_redis("was_username alice", "HGETALL user:1");
	assert_null(redis("ZSCORE users_by_time alice"));
	assert_redis("2", "SMEMBERS hosts");
	assert_redis("0 1", "ZRANGE {leaving}:due 0 -1");
	assert_int_equal(RT_NOT_FOUND, leave());
}

TEST(nothing_stays)
{
	assert_int_equal(RT_OK, leave());
	work();
	expect_no_trace("left");
	assert_redis("0", "EXISTS {leaving}:due");
}

/* Others wrote that, and it no longer links to anybody. */
TEST(what_others_wrote_stays)
{
	struct rt_status status;

	assert_redis("alice", "HGET post:3 reply_name");
	assert_int_equal(RT_OK, leave());
	work();
	assert_redis("alice", "HGET post:3 reply_name");
	assert_int_equal(RT_OK,
			 rt_status(rt, &mem, NULL, 3, RT_NO_START, &status));
	assert_int_equal(3, status.post.id);
}

/* Bob was a host when somebody asked to join, and is none when they leave. */
TEST(notices_for_hosts_end_with_the_role)
{
	const enum rt_standing later[] = { RT_MEMBER, RT_SUSPENDED };

	for (size_t i = 0; i < COUNT(later); i++) {
		unit_standing(1, RT_HOST);
		unit_standing(2, RT_HOST);
		redis("ZADD notices:2 0 seen 1 %s 2 %s 3 %s", "ask 0 3",
		      "follow 0 1", "ask 0 4");
		assert_int_equal(RT_OK, unit_standing(2, later[i]));
		assert_null(redis("ZSCORE notices:2 %s", "ask 0 3"));
		assert_null(redis("ZSCORE notices:2 %s", "ask 0 4"));
		assert_non_null(redis("ZSCORE notices:2 %s", "follow 0 1"));
	}
}

/* Moderators let people in, too. */
TEST(notices_for_hosts_stay_with_a_moderator)
{
	unit_standing(1, RT_HOST);
	unit_standing(2, RT_HOST);
	redis("ZADD notices:2 0 seen 1 %s", "ask 0 3");
	assert_int_equal(RT_OK, unit_standing(2, RT_MODERATOR));
	assert_non_null(redis("ZSCORE notices:2 %s", "ask 0 3"));
}

TEST(the_only_host_stays)
{
	const char *before;

	redis("SREM hosts 2");
	redis("HDEL user:2 standing");
	before = redis("HGETALL user:1");
	assert_int_equal(RT_DENIED, leave());
	assert_string_equal(before, redis("HGETALL user:1"));
	assert_redis("1", "SMEMBERS hosts");
	assert_redis("0", "EXISTS {leaving}:due reserved rewrite");
}

/* The page that began it died; eventually the worker asks the set. */
TEST(the_only_host_stays_whatever_the_note_says)
{
	redis("SREM hosts 2");
	redis("HDEL user:2 standing");
	redis("ZADD {leaving}:due 0 %s", "0 1");
	work();
	assert_redis("alice", "HGET user:1 username");
	assert_redis("0", "EXISTS {leaving}:due reserved rewrite");
}

/* A member who leaves frees memory. */
TEST(while_redis_is_full)
{
	redis("CONFIG SET maxmemory 1");
	assert_int_equal(RT_OK, leave());
	redis("CONFIG SET maxmemory 0");
	work();
	expect_no_trace("full");
}

TEST(a_draft_that_failed)
{
	const char *draft = redis("ZRANGE {later}:of:1 0 -1");

	redis("ZREM {later}:due 1~%s", draft);
	redis("LPUSH {later}:dead %s",
	      arena_printf(&mem, "1790000000 5 1 %s", draft));
	redis("LPUSH {later}:dead %s", "1790000000 5 2 x 0 Of bob");
	redis("HSET {later}:tries %s 3", arena_printf(&mem, "1 %s", draft));
	assert_int_equal(RT_OK, leave());
	work();
	assert_redis("1790000000 5 2 x 0 Of bob", "LRANGE {later}:dead 0 -1");
	assert_redis("0", "EXISTS {later}:tries");
}

TEST(somebody_is_about_to_come_by_a_link)
{
	const char *link = redis("ZRANGE invites:1 0 -1");
	struct rt_newcomer carol = { .name = "carol",
				     .password = "opensesame",
				     .invite = link,
				     .nonce = "n" };

	assert_int_equal(RT_OK, rt_newcomer(rt, &mem, &carol, NULL));
	assert_redis("1", "ZCARD {guests}:due");
	assert_int_equal(RT_OK, leave());
	work();
	assert_null(found(link));
}

/* As long as somebody has a notification about her, a check looks her up. */
TEST(what_others_were_told)
{
	redis("ZADD notices:2 1 %s 2 %s", "ask 0 1", "reset 0 1");
	redis("ZADD notices:2 0 seen");
	assert_int_equal(RT_OK, leave());
	work();
	assert_null(redis("ZSCORE notices:2 %s", "ask 0 1"));
	checked_clean("told");
}

TEST(notes_that_make_no_sense)
{
	redis("ZADD {leaving}:due 0 x 0 %s 0 %s", "0 ", "0 77");
	for (int i = 0; i < 3; i++)
		assert_int_equal(RT_OK, rt_leaving_run(rt, &mem));
	assert_redis("0", "EXISTS {leaving}:due");
	assert_redis("alice", "HGET user:1 username");
}

/* ---- in chunks --------------------------------------------------------- */

static struct drop some(size_t most)
{
	return (struct drop){ .id = alice.id, .most = most, .end_ms = 1 };
}

/* However late it is, each run takes as many as it may, and no more. */
TEST(a_few_at_a_time)
{
	struct drop d = some(10);
	uint64_t left = 25;

	for (uint64_t i = 0; i < left; i++)
		unit_post(&alice, "one of many");
	left = redis_number("LLEN own:1");
	redis("DEL followers:1 following:1");
	for (int runs = 0; left > 10; runs++) {
		d.is_cut = false;
		assert_int_equal(RT_OK, drop_member_posts(rt, &d));
		assert_true(d.is_cut);
		left -= 10;
		assert_int_equal(left, redis_number("LLEN own:1"));
	}
	/* And after that nothing more, until somebody begins again. */
	assert_int_equal(RT_OK, drop_member_likes(rt, &d));
	assert_redis("1", "EXISTS liked:1");
	arena_free(&d.chunk);
}

/*
 * A hundred out of many, and the post itself remains closed until all are
 * removed.
 */
TEST(a_crowd_takes_several_runs)
{
	static const char script[] =
		"for i = 1001, 1250 do "
		"redis.call('ZADD', 'likes:1', i, i) "
		"redis.call('ZADD', 'liked:' .. i, i, 1) end";
	struct drop d = some(100);
	uint64_t before;

	/* The only other crowd. */
	redis("DEL answers:8");
	redis("EVAL %s 0", script);
	before = redis_number("ZCARD likes:1");
	for (int runs = 0; redis("HGET post:1 was_user_id") || !runs; runs++) {
		assert_int_equal(before, redis_number("ZCARD likes:1"));
		assert_in_range(runs, 0, 4);
		d.is_cut = false;
		assert_int_equal(RT_OK, drop_member_posts(rt, &d));
		before -= before < 100 ? before : 100;
	}
	assert_redis("", "KEYS liked:1???");
	assert_redis("0", "EXISTS likes:1 post:1");
	arena_free(&d.chunk);
}

/* ---- killed ------------------------------------------------------------ */

static void run_leave(void)
{
	rt_leave(rt, &mem, &alice);
}

static void run_worker(void)
{
	rt_leaving_run(rt, &mem);
}

/* With the first command the member has left; the rest is done by a worker. */
TEST(the_page_is_killed_between_any_two_commands)
{
	unsigned commands = 0;

	for (bool ended = false; !ended; commands++) {
		assert_int_equal(0, busy_site(NULL));
		ended = proxy_run(commands, run_leave);
		if (!redis("ZSCORE {leaving}:due %s", "0 1")) {
			assert_redis("alice", "HGET user:1 username");
			checked_clean("not left");
		} else {
			work();
			expect_no_trace(
				arena_printf(&mem, "page, %u", commands));
		}
		unit_forget(NULL);
	}
	assert_in_range(commands, 8, 40);
	assert_int_equal(0, busy_site(NULL));
}

TEST(the_worker_is_killed_between_any_two_commands)
{
	unsigned commands = 0;

	for (bool ended = false; !ended; commands++) {
		assert_int_equal(0, busy_site(NULL));
		assert_int_equal(RT_OK, leave());
		redis("ZADD {leaving}:due 0 %s", "0 1");
		ended = proxy_run(commands, run_worker);
		work();
		expect_no_trace(arena_printf(&mem, "worker, %u", commands));
		unit_forget(NULL);
	}
	assert_in_range(commands, 40, 400);
	assert_int_equal(0, busy_site(NULL));
}

/* And a check with --repair leaves none of the remains, either. */
TEST(killed_and_no_worker_ever_comes)
{
	unsigned commands = 0;

	for (bool ended = false; !ended; commands++) {
		assert_int_equal(0, busy_site(NULL));
		assert_int_equal(RT_OK, leave());
		redis("ZADD {leaving}:due 0 %s", "0 1");
		ended = proxy_run(commands, run_worker);
		redis("DEL {leaving}:due");
		checked(true);
		checked_clean(arena_printf(&mem, "repaired, %u", commands));
		CHECK("gone", redis_number("EXISTS user:1 own:1") == 0);
		unit_forget(NULL);
	}
	assert_int_equal(0, busy_site(NULL));
}

ON_MANY(the_page_is_killed_between_any_two_commands)
ON_MANY(the_worker_is_killed_between_any_two_commands)
ON_MANY(killed_and_no_worker_ever_comes)

#define BUSY(test)                                                            \
	cmocka_unit_test_setup_teardown(test, busy_site, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BUSY(the_account_closes),
		BUSY(nothing_stays),
		BUSY(what_others_wrote_stays),
		BUSY(notices_for_hosts_end_with_the_role),
		BUSY(notices_for_hosts_stay_with_a_moderator),
		BUSY(the_only_host_stays),
		BUSY(the_only_host_stays_whatever_the_note_says),
		BUSY(while_redis_is_full),
		BUSY(a_draft_that_failed),
		BUSY(somebody_is_about_to_come_by_a_link),
		BUSY(what_others_were_told),
		BUSY(notes_that_make_no_sense),
		BUSY(a_few_at_a_time),
		BUSY(a_crowd_takes_several_runs),
		BUSY(the_page_is_killed_between_any_two_commands),
		BUSY(the_page_is_killed_between_any_two_commands_on_many),
		BUSY(the_worker_is_killed_between_any_two_commands),
		BUSY(the_worker_is_killed_between_any_two_commands_on_many),
		BUSY(killed_and_no_worker_ever_comes),
		BUSY(killed_and_no_worker_ever_comes_on_many),
	};

	return RUN_REDIS(tests);
}
