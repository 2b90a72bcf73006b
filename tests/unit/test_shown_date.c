/* The date of a post in words: in English, and in a language with another order. */
#include "translated.h"
#include "unit.h"
#include "view/view_date.h"
#include "view/view_parts.h"

/* Tuesday, 5 May 2026, 14:05:00 */
#define THEN 1777989900
#define HOUR 3600

static const struct rt_date dates[] = {
	{ .begins = THEN },
	{ .begins = THEN, .is_all_day = true },
	{ .begins = THEN, .ends = THEN + 2 * HOUR },
	{ .begins = THEN, .place = "Club, 1st floor" },
	{ .begins = THEN, .is_all_day = true, .place = "نادي" },
	{ .begins = THEN,
	  .ends = THEN + 12 * HOUR,
	  .place = "{date}",
	  .is_cancelled = true },
};

static void assert_dates(const char *const *words)
{
	for (size_t i = 0; i < COUNT(dates); i++)
		assert_string_equal(view_date_text(&mem, &dates[i]), words[i]);
}

TEST(dates_in_english)
{
	static const char *const words[] = {
		"Tuesday, 5 May 2026, 14:05",
		"Tuesday, 5 May 2026",
		"Tuesday, 5 May 2026, 14:05 to 16:05",
		"Tuesday, 5 May 2026, 14:05, Club, 1st floor",
		"Tuesday, 5 May 2026, \u2068نادي\u2069",
		"Cancelled: Tuesday, 5 May 2026, 14:05 to 02:05, {date}",
	};

	assert_dates(words);
	assert_string_equal(view_comma(), ", ");
}

static const char entries[] = "msgctxt \"date\"\n"
			      "msgid \"{date}, {time}\"\n"
			      "msgstr \"{time} on {date}\"\n"
			      "msgid \"{from} to {to}\"\n"
			      "msgstr \"{to} <- {from}\"\n"
			      "msgid \"{date}, {place}\"\n"
			      "msgstr \"{place}: {date}\"\n"
			      "msgid \"Cancelled: {date}\"\n"
			      "msgstr \"{date} fällt aus\"\n"
			      "msgctxt \"list\"\n"
			      "msgid \", \"\n"
			      "msgstr \"، \"\n";

/* What a place looks like is no part of a message. */
TEST(dates_in_another_language)
{
	static const char *const words[] = {
		"14:05 on Tuesday, 5 May 2026",
		"Tuesday, 5 May 2026",
		"16:05 <- 14:05 on Tuesday, 5 May 2026",
		"Club, 1st floor: 14:05 on Tuesday, 5 May 2026",
		"\u2068نادي\u2069: Tuesday, 5 May 2026",
		"{date}: 02:05 <- 14:05 on Tuesday, 5 May 2026 fällt aus",
	};

	translated("nplurals=2; plural=(n != 1);", entries);
	assert_dates(words);
	assert_string_equal(view_comma(), "، ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(dates_in_english),
		PLAIN(dates_in_another_language),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return RUN_PLAIN(tests);
}
