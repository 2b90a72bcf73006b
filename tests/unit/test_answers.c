/* Answering questions, and how the answers are counted. */
#include "race.h"
#include "unit.h"

#include "libretwis/post/answers.h"

static struct rt_user alice, bob, carol;

static uint64_t ask(const struct rt_user *who, const char *answers,
		    struct rt_question q)
{
	struct rt_draft draft = { .body = "And?", .attached.question = &q };
	uint64_t id = 0;

	assert_null(rt_answers_problem(&mem, answers, &q));
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, who, &draft, &id));
	return id;
}

/* Post 1 asks who comes, and post 2 what to eat, of which one may choose more. */
static int two_questions(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	ask(&alice, RT_COMES, (struct rt_question){ .ends = 0 });
	return ask(&alice, "Soup\nBread\nFish",
		   (struct rt_question){ .several = true }) != 2;
}

static void answer(const struct rt_user *who, uint64_t post, unsigned n)
{
	assert_int_equal(RT_OK,
			 rt_answer(rt, &mem, who, post, n, RT_SAME_GUESTS));
}

static void take_back(const struct rt_user *who, uint64_t post, unsigned n)
{
	assert_int_equal(RT_OK, rt_unanswer(rt, &mem, who, post, n));
}

static struct rt_answered look(const struct rt_user *who, uint64_t id)
{
	struct rt_status s;

	assert_int_equal(RT_OK, rt_status(rt, &mem, who ? who->secret : NULL,
					  id, 0, &s));
	assert_non_null(s.post.attached.question);
	return s.post.attached.question->so_far;
}

/* "2 0 1 of 3 +4": the counts, the members, and the guests. */
static const char *counted(uint64_t id)
{
	struct rt_answered r = look(NULL, id);

	return arena_printf(&mem, ID " " ID " " ID " of " ID " +" ID,
			    r.count[0], r.count[1], r.count[2], r.members,
			    r.guests);
}

static void move_end(uint64_t id, time_t ends)
{
	redis("HSET post:%s question %s", arena_printf(&mem, ID, id),
	      arena_printf(&mem, "%lld secret\nA\nB\nC", (long long)ends));
}

/* ---- one answer --------------------------------------------------------- */

TEST(another_answer_replaces_the_first)
{
	answer(&bob, 1, RT_COMES_YES);
	answer(&bob, 1, RT_COMES_YES);
	answer(&carol, 1, RT_COMES_YES);
	assert_string_equal("2 0 0 of 2 +0", counted(1));
	answer(&bob, 1, RT_COMES_NO);
	assert_string_equal("1 0 1 of 2 +0", counted(1));
	assert_int_equal(1U << RT_COMES_NO, look(&bob, 1).mine);
	assert_int_equal(0, look(&alice, 1).mine);
	assert_redis("1", "ZRANGE answered:2 0 -1");
}

TEST(an_answer_is_taken_back)
{
	answer(&bob, 1, RT_COMES_MAYBE);
	take_back(&bob, 1, RT_COMES_YES);
	assert_string_equal("0 1 0 of 1 +0", counted(1));
	take_back(&bob, 1, RT_COMES_MAYBE);
	take_back(&bob, 1, RT_COMES_MAYBE);
	assert_string_equal("0 0 0 of 0 +0", counted(1));
	assert_redis("0", "EXISTS answers:1");
}

TEST(guests_come_with_a_yes)
{
	assert_int_equal(RT_OK, rt_answer(rt, &mem, &bob, 1, RT_COMES_YES, 3));
	assert_int_equal(RT_OK,
			 rt_answer(rt, &mem, &carol, 1, RT_COMES_YES, 9));
	assert_string_equal("2 0 0 of 2 +12", counted(1));
	assert_int_equal(3, look(&bob, 1).my_guests);
	answer(&bob, 1, RT_COMES_YES);
	assert_int_equal(3, look(&bob, 1).my_guests);
	assert_int_equal(RT_OK,
			 rt_answer(rt, &mem, &carol, 1, RT_COMES_YES, 0));
	assert_string_equal("2 0 0 of 2 +3", counted(1));
	answer(&bob, 1, RT_COMES_MAYBE);
	assert_string_equal("1 1 0 of 2 +0", counted(1));
	answer(&bob, 1, RT_COMES_YES);
	assert_string_equal("2 0 0 of 2 +0", counted(1));
}

/* ---- several ------------------------------------------------------------ */

TEST(several_answers_are_one_member)
{
	answer(&bob, 2, 0);
	answer(&bob, 2, 2);
	answer(&carol, 2, 2);
	assert_string_equal("1 0 2 of 2 +0", counted(2));
	assert_int_equal(5, look(&bob, 2).mine);
	take_back(&bob, 2, 0);
	assert_string_equal("0 0 2 of 2 +0", counted(2));
	take_back(&bob, 2, 2);
	assert_string_equal("0 0 1 of 1 +0", counted(2));
}

TEST(only_who_comes_brings_guests)
{
	assert_int_equal(RT_OK, rt_answer(rt, &mem, &bob, 2, 0, 5));
	assert_string_equal("1 0 0 of 1 +0", counted(2));
}

/* ---- what is refused ---------------------------------------------------- */

TEST(no_such_answer)
{
	assert_int_equal(RT_DENIED, rt_answer(rt, &mem, &bob, 1, 3, 0));
	assert_int_equal(RT_DENIED, rt_unanswer(rt, &mem, &bob, 1, 9));
	assert_redis("0", "EXISTS answers:1 answered:2");
}

TEST(no_such_question)
{
	const uint64_t table[] = { 0, 3, 4, 5, 6, 77, UINT64_MAX };

	redis("HSET post:3 gone 1");
	redis("HSET post:4 user_id 1 body x");
	redis("HSET post:5 user_id 1 body x repost_of 1 question %s",
	      "0\nA\nB");
	redis("HSET post:6 user_id 1 removed x question %s", "0\nA\nB");
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(RT_NOT_FOUND,
				 rt_answer(rt, &mem, &bob, table[i], 0, 0));
	assert_redis("0", "EXISTS answers:3 answers:4 answers:5 answers:6");
	assert_redis("0", "EXISTS answered:2");
}

TEST(after_its_end)
{
	answer(&bob, 2, 0);
	move_end(2, time(NULL) - 1);
	assert_int_equal(RT_LATE, rt_answer(rt, &mem, &carol, 2, 0, 0));
	assert_int_equal(RT_LATE, rt_unanswer(rt, &mem, &bob, 2, 0));
	assert_string_equal("1 0 0 of 1 +0", counted(2));
	move_end(2, time(NULL) + 60);
	answer(&carol, 2, 0);
}

TEST(blocked_and_suspended)
{
	assert_int_equal(RT_OK, rt_block(rt, &mem, alice.id, bob.id));
	assert_int_equal(RT_BLOCKED, rt_answer(rt, &mem, &bob, 1, 0, 0));
	unit_standing(alice.id, RT_SUSPENDED);
	assert_int_equal(RT_NOT_FOUND, rt_answer(rt, &mem, &carol, 1, 0, 0));
	assert_redis("0", "EXISTS answers:1");
}

/* ---- at the same moment ------------------------------------------------- */

static int answer_n(int n)
{
	return (int)rt_answer(rt, &mem, &bob, 1, (unsigned)n % 3, n % 4);
}

TEST(many_answers_at_once_leave_one)
{
	int result[RACERS];
	struct rt_answered r;

	race(answer_n, result);
	assert_int_equal(RACERS, race_count(result, RT_OK));
	r = look(&bob, 1);
	assert_int_equal(1, r.members);
	assert_int_equal(1, r.count[0] + r.count[1] + r.count[2]);
	assert_int_equal(r.guests, r.my_guests);
	assert_redis("2", "ZCARD answers:1");
}

/* ---- a secret ballot ---------------------------------------------------- */

TEST(counts_appear_from_five_answers_on)
{
	move_end(2, time(NULL) + 3600);
	for (int i = 0; i < RT_SECRET_MIN; i++) {
		struct rt_user who =
			unit_member(arena_printf(&mem, "voter%d", i));

		assert_true(look(NULL, 2).is_hidden);
		assert_string_equal(arena_printf(&mem, "0 0 0 of %d +0", i),
				    counted(2));
		answer(&who, 2, 1);
		assert_int_equal(2, look(&who, 2).mine);
	}
	assert_false(look(NULL, 2).is_hidden);
	assert_string_equal("0 5 0 of 5 +0", counted(2));
}

TEST(counts_appear_at_its_end)
{
	move_end(2, time(NULL) + 3600);
	answer(&bob, 2, 1);
	assert_string_equal("0 0 0 of 1 +0", counted(2));
	move_end(2, time(NULL) - 1);
	assert_false(look(NULL, 2).is_hidden);
	assert_string_equal("0 1 0 of 1 +0", counted(2));
}

/* ---- lists -------------------------------------------------------------- */

TEST(every_list_has_the_counts)
{
	struct rt_home home;
	struct rt_public public;

	answer(&bob, 1, RT_COMES_YES);
	assert_int_equal(
		RT_OK, rt_public(rt, &mem, bob.secret, RT_NO_PLACE, &public));
	assert_int_equal(2, public.posts.n);
	assert_int_equal(1, public.posts.v[1].attached.question->so_far.mine);
	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, alice.secret, RT_NO_PLACE, &home));
	assert_int_equal(2, home.posts.n);
	assert_int_equal(1,
			 home.posts.v[1].attached.question->so_far.count[0]);
	assert_int_equal(0, home.posts.v[1].attached.question->so_far.mine);
}

TEST(the_text_of_an_answered_question_stays)
{
	const struct rt_edit edit = { .id = 1,
				      .version = "0",
				      .body = "Another question?" };
	struct rt_editable post;

	assert_int_equal(RT_OK, rt_edit_begin(rt, &mem, &alice, 1, &post));
	answer(&bob, 1, RT_COMES_YES);
	assert_int_equal(RT_ANSWERED, rt_edit(rt, &mem, &alice, &edit));
	assert_int_equal(RT_ANSWERED,
			 rt_edit_begin(rt, &mem, &alice, 1, &post));
	assert_redis("And?", "HGET post:1 body");
}

TEST(answers_go_with_their_post)
{
	answer(&bob, 1, RT_COMES_YES);
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	assert_true(unit_deliver() > 0);
	assert_redis("0", "EXISTS answers:1 answered:2");
}

TEST(many_answers_go_with_their_post)
{
	redis("EVAL %s 0", "for i = 1001, 1250 do "
			   "redis.call('ZADD', 'answers:1', 5, '0 ' .. i, "
			   "8 * 2^40 + 5, i) "
			   "redis.call('ZADD', 'answered:' .. i, 5, 1) end "
			   "redis.call('ZADD', 'answers:1', 9 * 2^40, 'odd')");
	assert_int_equal(RT_OK, rt_post_delete(rt, &mem, &alice, 1));
	while (unit_deliver())
		;
	assert_redis("0", "EXISTS answers:1");
	assert_redis("", "KEYS answered:*");
}

#define ASKED(test)                                                           \
	cmocka_unit_test_setup_teardown(test, two_questions, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(another_answer_replaces_the_first),
		ASKED(an_answer_is_taken_back),
		ASKED(guests_come_with_a_yes),
		ASKED(several_answers_are_one_member),
		ASKED(only_who_comes_brings_guests),
		ASKED(no_such_answer),
		ASKED(no_such_question),
		ASKED(after_its_end),
		ASKED(blocked_and_suspended),
		ASKED(many_answers_at_once_leave_one),
		ASKED(counts_appear_from_five_answers_on),
		ASKED(counts_appear_at_its_end),
		ASKED(every_list_has_the_counts),
		ASKED(the_text_of_an_answered_question_stays),
		ASKED(answers_go_with_their_post),
		ASKED(many_answers_go_with_their_post),
	};

	return RUN_REDIS(tests);
}
