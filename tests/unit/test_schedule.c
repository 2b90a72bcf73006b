/* Scheduled posts: published once, whatever dies when. */
#include "base/clock.h"
#include "patterns/delayed.h"
#include "proxy.h"
#include "race.h"

#define HOUR 3600

static struct rt_user alice, bob;

/* Bob follows alice. */
static int two_members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	rt_follow(rt, &mem, bob.id, alice.id);
	unit_timeline(bob.id);
	return 0;
}

static enum rt_err schedule_as(const struct rt_user *who, const char *nonce,
			       const char *body, uint64_t reply_to, time_t at)
{
	struct rt_draft draft = { .nonce = nonce,
				  .body = body,
				  .reply_to = reply_to };

	return rt_schedule(rt, &mem, who, &draft, at);
}

/* Alice's, due in this many seconds. */
static void schedule(const char *body, int in)
{
	assert_int_equal(RT_OK,
			 schedule_as(&alice, body, body, 0, time(NULL) + in));
}

static struct rt_schedule list_of(const struct rt_user *who)
{
	struct rt_schedule s;

	assert_int_equal(RT_OK, rt_schedule_list(rt, &mem, who->id, &s));
	return s;
}

/* The texts, separated by commas. */
static const char *bodies(const struct rt_user *who)
{
	struct rt_schedule s = list_of(who);
	const char *text = "";

	for (size_t i = 0; i < s.n; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? "," : "",
				    s.v[i].body);
	return text;
}

static void work(void)
{
	assert_int_equal(RT_OK, rt_schedule_run(rt, &mem));
}

static void expect_gone(void)
{
	assert_redis("", "KEYS {later}*");
}

/* ---- waiting ----------------------------------------------------------- */

TEST(it_waits_and_is_listed)
{
	time_t now = time(NULL);

	schedule("second", 2000);
	schedule("first", 1000);
	assert_int_equal(RT_OK, schedule_as(&bob, "n", "bob's", 0, now + 9));
	work();
	assert_redis("0", "EXISTS next_post_id");
	assert_string_equal("first,second", bodies(&alice));
	assert_string_equal("bob's", bodies(&bob));
	assert_in_range(list_of(&alice).v[0].at, now + 1000, now + 1060);
}

TEST(the_same_form_is_the_same_draft)
{
	time_t at = time(NULL) + 100;

	for (int i = 0; i < 3; i++)
		assert_int_equal(RT_OK, schedule_as(&alice, "n", "a", 0, at));
	assert_string_equal("a", bodies(&alice));
	schedule_as(&alice, "n", "b", 0, at + 1);
	schedule_as(&alice, "n", "b", 0, at + 2);
	schedule_as(&alice, "m", "c", 0, at + 3);
	assert_string_equal("a,b,b,c", bodies(&alice));
	schedule_as(&alice, "", "d", 0, at + 4);
	schedule_as(&alice, NULL, "d", 0, at + 4);
	assert_string_equal("a,b,b,c,d,d", bodies(&alice));
}

TEST(a_hundred_and_no_more)
{
	for (int i = 0; i < RT_SCHEDULED; i++)
		schedule(arena_printf(&mem, "%d", i), 100 + i);
	assert_int_equal(RT_DENIED, schedule_as(&alice, "n", "one more", 0,
						time(NULL) + 5));
	assert_int_equal(RT_OK,
			 schedule_as(&bob, "n", "b", 0, time(NULL) + 5));
	assert_int_equal(RT_SCHEDULED, list_of(&alice).n);
}

TEST(any_text)
{
	static const char *const table[] = { " a", "a b  c", "1 2 3", "a\n\nb",
					     "\xf0\x9f\x98\x80 %s" };

	for (size_t i = 0; i < COUNT(table); i++) {
		schedule(table[i], -1);
		CHECK(table[i], strcmp(bodies(&alice), table[i]) == 0);
		work();
		assert_redis(table[i], "HGET post:%d body", (int)i + 1);
	}
	expect_gone();
}

/* ---- published --------------------------------------------------------- */

TEST(it_is_a_post_like_any_other)
{
	uint64_t parent = unit_post(&bob, "who?");
	time_t before = time(NULL);

	assert_int_equal(RT_OK, schedule_as(&alice, "n", "I! #tag @bob",
					    parent, before - HOUR));
	work();
	assert_redis("I! #tag @bob", "HGET post:2 body");
	assert_redis("alice", "HGET post:2 username");
	assert_in_range(redis_number("HGET post:2 time"), before, before + 60);
	assert_redis("2", "LRANGE own:1 0 -1");
	unit_deliver();
	assert_string_equal("2 1", unit_entries(bob.id));
	assert_redis("2", "LRANGE replies:1 0 -1");
	assert_redis("2", "LRANGE tag:tag 0 -1");
	assert_redis("1", "HGET post:1 replies");
	expect_gone();
	work();
	assert_redis("2", "GET next_post_id");
}

TEST(many_at_the_same_moment)
{
	for (int i = 0; i < 50; i++)
		schedule(arena_printf(&mem, "%d", i), -5);
	schedule("not yet", 100);
	work();
	assert_redis("50", "LLEN own:1");
	assert_string_equal("not yet", bodies(&alice));
}

TEST(who_is_gone_publishes_nothing)
{
	struct rt_removal r;

	schedule("hello", -1);
	redis("DEL user:1");
	work();
	assert_redis("0", "EXISTS next_post_id");
	expect_gone();
	redis("HSET user:1 username alice");
	schedule("now", -1);
	schedule("later", 100);
	schedule_as(&bob, "n", "bob's", 0, time(NULL) + 100);
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_string_equal("", bodies(&alice));
	assert_string_equal("bob's", bodies(&bob));
	assert_redis("1", "ZCARD {later}:due");
}

TEST(a_reply_to_what_is_gone)
{
	uint64_t parent = unit_post(&bob, "who?");
	struct rt_schedule s;

	schedule_as(&alice, "n", "I!", parent, time(NULL) - 1);
	s = list_of(&alice);
	assert_int_equal(parent, s.v[0].reply_to);
	assert_string_equal("bob", s.v[0].reply_name);
	assert_false(s.v[0].reply_gone);
	rt_post_delete(rt, &mem, &bob, parent);
	work();
	work();
	assert_redis("0", "EXISTS own:1");
	s = list_of(&alice);
	assert_int_equal(1, s.n);
	assert_true(s.v[0].reply_gone);
	assert_int_equal(RT_NOT_FOUND, schedule_as(&alice, "m", "I!", parent,
						   time(NULL) + 9));
	assert_int_equal(RT_OK,
			 rt_schedule_cancel(rt, &mem, alice.id, s.v[0].token));
	expect_gone();
}

/* Nobody can publish for bob. */
static void break_bob(void)
{
	redis("RENAME user:2 aside");
	redis("SET user:2 broken");
}

/* It delays nobody else. */
TEST(whatever_the_queue_holds)
{
	static const char *const table[] = { "1 ", "1 x", "1 x 0", "1 x 0 ",
					     "9 x 0 y" };

	for (size_t i = 0; i < COUNT(table); i++)
		redis("ZADD {later}:due 1 %s", table[i]);
	break_bob();
	schedule_as(&bob, "n", "cannot be", 0, time(NULL) - 9);
	schedule("good", -1);
	assert_int_equal(RT_BROKEN, rt_schedule_run(rt, &mem));
	assert_redis("good", "HGET post:1 body");
	assert_string_equal("cannot be", bodies(&bob));
	assert_redis("1", "ZCARD {later}:due");
}

/* Five times, at most two seconds apart; each time others come first. */
static void try_again(unsigned times)
{
	while (times-- > 0) {
		redis("EVAL %s 0",
		      "for _, e in ipairs(redis.call('ZRANGE', '{later}:due', "
		      "0, -1)) do "
		      "redis.call('ZADD', '{later}:due', 5, e) end");
		rt_schedule_run(rt, &mem);
	}
}

static struct job dead_one(void)
{
	struct jobs jobs;

	assert_int_equal(RT_OK,
			 queue_dead(rt, &mem, SCHEDULE_QUEUE, 0, &jobs));
	assert_int_equal(1, jobs.n);
	return jobs.v[0];
}

TEST(five_times_in_vain_and_then_it_waits_for_the_host)
{
	struct job job;

	break_bob();
	schedule_as(&bob, "n", "cannot be", 0, time(NULL) - 9);
	try_again(4);
	assert_redis("1", "ZCARD {later}:due");
	try_again(1);
	assert_redis("0", "EXISTS {later}:due");
	assert_string_equal("cannot be", bodies(&bob));
	job = dead_one();
	assert_int_equal(5, job.tries);
	assert_in_range(job.since, time(NULL) - 9, unit_second());
	redis("RENAME aside user:2");
	assert_int_equal(RT_OK,
			 delayed_dead_retry(rt, &mem, SCHEDULE_QUEUE, &job));
	work();
	assert_redis("1", "LLEN own:2");
	expect_gone();
}

TEST(what_failed_can_be_dropped_and_cancelled)
{
	struct job job;

	break_bob();
	for (int cancel = 0; cancel < 2; cancel++) {
		schedule_as(&bob, "n", "cannot be", 0, time(NULL) - 9);
		try_again(5);
		job = dead_one();
		if (cancel)
			rt_schedule_cancel(rt, &mem, bob.id,
					   list_of(&bob).v[0].token);
		assert_int_equal(
			cancel ? RT_NOT_FOUND : RT_OK,
			(cancel ? delayed_dead_retry : delayed_dead_drop)(
				rt, &mem, SCHEDULE_QUEUE, &job));
		assert_string_equal("", bodies(&bob));
		expect_gone();
	}
}

/* They cannot be read, there are many, and they come first. */
TEST(a_hundred_that_make_no_sense_stop_nobody)
{
	for (int i = 0; i < 50; i++) {
		redis("ZADD {later}:due 1 nonsense%d", i);
		redis("ZADD {later}:due -1 %s",
		      arena_printf(&mem, "0%d x 0 y", i));
	}
	redis("SET user:9 broken");
	redis("ZADD {later}:due 1 %s", "9 x 0 y");
	schedule("good", -1);
	assert_int_equal(RT_BROKEN, rt_schedule_run(rt, &mem));
	assert_redis("good", "HGET post:1 body");
	assert_redis("1", "ZCARD {later}:due");
	assert_redis("100", "LLEN {later}:dead");
	try_again(5);
	assert_redis("101", "LLEN {later}:dead");
	assert_redis("0", "EXISTS {later}:due");
	assert_redis("1", "GET next_post_id");
}

/* ---- with more than a text ------------------------------------------------ */

static struct rt_question red_or_blue = {
	.answer = { "Red", "Blue" },
	.answers = 2,
	.several = true,
};

static void schedule_question(void)
{
	const struct rt_date date = { .begins = 1900000000,
				      .place = "Hall 3, below" };
	const struct rt_draft draft = {
		.nonce = "n",
		.body = "Which, and where?",
		.attached = { .announced = 1900000000,
			      .question = &red_or_blue,
			      .date = &date },
	};

	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &alice, &draft,
					    time(NULL) + HOUR));
}

static void expect_question(const struct rt_attached *has)
{
	assert_int_equal(1900000000, has->announced);
	assert_int_equal(2, has->question->answers);
	assert_string_equal("Blue", has->question->answer[1]);
	assert_true(has->question->several);
	assert_string_equal("Hall 3, below", has->date->place);
}

TEST(a_question_is_published_whole)
{
	struct rt_schedule list;

	schedule_question();
	list = list_of(&alice);
	expect_question(&list.v[0].attached);
	assert_string_equal("Which, and where?", list.v[0].body);
	assert_int_equal(RT_OK,
			 rt_schedule_edit(rt, &mem, &alice,
					  &(struct rt_schedule_edit){
						  .token = list.v[0].token,
						  .version = list.v[0].version,
						  .body = "Which?",
						  .at = time(NULL) + 1 }));
	list = list_of(&alice);
	expect_question(&list.v[0].attached);
	unit_make_due("later");
	work();
	assert_redis("Which?", "HGET post:1 body");
	assert_redis("1900000000", "HGET post:1 announced");
	assert_redis("0 several\nRed\nBlue", "HGET post:1 question");
	assert_redis("1900000000 0 0\nHall 3, below", "HGET post:1 date");
	assert_redis("1", "ZRANGE dates 0 -1");
	assert_redis("1", "ZCARD announcements");
}

/* ---- cancelled --------------------------------------------------------- */

TEST(cancelled_it_is_never_published)
{
	const char *token;

	schedule("hello", -1);
	schedule("other", -1);
	token = list_of(&alice).v[0].token;
	assert_int_equal(RT_NOT_FOUND,
			 rt_schedule_cancel(rt, &mem, bob.id, token));
	assert_int_equal(RT_NOT_FOUND,
			 rt_schedule_cancel(rt, &mem, alice.id, ""));
	assert_int_equal(RT_OK, rt_schedule_cancel(rt, &mem, alice.id, token));
	assert_int_equal(RT_NOT_FOUND,
			 rt_schedule_cancel(rt, &mem, alice.id, token));
	work();
	assert_redis("1", "LLEN own:1");
	expect_gone();
}

TEST(too_late_to_cancel)
{
	struct delayed_list list;
	const char *token;

	schedule("hello", -1);
	token = list_of(&alice).v[0].token;
	delayed_claim(rt_bus(rt), &mem, "later", clock_date_ms(), 1000, 9,
		      &list);
	assert_int_equal(1, list.n);
	assert_int_equal(RT_TAKEN,
			 rt_schedule_cancel(rt, &mem, alice.id, token));
}

/* ---- with a question, a date, an announcement --------------------------- */

/* Alice's, with this and in an hour; its text becomes "b", that much later. */
static enum rt_err edit_with(const struct rt_attached *attached, time_t later)
{
	struct rt_draft draft = { .body = "a", .attached = *attached };
	struct rt_schedule_edit edit = { .body = "b" };
	time_t at = time(NULL) + HOUR;
	struct rt_schedule s;

	assert_int_equal(RT_OK, rt_schedule(rt, &mem, &alice, &draft, at));
	s = list_of(&alice);
	edit.token = s.v[0].token;
	edit.version = s.v[0].version;
	edit.at = at + later;
	return rt_schedule_edit(rt, &mem, &alice, &edit);
}

TEST(what_it_has_is_kept_when_it_is_edited)
{
	time_t now = time(NULL);
	const struct rt_question question = { .answer = { "Red", "Blue" },
					      .answers = 2,
					      .ends = now + 9 * HOUR,
					      .secret = true };
	const struct rt_date date = { .begins = now + 8 * HOUR,
				      .place = "Here" };
	const struct rt_attached all = { .announced = now + 7 * HOUR,
					 .question = &question,
					 .date = &date };
	struct rt_scheduled post;

	assert_int_equal(RT_OK, edit_with(&all, HOUR));
	post = list_of(&alice).v[0];
	assert_string_equal("b", post.body);
	assert_int_equal(all.announced, post.attached.announced);
	assert_int_equal(question.ends, post.attached.question->ends);
	assert_true(post.attached.question->secret);
	assert_string_equal("Blue", post.attached.question->answer[1]);
	assert_int_equal(date.begins, post.attached.date->begins);
	assert_string_equal("Here", post.attached.date->place);
}

static void cancel_first(void)
{
	assert_int_equal(RT_OK,
			 rt_schedule_cancel(rt, &mem, alice.id,
					    list_of(&alice).v[0].token));
}

/* Each is over three hours from now. */
TEST(not_after_what_it_has_is_over)
{
	time_t end = time(NULL) + 3 * HOUR;
	const struct rt_question question = { .comes = true,
					      .answers = RT_COMES_ANSWERS,
					      .ends = end };
	const struct rt_date date = { .begins = end };
	const struct rt_attached each[] = {
		{ .announced = end },
		{ .question = &question },
		{ .date = &date },
		{ .announced = end + HOUR, .question = &question },
		{ .announced = end + HOUR, .date = &date },
	};

	for (size_t i = 0; i < COUNT(each); i++) {
		assert_int_equal(end, rt_attached_deadline(&each[i]));
		assert_int_equal(RT_DENIED, edit_with(&each[i], 2 * HOUR));
		assert_string_equal("a", bodies(&alice));
		cancel_first();
		assert_int_equal(RT_OK, edit_with(&each[i], HOUR));
		assert_string_equal("b", bodies(&alice));
		cancel_first();
	}
}

TEST(deadlines)
{
	const struct rt_question open = { .answers = 2 };
	const struct rt_date day = { .begins = 1795215600,
				     .is_all_day = true };
	const struct rt_attached none = { .announced = 0 };
	const struct rt_attached opened = { .question = &open };
	const struct rt_attached dated = { .question = &open, .date = &day };

	assert_int_equal(0, rt_attached_deadline(&none));
	assert_int_equal(0, rt_attached_deadline(&opened));
	/* The day itself is not too late. */
	assert_in_range(rt_attached_deadline(&dated), day.begins + 1,
			day.begins + 86400);
}

/* ---- once -------------------------------------------------------------- */

/* The dead worker's lease has expired. */
static void wait_for_lease(void)
{
	const char *entry = redis("ZRANGE {later}:due 0 0");

	if (*entry)
		redis("ZADD {later}:due XX -1 %s", entry);
}

/* All keys that expire within an hour have expired. */
static void an_hour_passes(void)
{
	redis("EVAL %s 0", "for _, key in ipairs(redis.call('KEYS', '*')) do "
			   "local left = redis.call('TTL', key) "
			   "if left >= 0 and left <= 3600 then "
			   "redis.call('DEL', key) end end");
}

static void run(void)
{
	rt_schedule_run(rt, &mem);
}

static void expect_one_post(unsigned killed)
{
	static const char *const lists[] = { "own:1", "timeline", "tag:tag",
					     "replies:1" };
	const char *id = redis("LRANGE own:1 0 -1");

	unit_deliver();
	assert_string_equal(arena_printf(&mem, "%s 1", id),
			    unit_entries(bob.id));

	for (size_t i = 0; i < COUNT(lists); i++)
		if (strcmp(redis("LREM %s 0 %s", lists[i], id), "1") != 0)
			fail_msg("killed after %u commands: %s", killed,
				 lists[i]);
	assert_redis("I #tag", "HGET post:%s body", id);
	/* Bob's own, and this. */
	assert_int_equal(2, strlen(redis("KEYS post:*")) / 6);
	assert_redis("1", "HGET post:1 replies");
	expect_gone();
}

/* For each command that it sends: killed there, and back after an hour. */
TEST(killed_between_any_two_commands)
{
	unsigned commands = 0;
	bool ended = false;

	for (; !ended; commands++) {
		redis("FLUSHALL");
		assert_int_equal(0, two_members(state));
		unit_post(&bob, "who?");
		schedule_as(&alice, "n", "I #tag", 1, time(NULL) - 9);
		ended = proxy_run(commands, run);
		for (int again = 0; again < 2; again++) {
			an_hour_passes();
			wait_for_lease();
			work();
		}
		expect_one_post(commands);
	}
	assert_in_range(commands, 15, 100);
}

/* A worker publishes it, and dies before it removes the entry. */
static uint64_t publish_and_die(void)
{
	redis("COPY {later}:due {later}:kept");
	work();
	redis("RENAME {later}:kept {later}:due");
	return redis_number("LINDEX own:1 0");
}

TEST(deleted_it_never_comes_back)
{
	uint64_t id;

	schedule("hello", -1);
	id = publish_and_die();
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, id));
	an_hour_passes();
	work();
	assert_redis("0", "EXISTS own:1 timeline");
	assert_redis("gone 1", "HGETALL post:%d", (int)id);
	assert_in_range(redis_number("TTL post:%d", (int)id), 399 * 86400,
			400 * 86400);
	expect_gone();
}

static int run_alone(int n)
{
	(void)n;
	return rt_schedule_run(rt, &mem);
}

TEST(a_dozen_workers_at_once)
{
	int result[RACERS];

	for (int i = 0; i < 30; i++)
		schedule(arena_printf(&mem, "%d", i), -1);
	race(run_alone, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_redis("30", "LLEN own:1");
	unit_deliver();
	/* And the mark of an empty timeline. */
	assert_redis("31", "LLEN posts:2");
	expect_gone();
}

/* Each takes longer than its lease, so that all publish the same post. */
static int publish_too_late(int n)
{
	struct rt_draft draft = { .nonce = "token",
				  .body = "hello",
				  .scheduled = true };
	uint64_t id;

	(void)n;
	return rt_post_create(rt, &mem, &alice, &draft, &id);
}

TEST(slower_than_the_lease)
{
	int result[RACERS];

	race(publish_too_late, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_redis("1", "LLEN own:1");
	unit_deliver();
	assert_redis(unit_entries(bob.id), "LRANGE own:1 0 -1");
}

TEST(where_redis_is_full_it_waits)
{
	schedule("hello", -1);
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_int_equal(RT_FULL, rt_schedule_run(rt, &mem));
	assert_string_equal("hello", bodies(&alice));
	assert_redis("OK", "CONFIG SET maxmemory 0");
	work();
	assert_redis("1", "LLEN own:1");
	expect_gone();
}

ON_MANY(killed_between_any_two_commands)

#define TWO(test)                                                             \
	cmocka_unit_test_setup_teardown(test, two_members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TWO(it_waits_and_is_listed),
		TWO(the_same_form_is_the_same_draft),
		TWO(a_hundred_and_no_more),
		TWO(any_text),
		TWO(it_is_a_post_like_any_other),
		TWO(many_at_the_same_moment),
		TWO(who_is_gone_publishes_nothing),
		TWO(a_reply_to_what_is_gone),
		TWO(whatever_the_queue_holds),
		TWO(five_times_in_vain_and_then_it_waits_for_the_host),
		TWO(what_failed_can_be_dropped_and_cancelled),
		TWO(a_hundred_that_make_no_sense_stop_nobody),
		TWO(a_question_is_published_whole),
		TWO(cancelled_it_is_never_published),
		TWO(too_late_to_cancel),
		TWO(what_it_has_is_kept_when_it_is_edited),
		TWO(not_after_what_it_has_is_over),
		TWO(deadlines),
		TWO(killed_between_any_two_commands),
		TWO(killed_between_any_two_commands_on_many),
		TWO(deleted_it_never_comes_back),
		TWO(a_dozen_workers_at_once),
		TWO(slower_than_the_lease),
		TWO(where_redis_is_full_it_waits),
	};

	return RUN_REDIS(tests);
}
