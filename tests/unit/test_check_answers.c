/* Checking the answers to questions. */
#include "checked.h"

#define ASKED                                                                 \
	"HSET post:2 question 0~comes", "ZADD answered:1 5 2",                \
		"ZADD answers:2 5 0~1 8796093022213 1"

TEST(an_answer_is_consistent)
{
	const struct rt_user alice = { .id = 1, .name = "alice" };

	redis("HSET post:2 question %s", "0 comes");
	assert_int_equal(RT_OK, rt_answer(rt, &mem, &alice, 2, 0, 2));
	checked_clean("answered");
	assert_int_equal(RT_OK, rt_unanswer(rt, &mem, &alice, 2, 0));
	checked_clean("taken back");
}

TEST(answers)
{
	static const struct break_row table[] = {
		{ "answered question gone",
		  "member 1 has answered post 77, which is gone",
		  { "ZADD answered:1 5 77" } },
		{ "answer of a missing member",
		  "post 2 was answered by 99, who does not exist",
		  { ASKED, "ZADD answers:2 5 1~99 8796093022213 99" } },
		{ "answer not listed",
		  "answered:1 lacks post 2, which that member answered",
		  { ASKED, "DEL answered:1" } },
	};

	checked_rows(table, COUNT(table));
}

/* More than are read at once, and the last of them is wrong. */
TEST(very_many_answers)
{
	redis("EVAL %s 0",
	      "for i = 1000, 3100 do redis.call('HSET', 'user:' .. i, "
	      "'username', 'm' .. i) redis.call('ZADD', 'answers:2', "
	      "8 * 2^40 + i, i) redis.call('ZADD', 'answered:' .. i, 1, 2) "
	      "end redis.call('ZADD', 'answered:1', 1, 2) "
	      "redis.call('DEL', 'answered:3100')");
	assert_non_null(strstr(checked(false), "answered:3100 lacks post 2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(an_answer_is_consistent),
		SITE(answers),
		SITE(very_many_answers),
	};

	return RUN_ADMIN(tests);
}
