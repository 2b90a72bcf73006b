/*
 * What workers do about questions, dates and announcements: who is told, late
 * and once, in slices, and wherever a worker is killed.
 */
#include "base/day.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/board_jobs.h"
#include "ear.h"
#include "proxy.h"
#include "race.h"

#define HOUR_SECONDS 3600

enum { ALICE = 1, BOB, CAROL, DORA, EMIL, MEMBERS };

static struct rt_user who[MEMBERS];

/* All are members; bob, carol and dora follow alice, emil does not. */
static int site(void **state)
{
	static const char *const names[] = { NULL,    "alice", "bob",
					     "carol", "dora",  "emil" };

	if (unit_adopted(state) != 0)
		return -1;
	for (int i = ALICE; i < MEMBERS; i++) {
		who[i] = unit_member(names[i]);
		redis("ZADD directory 0 %s",
		      arena_printf(&mem, "%s\t%d", names[i], i));
	}
	redis("ZADD followers:1 1 2 2 3 3 4");
	return 0;
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, site, unit_forget)

/* For a test that begins again. */
static void begin_again(void)
{
	unit_forget(NULL);
	assert_int_equal(0, site(NULL));
}

/* ---- posts -------------------------------------------------------------- */

static struct rt_attached attached;
static struct rt_question question;
static struct rt_date date;

/* What alice's post 1 has; the answers are Yes and No unless it `comes`. */
static void post_it(void)
{
	static int nonces;
	const struct rt_draft draft = {
		.body = "Well?",
		.nonce = arena_printf(&mem, "nonce %d", nonces++),
		.attached = attached,
	};
	uint64_t id = 0;

	assert_int_equal(RT_OK,
			 rt_post_create(rt, &mem, &who[ALICE], &draft, &id));
	assert_int_equal(1, id);
}

static void ask(const struct rt_question *asked)
{
	question = *asked;
	question.answer[0] = "Yes";
	question.answer[1] = question.comes ? "Maybe" : "No";
	question.answer[2] = question.comes ? "No" : NULL;
	question.answers = question.comes ? 3 : 2;
	attached = (struct rt_attached){ .question = &question };
}

/* As if the post had been written like this. */
static void store_question(time_t ends, const char *words)
{
	redis("HSET post:1 question %s",
	      arena_printf(&mem, "%lld%s\nYes\nNo", (long long)ends, words));
}

static void store_date(time_t begins, const char *words)
{
	redis("HSET post:1 date %s", arena_printf(&mem, "%lld 0 1%s\nClub",
						  (long long)begins, words));
}

static void answer(uint64_t by, unsigned which)
{
	assert_int_equal(RT_OK, rt_answer(rt, &mem, &who[by], 1, which,
					  RT_SAME_GUESTS));
}

static void put(enum board_job what)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	board_job_put(&p, what, 1, 1);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

/* ---- workers ------------------------------------------------------------ */

/* As if the time of all jobs, or the end of all leases, had come. */
static void work(void)
{
	unit_make_due("board");
	assert_int_equal(RT_OK, rt_board_run(rt, &mem));
}

static void check_no_jobs(void)
{
	assert_redis("", "ZRANGE {board}:due 0 -1");
}

/* When this job is due, as a second; 0: never. */
static time_t due_at(const char *job)
{
	return (time_t)(rt_u64(redis("ZSCORE {board}:due %s",
				     arena_printf(&mem, "0 %s", job))) /
			1000);
}

/* Who has exactly this notice, such as "2 3". */
static const char *told(const char *entry)
{
	const char *text = "";

	for (int i = ALICE; i < MEMBERS; i++) {
		if (!redis("ZSCORE notices:%d %s", i, entry))
			continue;
		text = arena_printf(&mem, "%s%s%d", text, *text ? " " : "", i);
		assert_redis("2", "ZCARD notices:%d", i);
	}
	return text;
}

/* Each has read all notices. */
static void read_all(void)
{
	struct rt_notices n;

	for (int i = ALICE; i < MEMBERS; i++) {
		assert_int_equal(RT_OK,
				 rt_notices(rt, &mem, who[i].secret, &n));
		assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, &n));
	}
}

static uint64_t unread(uint64_t id)
{
	struct rt_user me;

	assert_int_equal(RT_OK, rt_session(rt, &mem, who[id].secret, &me));
	return me.unread;
}

static struct rt_notice only_notice(uint64_t id)
{
	struct rt_notices n;

	assert_int_equal(RT_OK, rt_notices(rt, &mem, who[id].secret, &n));
	assert_int_equal(1, n.n);
	return n.v[0];
}

/* ---- the end of a question ---------------------------------------------- */

/* It has three answers, and ended a while ago. */
static void end_question(const char *words)
{
	ask(&(struct rt_question){ .ends = unit_second() + HOUR_SECONDS });
	post_it();
	answer(BOB, 0);
	answer(CAROL, 1);
	answer(EMIL, 0);
	store_question(unit_second() - 3 * HOUR_SECONDS, words);
}

TEST(its_end_is_told_to_those_concerned)
{
	end_question("");
	work();
	assert_string_equal("1 2 3 5", told("ended 1 0"));
	check_no_jobs();
}

/* A job is put twice if a form comes twice, and may be done twice. */
TEST(its_end_is_told_once)
{
	end_question("");
	work();
	read_all();
	put(BOARD_END);
	work();
	assert_string_equal("1 2 3 5", told("ended 1 0"));
	for (int i = ALICE; i < MEMBERS; i++)
		assert_int_equal(0, unread((uint64_t)i));
}

static int run_board(int n)
{
	(void)n;
	return rt_board_run(rt, &mem);
}

/* No worker was there when it ended, and then there are many. */
TEST(its_end_is_told_late)
{
	int result[RACERS];

	end_question("");
	unit_make_due("board");
	race(run_board, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	assert_string_equal("1 2 3 5", told("ended 1 0"));
	check_no_jobs();
}

TEST(open_pages_hear_of_it_once)
{
	struct ear carol, dora;
	const char *text;

	ear_open(&carol, "live:3");
	ear_open(&dora, "live:4");
	end_question("");
	work();
	assert_int_equal(RT_OK, ear_next(&carol, 1000, &text));
	put(BOARD_END);
	work();
	assert_int_equal(RT_NOT_FOUND, ear_next(&carol, 1, &text));
	assert_int_equal(RT_NOT_FOUND, ear_next(&dora, 1, &text));
	ear_close(&carol);
	ear_close(&dora);
}

TEST(its_result)
{
	struct rt_notice n;

	end_question(" secret");
	work();
	n = only_notice(BOB);
	assert_int_equal(RT_NOTICE_ENDED, n.kind);
	assert_true(n.is_new);
	assert_int_equal(0, n.names);
	assert_int_equal(1, n.post.id);
	assert_false(n.post.attached.question->so_far.is_hidden);
	assert_int_equal(2, n.post.attached.question->so_far.count[0]);
	assert_int_equal(1, n.post.attached.question->so_far.count[1]);
}

/* Those who answer at the last moment are stored by then. */
TEST(its_end_is_due_a_moment_later)
{
	time_t ends = unit_second() + HOUR_SECONDS;

	ask(&(struct rt_question){ .ends = ends });
	post_it();
	assert_int_equal(ends + 2, due_at("end 1"));
}

/* A worker's clock was ahead. */
TEST(its_end_has_not_come)
{
	time_t ends = unit_second() + HOUR_SECONDS;

	ask(&(struct rt_question){ .ends = ends });
	post_it();
	work();
	assert_string_equal("", told("ended 1 0"));
	assert_int_equal(ends, due_at("end 1"));
}

TEST(the_end_of_a_suspended_member)
{
	end_question("");
	redis("HSET user:1 standing suspended");
	work();
	assert_string_equal("1 2 3 5", told("ended 1 0"));
}

TEST(nobody_is_told_who_has_left)
{
	end_question("");
	redis("DEL user:3");
	work();
	assert_string_equal("1 2 5", told("ended 1 0"));
}

/* ---- reminders ---------------------------------------------------------- */

/* Alice asks, and the last day of the question has begun. */
static void ask_to_remind(void)
{
	ask(&(struct rt_question){ .ends = unit_second() + 2 * DAY_SECONDS,
				   .reminds = true });
	post_it();
}

static void begin_last_day(void)
{
	store_question(unit_second() + HOUR_SECONDS, " reminds");
}

TEST(a_reminder_is_for_followers_who_have_not_answered)
{
	ask_to_remind();
	answer(CAROL, 1);
	begin_last_day();
	work();
	assert_string_equal("2 4", told("remind 1 0"));
	assert_int_equal(0, due_at("remind 1"));
}

TEST(a_reminder_comes_once)
{
	ask_to_remind();
	begin_last_day();
	work();
	read_all();
	put(BOARD_REMIND);
	work();
	assert_string_equal("2 3 4", told("remind 1 0"));
	for (int i = BOB; i <= DORA; i++)
		assert_int_equal(0, unread((uint64_t)i));
}

TEST(nobody_is_reminded_who_wants_or_may_not)
{
	ask_to_remind();
	begin_last_day();
	assert_int_equal(RT_OK, rt_mute(rt, &mem, BOB, ALICE));
	redis("ZADD quiet:3 -5 1");
	redis("HSET user:4 standing suspended");
	redis("ZADD followers:1 4 5 5 1 6 99");
	work();
	assert_string_equal("5", told("remind 1 0"));
	assert_redis("0", "EXISTS notices:99");
}

TEST(nobody_is_reminded_who_cannot_answer)
{
	ask_to_remind();
	begin_last_day();
	redis("ZADD quiet:1 -5 2 5 3");
	redis("HSET user:4 standing waiting");
	work();
	assert_string_equal("3", told("remind 1 0"));
}

TEST(a_suspended_member_reminds_nobody)
{
	ask_to_remind();
	begin_last_day();
	redis("HSET user:1 standing suspended");
	work();
	assert_string_equal("", told("remind 1 0"));
}

TEST(five_hundred_followers_at_most)
{
	ask_to_remind();
	begin_last_day();
	redis("EVAL %s 1 followers:1",
	      "for i = 1, 600 do"
	      " redis.call('ZADD', KEYS[1], 100 + i, 100 + i) end");
	redis("ZADD followers:1 101.5 3");
	for (int i = 0; i < 600; i++)
		redis("HSET user:%d username x", 101 + i);
	redis("ZADD followers:1 9999 2");
	work();
	assert_string_equal("2", told("remind 1 0"));
	assert_redis("1", "EXISTS notices:700");
	assert_redis("1", "EXISTS notices:202");
	assert_redis("0", "EXISTS notices:201");
}

static void announce_question(const char *standing)
{
	ask(&(struct rt_question){ .ends = unit_second() + 2 * DAY_SECONDS,
				   .reminds = true });
	attached.announced = unit_second() + 3 * DAY_SECONDS;
	post_it();
	begin_last_day();
	redis("HSET user:1 standing %s", standing);
}

TEST(an_announcement_reminds_all_members)
{
	announce_question("host");
	answer(BOB, 0);
	redis("HSET user:4 standing suspended");
	work();
	assert_string_equal("3 5", told("remind 1 0"));
	assert_int_equal(0, due_at("remind 1"));
}

TEST(an_announcement_by_who_may_not_announce)
{
	announce_question("member");
	work();
	assert_string_equal("2 3 4", told("remind 1 0"));
}

/* Nobody is told right after the post. */
TEST(no_reminder_on_the_last_day)
{
	time_t now = unit_second();

	ask(&(struct rt_question){ .ends = now + 23 * HOUR_SECONDS,
				   .reminds = true });
	post_it();
	assert_int_equal(0, due_at("remind 1"));
	begin_again();
	ask(&(struct rt_question){ .ends = now + 25 * HOUR_SECONDS,
				   .reminds = true });
	post_it();
	assert_int_equal(now + HOUR_SECONDS, due_at("remind 1"));
	begin_again();
	ask(&(struct rt_question){ .ends = now + 25 * HOUR_SECONDS });
	post_it();
	assert_int_equal(0, due_at("remind 1"));
}

TEST(a_reminder_that_is_late_or_early)
{
	ask_to_remind();
	work();
	assert_int_equal(question.ends - DAY_SECONDS, due_at("remind 1"));
	store_question(unit_second() - 1, " reminds");
	work();
	assert_string_equal("", told("remind 1 0"));
	assert_int_equal(0, due_at("remind 1"));
}

/* The date is changed to that second. */
static void move_date(time_t begins)
{
	struct rt_pipe p;

	date.begins = begins;
	rt_pipe_begin(&p, rt, &mem);
	board_reminder_move(&p, 1, &attached);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	store_date(begins, "");
}

static void ask_without_end(time_t begins)
{
	ask(&(struct rt_question){ .comes = true, .reminds = true });
	date = (struct rt_date){ .begins = begins };
	attached.date = &date;
	post_it();
}

TEST(a_question_without_an_end_reminds_of_its_date)
{
	time_t begins = unit_second() + 3 * DAY_SECONDS;

	ask_without_end(begins);
	assert_int_equal(begins - DAY_SECONDS, due_at("remind 1"));
	begins += HOUR_SECONDS;
	move_date(begins);
	assert_int_equal(begins - DAY_SECONDS, due_at("remind 1"));
	move_date(unit_second() + HOUR_SECONDS);
	assert_int_equal(RT_OK, rt_board_run(rt, &mem));
	assert_string_equal("2 3 4", told("remind 1 0"));
	check_no_jobs();
	move_date(unit_second() + HOUR_SECONDS);
	check_no_jobs();
}

TEST(a_question_of_the_last_day_and_a_later_date)
{
	time_t begins = unit_second() + 3 * DAY_SECONDS;

	ask_without_end(unit_second() + HOUR_SECONDS);
	check_no_jobs();
	move_date(begins);
	assert_int_equal(begins - DAY_SECONDS, due_at("remind 1"));
	question.ends = begins;
	move_date(begins + HOUR_SECONDS);
	assert_int_equal(begins - DAY_SECONDS, due_at("remind 1"));
}

TEST(a_cancelled_date_reminds_nobody)
{
	ask_without_end(unit_second() + 3 * DAY_SECONDS);
	store_date(unit_second() + HOUR_SECONDS, " cancelled");
	work();
	assert_string_equal("", told("remind 1 0"));
	check_no_jobs();
}

/* Whoever has answered since is not told to. */
TEST(a_reminder_ends_with_the_answer)
{
	struct rt_notices n;

	ask_to_remind();
	begin_last_day();
	work();
	assert_int_equal(RT_NOTICE_REMIND, only_notice(BOB).kind);
	answer(BOB, 0);
	assert_int_equal(RT_OK, rt_notices(rt, &mem, who[BOB].secret, &n));
	assert_int_equal(0, n.n);
	assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, &n));
	assert_redis("seen", "ZRANGE notices:2 0 -1");
	store_question(unit_second() - 1, " reminds");
	assert_int_equal(RT_OK, rt_notices(rt, &mem, who[CAROL].secret, &n));
	assert_int_equal(0, n.n);
}

/* ---- dates -------------------------------------------------------------- */

/* Bob says Yes, carol Maybe, and dora No. */
static void ask_who_comes(void)
{
	ask(&(struct rt_question){ .comes = true });
	date = (struct rt_date){ .begins = unit_second() + DAY_SECONDS };
	attached.date = &date;
	post_it();
	answer(BOB, RT_COMES_YES);
	answer(CAROL, RT_COMES_MAYBE);
	answer(DORA, RT_COMES_NO);
}

TEST(a_changed_date_is_told_to_those_who_come)
{
	struct rt_notice n;

	ask_who_comes();
	put(BOARD_CHANGED);
	work();
	assert_string_equal("2 3", told("changed 1 0"));
	check_no_jobs();
	n = only_notice(CAROL);
	assert_int_equal(RT_NOTICE_CHANGED, n.kind);
	assert_non_null(n.post.attached.date);
}

TEST(another_change_is_told_again)
{
	ask_who_comes();
	put(BOARD_CHANGED);
	work();
	read_all();
	assert_int_equal(0, unread(BOB));
	put(BOARD_CHANGED);
	work();
	assert_string_equal("2 3", told("changed 1 0"));
	assert_int_equal(1, unread(BOB));
	assert_int_equal(1, unread(CAROL));
}

/* A worker has the first job in hand. */
TEST(another_change_at_the_same_moment)
{
	const char *first;

	ask_who_comes();
	redis("ZADD {board}:due 1 %s", "0 changed 1 5");
	put(BOARD_CHANGED);
	first = redis("ZRANGE {board}:due 0 -1");
	assert_non_null(strstr(first, "0 changed 1 5"));
	assert_non_null(strstr(first, "0 changed 1 "));
	assert_redis("2", "ZCARD {board}:due");
	work();
	assert_string_equal("2 3", told("changed 1 0"));
	check_no_jobs();
}

TEST(a_cancelled_date)
{
	ask_who_comes();
	put(BOARD_CANCELLED);
	work();
	assert_string_equal("", told("cancelled 1 0"));
	store_date(date.begins, " cancelled");
	put(BOARD_CHANGED);
	put(BOARD_CANCELLED);
	work();
	assert_string_equal("2 3", told("cancelled 1 0"));
	assert_int_equal(RT_NOTICE_CANCELLED, only_notice(BOB).kind);
	check_no_jobs();
}

TEST(a_date_for_which_nobody_says_who_comes)
{
	ask(&(struct rt_question){ .ends = 0 });
	date = (struct rt_date){ .begins = unit_second() + DAY_SECONDS };
	attached.date = &date;
	post_it();
	answer(BOB, 0);
	put(BOARD_CHANGED);
	work();
	assert_string_equal("", told("changed 1 0"));
	check_no_jobs();
}

/* ---- readers ------------------------------------------------------------ */

static time_t announced; /* until then */

static void announce(void)
{
	announced = unit_second() + DAY_SECONDS;
	attached = (struct rt_attached){ .announced = announced };
	post_it();
	redis("ZADD read:1 1 2 2 3 3 4");
}

static void make_announcement_old(void)
{
	announced = unit_second() - READ_BY_SECONDS - 1;
	redis("HSET post:1 announced %lld", (long long)announced);
}

static void check_readers(const char *n)
{
	assert_redis(arena_printf(&mem, "%lld %s", (long long)announced, n),
		     "HGET post:1 announced");
	assert_redis("0", "EXISTS read:1");
}

TEST(only_the_number_of_readers_is_kept)
{
	struct rt_post post;

	announce();
	make_announcement_old();
	work();
	check_readers("3");
	check_no_jobs();
	put(BOARD_READERS);
	work();
	check_readers("3");
	assert_int_equal(RT_OK, rt_post_read(rt, &mem, 1, &post));
	assert_int_equal(announced, post.attached.announced);
	assert_int_equal(3, post.attached.readers);
}

TEST(readers_of_a_younger_announcement)
{
	announce();
	work();
	assert_redis("3", "ZCARD read:1");
	assert_int_equal(announced + READ_BY_SECONDS, due_at("readers 1"));
}

/* ---- posts that are gone ------------------------------------------------ */

static void put_all(void)
{
	for (int what = 0; what < BOARD_JOBS; what++)
		put((enum board_job)what);
}

static void check_nobody_told(void)
{
	for (int i = ALICE; i < MEMBERS; i++)
		assert_redis("0", "EXISTS notices:%d", i);
}

TEST(a_post_that_is_gone)
{
	end_question("");
	put_all();
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &who[ALICE], 1));
	unit_deliver();
	work();
	check_no_jobs();
	check_nobody_told();
}

TEST(a_post_without_any_of_it)
{
	attached = (struct rt_attached){ 0 };
	post_it();
	put_all();
	work();
	check_no_jobs();
	check_nobody_told();
}

TEST(a_post_that_was_removed)
{
	end_question("");
	assert_int_equal(RT_OK, rt_post_remove(rt, &mem, 1, &nobody));
	redis("DEL notices:1");
	work();
	check_nobody_told();
	assert_true(due_at("end 1") > unit_second() + 23 * HOUR_SECONDS);
	assert_int_equal(RT_OK, rt_post_restore(rt, &mem, 1, &nobody));
	redis("DEL notices:1");
	work();
	assert_string_equal("1 2 3 5", told("ended 1 0"));
	check_no_jobs();
}

TEST(odd_entries)
{
	redis("ZADD {board}:due 1 %s 1 %s 1 %s 1 %s 1 %s 1 %s", "junk",
	      "0 junk", "0 end", "0 end x", "0 end 1 5 6", "0 end 1x");
	work();
	check_no_jobs();
}

/* ---- slices ------------------------------------------------------------- */

/* `n` more members from 100 on, all of whom have answered Yes. */
static void answer_in_crowd(int n)
{
	for (int i = 100; i < 100 + n; i++)
		redis("HSET user:%d username x", i);
	redis("EVAL %s 1 answers:1 %d %lld %d",
	      "for i = 100, 99 + ARGV[1] do"
	      " redis.call('ZADD', KEYS[1], 5 + i % 7, '0 ' .. i,"
	      " string.format('%.0f', ARGV[2] * ARGV[3] + 5 + i % 7), i) end",
	      n, (long long)ANSWERS_BAND, ANSWERS_MEMBERS);
}

/* How many of them have a notice, and no second one. */
static int told_in_crowd(int n)
{
	int has = 0;

	for (int i = 100; i < 100 + n; i++) {
		uint64_t cards = redis_number("ZCARD notices:%d", i);

		assert_true(cards == 0 || cards == 2);
		has += cards == 2;
	}
	return has;
}

TEST(a_crowd_is_told_in_slices)
{
	end_question("");
	answer_in_crowd(1200);
	work();
	assert_int_equal(1200, told_in_crowd(1200));
	assert_string_equal("1 2 3 5", told("ended 1 0"));
	check_no_jobs();
}

/* A run tells ten times five hundred, and the author. */
TEST(a_run_is_bounded)
{
	end_question("");
	answer_in_crowd(5100);
	work();
	assert_int_equal(5000, told_in_crowd(5100));
	assert_redis("1", "ZCARD {board}:due");
	assert_non_null(strstr(redis("ZRANGE {board}:due 0 -1"), "0 end 1 "));
	work();
	assert_int_equal(5100, told_in_crowd(5100));
	check_no_jobs();
}

TEST(all_members_in_slices)
{
	announce_question("host");
	for (int i = 100; i < 1300; i++) {
		redis("HSET user:%d username x%d", i, i);
		redis("ZADD directory 0 %s",
		      arena_printf(&mem, "x y%d\t%d", i, i));
	}
	work();
	assert_int_equal(1200, told_in_crowd(1200));
	assert_string_equal("2 3 4 5", told("remind 1 0"));
	assert_int_equal(0, due_at("remind 1"));
}

TEST(those_who_come_in_slices)
{
	ask_who_comes();
	answer_in_crowd(1200);
	put(BOARD_CHANGED);
	work();
	assert_int_equal(1200, told_in_crowd(1200));
	assert_string_equal("2 3", told("changed 1 0"));
	check_no_jobs();
}

/* Somebody at a bookmark leaves. */
TEST(a_bookmark_that_is_gone)
{
	end_question("");
	redis("ZADD {board}:due 1 %s",
	      arena_printf(&mem, "0 end 1 5 %s 2",
			   redis("ZSCORE answers:1 2")));
	redis("ZREM {board}:due %s", "0 end 1");
	redis("ZREM answers:1 2");
	work();
	assert_string_equal("3 5", told("ended 1 0"));
}

/* ---- killed ------------------------------------------------------------- */

static void run_worker(void)
{
	rt_board_run(rt, &mem);
}

/* Wherever a worker dies, the next one tells them, and nobody twice. */
static void check_killed(void (*prepare)(void), const char *entry,
			 const char *expected)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		prepare();
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		work();
		assert_string_equal(expected, told(entry));
		check_no_jobs();
		begin_again();
	}
}

static void prepare_end(void)
{
	end_question("");
}

TEST(a_killed_end)
{
	check_killed(prepare_end, "ended 1 0", "1 2 3 5");
}

static void prepare_reminder(void)
{
	ask(&(struct rt_question){ .reminds = true });
	date = (struct rt_date){ .begins = unit_second() + HOUR_SECONDS };
	attached.date = &date;
	attached.announced = 1;
	post_it();
	redis("DEL {board}:due");
	put(BOARD_REMIND);
	redis("HSET user:1 standing host");
}

TEST(a_killed_reminder)
{
	check_killed(prepare_reminder, "remind 1 0", "2 3 4 5");
}

/*
 * Both had notices of an earlier change, and have read them.  Whoever the worker
 * told before it died has read that, too, and is not told again.
 */
TEST(a_killed_change)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		uint64_t told_before[2];

		ask_who_comes();
		put(BOARD_CHANGED);
		work();
		read_all();
		put(BOARD_CHANGED);
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		for (int i = 0; i < 2; i++)
			told_before[i] = unread((uint64_t)(BOB + i));
		read_all();
		work();
		assert_string_equal("2 3", told("changed 1 0"));
		for (int i = 0; i < 2; i++)
			assert_int_equal(told_before[i] ? 0 : 1,
					 unread((uint64_t)(BOB + i)));
		check_no_jobs();
		begin_again();
	}
}

TEST(a_killed_count_of_readers)
{
	bool is_done = false;

	for (unsigned n = 0; !is_done; n++) {
		announce();
		make_announcement_old();
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		if (redis_number("EXISTS read:1"))
			assert_redis("3", "ZCARD read:1");
		work();
		check_readers("3");
		check_no_jobs();
		begin_again();
	}
}

/* In the middle of the second slice, or between two. */
TEST(a_crowd_and_a_killed_worker)
{
	bool is_done = false;

	for (unsigned n = 97; !is_done; n += 397) {
		prepare_end();
		answer_in_crowd(600);
		unit_make_due("board");
		is_done = proxy_run(n, run_worker);
		work();
		assert_int_equal(600, told_in_crowd(600));
		assert_string_equal("1 2 3 5", told("ended 1 0"));
		check_no_jobs();
		begin_again();
	}
}

ON_MANY(a_killed_end)
ON_MANY(a_killed_reminder)
ON_MANY(a_killed_change)
ON_MANY(a_killed_count_of_readers)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(its_end_is_told_to_those_concerned),
		SITE(its_end_is_told_once),
		SITE(its_end_is_told_late),
		SITE(open_pages_hear_of_it_once),
		SITE(its_result),
		SITE(its_end_is_due_a_moment_later),
		SITE(its_end_has_not_come),
		SITE(the_end_of_a_suspended_member),
		SITE(nobody_is_told_who_has_left),
		SITE(a_reminder_is_for_followers_who_have_not_answered),
		SITE(a_reminder_comes_once),
		SITE(nobody_is_reminded_who_wants_or_may_not),
		SITE(nobody_is_reminded_who_cannot_answer),
		SITE(a_suspended_member_reminds_nobody),
		SITE(five_hundred_followers_at_most),
		SITE(an_announcement_reminds_all_members),
		SITE(an_announcement_by_who_may_not_announce),
		SITE(no_reminder_on_the_last_day),
		SITE(a_reminder_that_is_late_or_early),
		SITE(a_question_without_an_end_reminds_of_its_date),
		SITE(a_question_of_the_last_day_and_a_later_date),
		SITE(a_cancelled_date_reminds_nobody),
		SITE(a_reminder_ends_with_the_answer),
		SITE(a_changed_date_is_told_to_those_who_come),
		SITE(another_change_is_told_again),
		SITE(another_change_at_the_same_moment),
		SITE(a_cancelled_date),
		SITE(a_date_for_which_nobody_says_who_comes),
		SITE(only_the_number_of_readers_is_kept),
		SITE(readers_of_a_younger_announcement),
		SITE(a_post_that_is_gone),
		SITE(a_post_without_any_of_it),
		SITE(a_post_that_was_removed),
		SITE(odd_entries),
		SITE(a_crowd_is_told_in_slices),
		SITE(a_run_is_bounded),
		SITE(all_members_in_slices),
		SITE(those_who_come_in_slices),
		SITE(a_bookmark_that_is_gone),
		SITE(a_killed_end),
		SITE(a_killed_reminder),
		SITE(a_killed_change),
		SITE(a_killed_count_of_readers),
		SITE(a_crowd_and_a_killed_worker),
		SITE(a_killed_end_on_many),
		SITE(a_killed_reminder_on_many),
		SITE(a_killed_change_on_many),
		SITE(a_killed_count_of_readers_on_many),
	};

	return RUN_REDIS(tests);
}
