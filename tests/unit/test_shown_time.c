/* Times in English, and in a language with another order and other digits. */
#include "base/day.h"
#include "translated.h"
#include "unit.h"
#include "view/typed_time.h"
#include "view/view_time.h"

/* Tuesday, 5 May 2026, 14:05:00 */
#define THEN 1777989900
#define DAY  86400

static const char *const english[] = {
	"5 May 2026",
	"5 May",
	"Tuesday, 5 May 2026",
	"Tue 5 May",
	"May 2026",
	"Tue",
	"5",
	"14:05",
	"just now",
	"1 minute ago",
	"59 minutes ago",
	"23 hours ago",
	"5 May",
	"5 May 2026",
	"5 May, 14:05",
	"5 May 2026, 14:05",
};

static void assert_times(const char *const *words)
{
	const char *const shown[] = {
		view_date(&mem, THEN),
		view_day_and_month(&mem, THEN),
		view_weekday_date(&mem, THEN),
		view_short_weekday_date(&mem, THEN),
		view_month_and_year(&mem, THEN),
		view_short_weekday(THEN),
		view_day_of_month(&mem, THEN),
		view_hour(&mem, THEN),
		view_ago(&mem, THEN, THEN + 59),
		view_ago(&mem, THEN, THEN + 60),
		view_ago(&mem, THEN, THEN + 3599),
		view_ago(&mem, THEN, THEN + DAY - 1),
		view_ago(&mem, THEN, THEN + DAY),
		view_ago(&mem, THEN, THEN + 365 * DAY),
		view_date_hour(&mem, THEN, THEN - DAY),
		view_ago_with_hour(&mem, THEN, THEN + 365 * DAY),
	};

	assert_int_equal(COUNT(shown), COUNT(english));
	for (size_t i = 0; i < COUNT(shown); i++)
		assert_string_equal(shown[i], words[i]);
}

TEST(times_in_english)
{
	assert_times(english);
}

TEST(today_and_yesterday_in_english)
{
	time_t today = day_after(time(NULL), 0);

	assert_string_equal(view_day(&mem, today), "today");
	assert_string_equal(view_day(&mem, today - 1), "yesterday");
	assert_string_equal(view_day(&mem, THEN), "on 5 May 2026");
}

/* A translator may choose another order, and other names beside a day. */
static const char entries[] = "msgctxt \"digits\"\n"
			      "msgid \"0123456789\"\n"
			      "msgstr \"٠١٢٣٤٥٦٧٨٩\"\n"
			      "msgctxt \"month\"\n"
			      "msgid \"May\"\n"
			      "msgstr \"Май\"\n"
			      "msgctxt \"month in a date\"\n"
			      "msgid \"May\"\n"
			      "msgstr \"мая\"\n"
			      "msgctxt \"short month in a date\"\n"
			      "msgid \"May\"\n"
			      "msgstr \"мя.\"\n"
			      "msgctxt \"weekday\"\n"
			      "msgid \"Tuesday\"\n"
			      "msgstr \"вторник\"\n"
			      "msgctxt \"short weekday\"\n"
			      "msgid \"Tue\"\n"
			      "msgstr \"вт\"\n"
			      "msgctxt \"date\"\n"
			      "msgid \"{day} {month}\"\n"
			      "msgstr \"{month}{day}日\"\n"
			      "msgctxt \"date\"\n"
			      "msgid \"{day} {month} {year}\"\n"
			      "msgstr \"{year}年{month}{day}日\"\n"
			      "msgctxt \"short date\"\n"
			      "msgid \"{day} {month}\"\n"
			      "msgstr \"{day}. {month}\"\n"
			      "msgctxt \"short date\"\n"
			      "msgid \"{day} {month} {year}\"\n"
			      "msgstr \"{month} {day}, {year}\"\n"
			      "msgctxt \"heading\"\n"
			      "msgid \"{month} {year}\"\n"
			      "msgstr \"{year}: {month}\"\n"
			      "msgctxt \"date\"\n"
			      "msgid \"{weekday}, {date}\"\n"
			      "msgstr \"{date} ({weekday})\"\n"
			      "msgctxt \"short date\"\n"
			      "msgid \"{weekday} {day} {month}\"\n"
			      "msgstr \"{day} {month}, {weekday}\"\n"
			      "msgctxt \"time\"\n"
			      "msgid \"{hour}:{minute}\"\n"
			      "msgstr \"{hour} h {minute}\"\n"
			      "msgctxt \"date\"\n"
			      "msgid \"{date}, {time}\"\n"
			      "msgstr \"{time} @ {date}\"\n"
			      "msgctxt \"day\"\n"
			      "msgid \"today\"\n"
			      "msgstr \"сегодня\"\n"
			      "msgctxt \"day\"\n"
			      "msgid \"yesterday\"\n"
			      "msgstr \"вчера\"\n"
			      "msgctxt \"day\"\n"
			      "msgid \"on {date}\"\n"
			      "msgstr \"{date} было\"\n"
			      "msgid \"just now\"\n"
			      "msgstr \"сейчас\"\n"
			      "msgid \"{n} minute ago\"\n"
			      "msgid_plural \"{n} minutes ago\"\n"
			      "msgstr[0] \"vor einer Minute\"\n"
			      "msgstr[1] \"vor {n} Minuten\"\n"
			      "msgid \"{n} hour ago\"\n"
			      "msgid_plural \"{n} hours ago\"\n"
			      "msgstr[0] \"vor {n} Stunde\"\n"
			      "msgstr[1] \"vor {n} Stunden\"\n";

TEST(times_in_another_language)
{
	static const char *const words[] = {
		"٢٠٢٦年мая٥日",
		"мая٥日",
		"٢٠٢٦年мая٥日 (вторник)",
		"٥ мя., вт",
		"٢٠٢٦: Май",
		"вт",
		"٥",
		"١٤ h ٠٥",
		"сейчас",
		"vor einer Minute",
		"vor ٥٩ Minuten",
		"vor ٢٣ Stunden",
		"٥. мя.",
		"мя. ٥, ٢٠٢٦",
		"١٤ h ٠٥ @ ٥. мя.",
		"١٤ h ٠٥ @ мя. ٥, ٢٠٢٦",
	};
	time_t today = day_after(time(NULL), 0);

	translated("nplurals=2; plural=(n != 1);", entries);
	assert_times(words);
	assert_string_equal(view_day(&mem, today), "сегодня");
	assert_string_equal(view_day(&mem, today - 1), "вчера");
	assert_string_equal(view_day(&mem, THEN), "٢٠٢٦年мая٥日 было");
}

/* After that: programs read these. */
TEST(fields_and_timestamps_are_in_ascii)
{
	assert_string_equal(view_timestamp(&mem, THEN),
			    "2026-05-05T14:05:00Z");
	assert_string_equal(hour_typed(&mem, THEN), "14:05");
	assert_string_equal(when_typed(&mem, THEN), "2026-05-05T14:05");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(times_in_english),
		PLAIN(today_and_yesterday_in_english),
		PLAIN(times_in_another_language),
		PLAIN(fields_and_timestamps_are_in_ascii),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return RUN_PLAIN(tests);
}
