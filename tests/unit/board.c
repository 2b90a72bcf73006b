#include "board.h"

#include "base/day.h"

struct rt_user board_who[MEMBERS];

int board_site(void **state)
{
	static const char *const names[] = { NULL,    "alice", "bob",
					     "carol", "dora",  "emil" };

	if (unit_adopted(state) != 0)
		return -1;
	for (int i = ALICE; i < MEMBERS; i++) {
		board_who[i] = unit_member(names[i]);
		redis("ZADD directory 0 %s",
		      arena_printf(&mem, "%s\t%d", names[i], i));
	}
	board_who[ALICE].standing = RT_HOST;
	redis("ZADD followers:1 1 2 2 3 3 4");
	return 0;
}

void board_begin_again(void)
{
	unit_forget(NULL);
	assert_int_equal(0, board_site(NULL));
}

/* ---- posts -------------------------------------------------------------- */

struct rt_attached board_attached;
struct rt_question board_question;
struct rt_date board_date;

void board_post(void)
{
	static int nonces;
	const struct rt_draft draft = {
		.body = "Well?",
		.nonce = arena_printf(&mem, "nonce %d", nonces++),
		.attached = board_attached,
	};
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &board_who[ALICE],
					       &draft, &id));
	assert_int_equal(1, id);
}

void board_ask(const struct rt_question *asked)
{
	board_question = *asked;
	board_question.answer[0] = "Yes";
	board_question.answer[1] = board_question.comes ? "Maybe" : "No";
	board_question.answer[2] = board_question.comes ? "No" : NULL;
	board_question.answers = board_question.comes ? 3 : 2;
	board_attached = (struct rt_attached){ .question = &board_question };
}

void board_store_question(time_t ends, const char *words)
{
	redis("HSET post:1 question %s",
	      arena_printf(&mem, "%lld%s\nYes\nNo", (long long)ends, words));
}

void board_store_date(time_t begins, const char *words)
{
	redis("HSET post:1 date %s", arena_printf(&mem, "%lld 0 1%s\nClub",
						  (long long)begins, words));
}

void board_answer(uint64_t by, unsigned which)
{
	assert_int_equal(RT_OK, rt_answer(rt, &mem, &board_who[by], 1, which,
					  RT_SAME_GUESTS));
}

void board_put_job(enum board_job what)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	board_job_put(&p, what, 1, 1);
	assert_int_equal(RT_OK, rt_pipe_end(&p));
}

/* ---- workers ------------------------------------------------------------ */

void board_work(void)
{
	unit_make_due("board");
	assert_int_equal(RT_OK, rt_board_run(rt, &mem));
}

void board_check_no_jobs(void)
{
	assert_redis("", "ZRANGE {board}:due 0 -1");
}

time_t board_due(const char *job)
{
	return (time_t)(rt_u64(redis("ZSCORE {board}:due %s",
				     arena_printf(&mem, "0 %s", job))) /
			1000);
}

const char *board_told(const char *entry)
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

void board_read_all(void)
{
	struct rt_notices n;

	for (int i = ALICE; i < MEMBERS; i++) {
		assert_int_equal(
			RT_OK, rt_notices(rt, &mem, board_who[i].secret, &n));
		assert_int_equal(RT_OK, rt_notices_seen(rt, &mem, &n));
	}
}

uint64_t board_unread(uint64_t id)
{
	struct rt_user me;

	assert_int_equal(RT_OK,
			 rt_session(rt, &mem, board_who[id].secret, &me));
	return me.unread;
}

struct rt_notice board_notice(uint64_t id)
{
	struct rt_notices n;

	assert_int_equal(RT_OK,
			 rt_notices(rt, &mem, board_who[id].secret, &n));
	assert_int_equal(1, n.n);
	return n.v[0];
}

/* ---- what the tests begin with ------------------------------------------- */

void board_end_question(const char *words)
{
	board_ask(
		&(struct rt_question){ .ends = unit_second() + HOUR_SECONDS });
	board_post();
	board_answer(BOB, 0);
	board_answer(CAROL, 1);
	board_answer(EMIL, 0);
	board_store_question(unit_second() - 3 * HOUR_SECONDS, words);
}

void board_ask_to_remind(void)
{
	board_ask(&(struct rt_question){
		.ends = unit_second() + 2 * DAY_SECONDS, .reminds = true });
	board_post();
}

void board_begin_last_day(void)
{
	board_store_question(unit_second() + HOUR_SECONDS, " reminds");
}

void board_announce_question(const char *standing)
{
	board_ask(&(struct rt_question){
		.ends = unit_second() + 2 * DAY_SECONDS, .reminds = true });
	board_attached.announced = unit_second() + 3 * DAY_SECONDS;
	board_post();
	board_begin_last_day();
	redis("HSET user:1 standing %s", standing);
}

void board_ask_who_comes(void)
{
	board_ask(&(struct rt_question){ .comes = true });
	board_date = (struct rt_date){ .begins = unit_second() + DAY_SECONDS };
	board_attached.date = &board_date;
	board_post();
	board_answer(BOB, RT_COMES_YES);
	board_answer(CAROL, RT_COMES_MAYBE);
	board_answer(DORA, RT_COMES_NO);
}

time_t board_announced;

void board_announce(void)
{
	board_announced = unit_second() + DAY_SECONDS;
	board_attached = (struct rt_attached){ .announced = board_announced };
	board_post();
	redis("ZADD read:1 1 2 2 3 3 4");
}

void board_age_announcement(void)
{
	board_announced = unit_second() - READ_BY_SECONDS - 1;
	redis("HSET post:1 announced %lld", (long long)board_announced);
}

void board_check_readers(const char *n)
{
	assert_redis(
		arena_printf(&mem, "%lld %s", (long long)board_announced, n),
		"HGET post:1 announced");
	assert_redis("0", "EXISTS read:1");
}
