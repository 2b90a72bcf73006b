/* Messages in another language, from a .mo file as `make` has it. */
#include <locale.h>

#include "base/message.h"
#include "base/numerals.h"
#include "libretwis/retwis.h"
#include "translated.h"
#include "unit.h"

static const char russian[] = "msgid \"Sign in\"\n"
			      "msgstr \"Войти\"\n"
			      "msgid \"Host\"\n"
			      "msgstr \"Ведущий\"\n"
			      "msgctxt \"verb\"\n"
			      "msgid \"Like\"\n"
			      "msgstr \"Нравится\"\n"
			      "msgid \"Try again in {time}.\"\n"
			      "msgstr \"Через {time} можно повторить.\"\n"
			      "msgctxt \"short month in a date\"\n"
			      "msgid \"May\"\n"
			      "msgstr \"мая\"\n"
			      "msgctxt \"digits\"\n"
			      "msgid \"0123456789\"\n"
			      "msgstr \"٠١٢٣٤٥٦٧٨٩\"\n"
			      "msgctxt \"direction\"\n"
			      "msgid \"ltr\"\n"
			      "msgstr \"rtl\"\n"
			      "msgid \"{n} post\"\n"
			      "msgid_plural \"{n} posts\"\n"
			      "msgstr[0] \"{n} пост\"\n"
			      "msgstr[1] \"{n} поста\"\n"
			      "msgstr[2] \"{n} постов\"\n";

TEST(english_needs_no_files)
{
	assert_string_equal(_("Sign in"), "Sign in");
	assert_string_equal(message_in("verb", "Like"), "Like");
	assert_string_equal(message_plural("a", "b", 1), "a");
	assert_string_equal(message_plural("a", "b", 0), "b");
	assert_int_equal(message_form(1), 0);
	assert_int_equal(message_form(2), 1);
	assert_int_equal(message_form(101), 1);
	assert_string_equal(message_forms(), "101");
	assert_false(message_is_rtl());
	assert_string_equal(message_of(IN_("month", "May")), "May");
}

TEST(values_are_filled_in_by_name)
{
	struct arena a = { 0 };

	assert_string_equal(
		message_fill(&a, "{b} and {a}, {b}", "a", "1", "b", "2"),
		"2 and 1, 2");
	/* A value isn't looked at again, and nobody's braces are harmful. */
	assert_string_equal(message_fill(&a, "{a}{b}", "a", "{b}", "b", "x"),
			    "{b}x");
	assert_string_equal(message_fill(&a, "{ab} {} {a", "a", "1"),
			    "{ab} {} {a");
	assert_string_equal(message_fill(&a, ""), "");
	assert_string_equal(message_join(&a, "{a}{ a}{a}", "a", "1"),
			    "1{ a}1");
	/* A name from right to left keeps its sentence in order. */
	assert_string_equal(message_fill(&a, "{who}: 3", "who", "علي"),
			    "\u2068علي\u2069: 3");
	arena_free(&a);
}

static void assert_number(uint64_t n, const char *text)
{
	struct arena a = { 0 };

	assert_string_equal(number_text(&a, n), text);
	arena_free(&a);
}

TEST(numbers_have_the_digits_of_the_language)
{
	struct arena a = { 0 };

	assert_number(0, "0");
	assert_number(UINT64_MAX, "18446744073709551615");
	assert_null(numerals());
	assert_false(numerals_set(""));
	assert_false(numerals_set("012345678"));
	assert_false(numerals_set("01234567890"));
	assert_false(numerals_set("٠١٢٣٤٥٦٧٨"));
	/* As long as ten, but no ten characters. */
	assert_false(numerals_set("٠12345678901234567"));
	assert_null(numerals());
	assert_true(numerals_set("०१२३४५६७८९"));
	assert_string_equal(numerals(), "०१२३४५६७८९");
	assert_number(0, "०");
	assert_number(UINT64_MAX, "१८४४६७४४०७३७०९५५१६१५");
	assert_string_equal(numerals_in(&a, "9a:07"), "९a:०७");
	assert_true(numerals_set("0123456789"));
	assert_null(numerals());
	assert_number(12, "12");
	arena_free(&a);
}

TEST(a_language_that_is_not_there)
{
	assert_false(message_language("/tmp/xx"));
	assert_string_equal(_("Sign in"), "Sign in");
}

TEST(messages_in_another_language)
{
	struct arena a = { 0 };

	translated("nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && "
		   "n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
		   russian);
	assert_string_equal(_("Sign in"), "Войти");
	assert_string_equal(_("Not translated"), "Not translated");
	assert_string_equal(message_in("verb", "Like"), "Нравится");
	assert_string_equal(message_in("noun", "Like"), "Like");
	assert_string_equal(message_plural("{n} post", "{n} posts", 1),
			    "{n} пост");
	assert_string_equal(message_plural("{n} post", "{n} posts", 23),
			    "{n} поста");
	assert_string_equal(message_plural("{n} post", "{n} posts", 11),
			    "{n} постов");
	assert_int_equal(message_form(21), 0);
	assert_int_equal(message_form(4), 1);
	assert_int_equal(message_form(100), 2);
	assert_int_equal(message_form(101), 0);
	assert_int_equal(message_form(1011), 2);
	assert_memory_equal(message_forms(), "201112222222222222222011", 24);
	/* 95 has the form of all up to 100. */
	assert_int_equal(strlen(message_forms()), 96);
	assert_true(message_is_rtl());
	assert_string_equal(
		message_fill(&a, _("Try again in {time}."), "time", "x"),
		"Через \u2068x\u2069 можно повторить.");
	assert_string_equal(message_join(&a, "{n}.", "n", "x"), "x.");
	assert_string_equal(message_of(IN_("short month in a date", "May")),
			    "мая");
	assert_string_equal(message_of(IN_("month", "May")), "May");
	assert_number(907, "٩٠٧");
	/* The logs stay English. */
	assert_string_equal(setlocale(LC_ALL, NULL), "C");
	arena_free(&a);
}

/* The language stays, once it is set. */
TEST(nobody_is_called_what_the_site_calls_its_hosts)
{
	struct arena a = { 0 };
	char *normal;

	assert_non_null(rt_display_problem(&a, "Host", &normal));
	assert_non_null(rt_display_problem(&a, "Ведущий", &normal));
	assert_null(rt_display_problem(&a, "Хозяин", &normal));
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(english_needs_no_files),
		PLAIN(values_are_filled_in_by_name),
		PLAIN(numbers_have_the_digits_of_the_language),
		PLAIN(a_language_that_is_not_there),
		PLAIN(messages_in_another_language),
		PLAIN(nobody_is_called_what_the_site_calls_its_hosts),
	};

	return RUN_PLAIN(tests);
}
