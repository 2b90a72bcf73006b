/* What a post has besides its text, as fields and as somebody types it. */
#include "unit.h"

#include "libretwis/post/attached.h"

static struct rt_attached read_fields(const char *announced,
				      const char *question, const char *date)
{
	union post_fields fields = { .field = { NULL } };

	fields.announced = announced;
	fields.question = question;
	fields.date = date;
	return attached_read(&mem, &fields);
}

/* ---- the fields --------------------------------------------------------- */

/* What is written and read again is the same. */
static void expect_same(const char *announced, const char *question,
			const char *date)
{
	struct rt_attached all = read_fields(announced, question, date);

	assert_string_equal(announced, attached_announced(&mem, &all));
	assert_string_equal(question, attached_question(&mem, &all));
	assert_string_equal(date, attached_date(&mem, &all));
}

TEST(written_and_read_again)
{
	expect_same("", "", "");
	expect_same("1800000000", "", "");
	expect_same("", "0 comes", "");
	expect_same("", "1800000000 several secret reminds\nRed\nBlue", "");
	expect_same("", "0\nA\nB\nC\nD\nE\nF", "1800000000 0 0 day\n");
	expect_same("1", "0\nday\ncancelled",
		    "1800000000 1800003600 7 day cancelled\nHall, 3; below");
}

TEST(each_part)
{
	struct rt_attached all = read_fields(
		"1800000000 12", "1700000000 secret\nYes, sir\nNo",
		"1800000000 1800003600 2 cancelled\nThe boat house");

	assert_int_equal(1800000000, all.announced);
	assert_int_equal(12, all.readers);
	assert_int_equal(2, all.question->answers);
	assert_string_equal("Yes, sir", all.question->answer[0]);
	assert_true(all.question->secret && !all.question->several);
	assert_false(all.question->comes || all.question->reminds);
	assert_true(rt_question_has_ended(all.question));
	assert_int_equal(3600, all.date->ends - all.date->begins);
	assert_int_equal(2, all.date->changes);
	assert_true(all.date->is_cancelled && !all.date->is_all_day);
	assert_string_equal("The boat house", all.date->place);
	all = read_fields(NULL, "0 comes", "1800000000 0 0 day");
	assert_int_equal(RT_COMES_ANSWERS, all.question->answers);
	assert_string_equal("Maybe", all.question->answer[RT_COMES_MAYBE]);
	assert_false(rt_question_has_ended(all.question));
	assert_null(all.date->place);
	assert_true(all.date->is_all_day);
}

TEST(what_makes_no_sense)
{
	const char *const table[] = { "",      "x",           "-5",
				      "comes", "\n",          "0",
				      "0\n",   "0\nOnly one", "0 day\n" };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_attached all =
			read_fields(table[i], table[i], table[i]);

		CHECK(table[i], !all.question && !all.date);
		CHECK(table[i], !all.announced);
	}
	assert_int_equal(RT_ANSWERS_MAX,
			 read_fields("", "0\na\nb\nc\nd\ne\nf\ng", "")
				 .question->answers);
}

/* ---- what somebody types ------------------------------------------------ */

/* "Red|Blue", or the sentence. */
static const char *typed(const char *text)
{
	struct rt_question q = { .answers = 0 };
	const char *problem = rt_answers_problem(&mem, text, &q), *all = "";

	for (size_t i = 0; !problem && i < q.answers; i++)
		all = arena_printf(&mem, "%s%s%s", all, i ? "|" : "",
				   q.answer[i]);
	return problem ? problem : all;
}

static const char *repeated(const char *text, int n)
{
	const char *all = "";

	while (n--)
		all = arena_printf(&mem, "%s%s", all, text);
	return all;
}

TEST(answers)
{
	static const struct {
		const char *text, *is;
	} table[] = {
		{ "", "" },
		{ " \r\n\t\n", "" },
		{ "Red\nBlue", "Red|Blue" },
		{ "  Red \r\n\r\n Blue\t\r\n", "Red|Blue" },
		{ "Red\rBlue", "Red|Blue" },
		{ "comes", "Yes|Maybe|No" },
		{ " comes\r\n", "Yes|Maybe|No" },
		{ "comes\ngoes", "comes|goes" },
		{ "1\n2\n3\n4\n5\n6", "1|2|3|4|5|6" },
		{ "1\n2\n3\n4\n5\n6\n7",
		  "A question can have at most 6 answers." },
		{ "Red", "One answer leaves no choice. Write at least two, "
			 "one on each line." },
		{ "Red\nRed", "“Red” is there twice." },
		/* The same letter, composed and not. */
		{ "\xc3\xa9\ne\xcc\x81", "“\xc3\xa9” is there twice." },
		{ "a\x01\nb", "An answer can't have control characters." },
		{ "a\xff\nb", "This isn't valid UTF-8 text." },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].is, typed(table[i].text));
}

TEST(the_length_of_an_answer)
{
	const char *most = repeated("\xf0\x9f\x98\x80", RT_ANSWER_MAX);

	assert_string_equal(arena_printf(&mem, "%s|b", most),
			    typed(arena_printf(&mem, "%s\nb", most)));
	assert_string_equal("An answer has 81 characters; the limit is 80.",
			    typed(arena_printf(&mem, "%sx\nb", most)));
}

TEST(a_refused_text_changes_nothing)
{
	struct rt_question q = { .answers = 2, .answer = { "a", "b" } };

	assert_non_null(rt_answers_problem(&mem, "x", &q));
	assert_int_equal(2, q.answers);
	assert_string_equal("b", q.answer[1]);
}

TEST(places)
{
	const char *place = "unchanged";

	assert_non_null(rt_place_problem(&mem, repeated("x", RT_PLACE_MAX + 1),
					 &place));
	assert_non_null(rt_place_problem(&mem, "two\nlines", &place));
	assert_string_equal("unchanged", place);
	assert_null(rt_place_problem(&mem, " Hall 3, below ", &place));
	assert_string_equal("Hall 3, below", place);
	assert_null(rt_place_problem(&mem, "  ", &place));
	assert_null(place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(written_and_read_again),
		PLAIN(each_part),
		PLAIN(what_makes_no_sense),
		PLAIN(answers),
		PLAIN(the_length_of_an_answer),
		PLAIN(a_refused_text_changes_nothing),
		PLAIN(places),
	};

	return RUN_PLAIN(tests);
}
