/* Times that a member types. */
#include <unistd.h>

#include "unit.h"
#include "view/typed_time.h"

/* As in Berlin, even on a machine without a time zone database. */
#define BERLIN_TIME "CET-1CEST,M3.5.0,M10.5.0/3"

/* 21 November 2026, 12:00 in Berlin, where it is winter. */
#define NOW 1795258800

static int in_berlin(void **state)
{
	(void)state;
	setenv("TZ", BERLIN_TIME, 1);
	tzset();
	return 0;
}

static const struct {
	const char *text;
	time_t at;       /* or else */
	const char *why; /* a part of the sentence */
} table[] = {
	{ "2026-11-21T12:01", NOW + 60, NULL },
	{ "2026-11-21T12:00:01", NOW + 1, NULL },
	{ "2026-12-01T00:00", NOW + 9 * 86400 + 12 * 3600, NULL },
	{ "2027-06-21T13:00", NOW + 212 * 86400, NULL },
	{ "2027-11-21T12:00", NOW + 365 * 86400, NULL },
	{ "", 0, NULL },
	/* The night in which an hour is skipped. */
	{ "2027-03-28T01:59", 1806195540, NULL },
	{ "2027-03-28T03:00", 1806195600, NULL },
	{ "2026-11-21T12:00", 0, "passed" },
	{ "2026-11-21T11:59:59", 0, "passed" },
	{ "1970-01-01T00:00", 0, "passed" },
	{ "0000-01-01T00:00", 0, "passed" },
	{ "2027-11-22T12:01", 0, "within a year" },
	{ "9999-12-31T23:59", 0, "within a year" },
	{ "2027-02-29T12:00", 0, "isn't a date" },
	{ "2026-11-31T12:00", 0, "isn't a date" },
	{ "2026-13-01T12:00", 0, "isn't a date" },
	{ "2026-00-01T12:00", 0, "isn't a date" },
	{ "2026-12-00T12:00", 0, "isn't a date" },
	{ "2026-12-01T24:00", 0, "isn't a date" },
	{ "2026-12-01T12:60", 0, "isn't a date" },
	{ "2026-12-01T12:00:60", 0, "isn't a date" },
	{ "2026-12-01", 0, "isn't a date" },
	{ "2026-12-01 12:00", 0, "isn't a date" },
	{ "2026-12-01T12:00Z", 0, "isn't a date" },
	{ "2026-12-01T12:00:00.5", 0, "isn't a date" },
	{ "12026-12-01T12:00", 0, "isn't a date" },
	{ "-026-12-01T12:00", 0, "isn't a date" },
	{ "2026-12-01T12:0", 0, "isn't a date" },
	{ "tomorrow", 0, "isn't a date" },
	{ " ", 0, "isn't a date" },
	{ "<script>", 0, "isn't a date" },
};

TEST(what_is_typed)
{
	for (size_t i = 0; i < COUNT(table); i++) {
		time_t at = 77;
		const char *why = when_problem(table[i].text, NOW, &at);

		CHECK(table[i].text, !why == !table[i].why);
		CHECK(table[i].text, !why || strstr(why, table[i].why));
		CHECK(table[i].text, at == (why ? 77 : table[i].at));
	}
}

TEST(an_hour_that_is_left_out_is_the_next_one)
{
	time_t at = 0;

	assert_null(when_problem("2027-03-28T02:30", NOW, &at));
	assert_int_equal(1806197400, at);
}

TEST(days)
{
	static const struct {
		const char *text;
		time_t at;
		const char *why;
	} days[] = {
		{ "2026-11-22", NOW + 12 * 3600, NULL },
		{ "2027-11-21", NOW + 365 * 86400 - 12 * 3600, NULL },
		{ "", 0, NULL },
		{ "2026-11-21", 0, "come already" },
		{ "0001-01-01", 0, "come already" },
		{ "2027-11-23", 0, "within a year" },
		{ "2027-02-29", 0, "isn't a date" },
		{ "2026-11-22T12:00", 0, "isn't a date" },
		{ "2026-11-2", 0, "isn't a date" },
		{ "tomorrow", 0, "isn't a date" },
	};

	for (size_t i = 0; i < COUNT(days); i++) {
		time_t at = 77;
		const char *why = day_problem(days[i].text, NOW, &at);

		CHECK(days[i].text, !why == !days[i].why);
		CHECK(days[i].text, !why || strstr(why, days[i].why));
		CHECK(days[i].text, at == (why ? 77 : days[i].at));
	}
}

#define HOUR 3600

TEST(ends_of_questions)
{
	static const struct {
		const char *text;
		time_t ends;
		const char *why;
	} ends[] = {
		{ "2026-11-21T12:01", NOW + 60, NULL },
		{ "2027-11-21T12:00", NOW + 365 * 86400, NULL },
		{ "", 0, NULL },
		/* The night in which an hour comes twice. */
		{ "2027-10-31T01:59", 1824940740, NULL },
		{ "2027-10-31T03:00", 1824948000, NULL },
		{ "2026-11-21T12:00", 0, "has passed by then" },
		{ "2027-11-22T12:01", 0, "within a year" },
		{ "2026-11-22", 0, "isn't a date and time" },
		{ "soon", 0, "isn't a date and time" },
	};

	for (size_t i = 0; i < COUNT(ends); i++) {
		time_t at = 77;
		const char *why = ends_problem(ends[i].text, NOW, &at);

		CHECK(ends[i].text, !why == !ends[i].why);
		CHECK(ends[i].text, !why || strstr(why, ends[i].why));
		CHECK(ends[i].text, at == (why ? 77 : ends[i].ends));
	}
}

/* The first second after the last day. */
TEST(last_days_of_announcements)
{
	static const struct {
		const char *text;
		time_t until;
		const char *why;
	} days[] = {
		{ "", NOW + 7 * 86400 + 12 * HOUR, NULL },
		{ "2026-11-21", NOW + 12 * HOUR, NULL },
		{ "2026-11-22", NOW + 86400 + 12 * HOUR, NULL },
		{ "2027-02-19", NOW + 90 * 86400 + 12 * HOUR, NULL },
		{ "2027-02-20", 0, "90 days at most" },
		{ "9999-12-31", 0, "90 days at most" },
		{ "2026-11-20", 0, "has passed" },
		{ "0001-01-01", 0, "has passed" },
		{ "2026-02-29", 0, "isn't a date" },
		{ "2026-11-22T12:00", 0, "isn't a date" },
		{ "next week", 0, "isn't a date" },
	};

	for (size_t i = 0; i < COUNT(days); i++) {
		time_t until = 77;
		const char *why = until_problem(days[i].text, NOW, &until);

		CHECK(days[i].text, !why == !days[i].why);
		CHECK(days[i].text, !why || strstr(why, days[i].why));
		CHECK(days[i].text, until == (why ? 77 : days[i].until));
	}
}

/* 27 March 2027, 12:00; the next day has only 23 hours. */
#define BEFORE_SPRING 1806145200

TEST(days_count_and_not_hours)
{
	time_t until = 0;

	assert_null(until_problem("2027-03-28", BEFORE_SPRING, &until));
	assert_int_equal(BEFORE_SPRING + (12 + 23) * HOUR, until);
	assert_null(until_problem("", BEFORE_SPRING, &until));
	assert_int_equal(BEFORE_SPRING + 7 * 86400 + 11 * HOUR, until);
}

TEST(dates)
{
	static const struct {
		const char *day, *from, *to;
		time_t begins, ends;
		const char *why;
	} dates[] = {
		{ "2026-11-22", "", "", NOW + 12 * HOUR, 0, NULL },
		{ "2026-11-22", "19:30", "", NOW + 31 * HOUR + 1800, 0, NULL },
		{ "2026-11-22", "00:00", "23:59", NOW + 12 * HOUR,
		  NOW + 36 * HOUR - 60, NULL },
		{ "2026-11-22", "19:30", "22:00", NOW + 31 * HOUR + 1800,
		  NOW + 34 * HOUR, NULL },
		/* Past midnight. */
		{ "2026-11-22", "19:30", "01:00", NOW + 31 * HOUR + 1800,
		  NOW + 37 * HOUR, NULL },
		{ "2026-12-31", "22:00", "00:00", NOW + 970 * HOUR,
		  NOW + 972 * HOUR, NULL },
		/* Today, all day, and from the next minute on. */
		{ "2026-11-21", "", "", NOW - 12 * HOUR, 0, NULL },
		{ "2026-11-21", "12:01", "", NOW + 60, 0, NULL },
		{ "2026-11-21", "12:00", "", 0, 0, "has passed" },
		{ "2026-11-21", "11:00", "13:00", 0, 0, "has passed" },
		{ "2026-11-20", "", "", 0, 0, "has passed" },
		{ "2027-11-22", "", "", NOW + 365 * 86400 + 12 * HOUR, 0,
		  NULL },
		{ "2027-11-23", "", "", 0, 0, "within a year" },
		/* Clocks go forward at two, to three; and back at three. */
		{ "2027-03-28", "01:30", "03:30", 1806193800, 1806197400,
		  NULL },
		{ "2027-03-27", "23:00", "04:00", 1806184800, 1806199200,
		  NULL },
		{ "2027-10-31", "", "", 1824933600, 0, NULL },
		{ "2027-10-30", "23:00", "04:00", 1824930000, 1824951600,
		  NULL },
		{ "", "", "", 0, 0, NULL },
		{ "", "19:30", "", 0, 0, "Choose the day" },
		{ "", "", "19:30", 0, 0, "Choose the day" },
		{ "2026-11-22", "", "19:30", 0, 0, "Say when it begins" },
		{ "2026-11-22", "19:30", "19:30", 0, 0, "can't end when" },
		{ "2026-11-22", "24:00", "", 0, 0, "The beginning isn't" },
		{ "2026-11-22", "7:30", "", 0, 0, "The beginning isn't" },
		{ "2026-11-22", "19:30:00", "", 0, 0, "The beginning isn't" },
		{ "2026-11-22", "19:30", "20:60", 0, 0, "The end isn't" },
		{ "2026-11-22", "19:30", "late", 0, 0, "The end isn't" },
		{ "2026-11-31", "", "", 0, 0, "isn't a date" },
		{ "tomorrow", "", "", 0, 0, "isn't a date" },
	};

	for (size_t i = 0; i < COUNT(dates); i++) {
		const struct typed_date typed = { dates[i].day, dates[i].from,
						  dates[i].to };
		const char *said = arena_printf(&mem, "%s %s %s", dates[i].day,
						dates[i].from, dates[i].to);
		struct rt_date date = { .place = "Here" };
		const char *why = date_problem(&typed, NOW, &date);

		CHECK(said, !why == !dates[i].why);
		CHECK(said, !why || strstr(why, dates[i].why));
		if (why)
			continue;
		CHECK(said, date.begins == dates[i].begins);
		CHECK(said, date.ends == dates[i].ends);
		CHECK(said,
		      !date.begins || date.is_all_day == !*dates[i].from);
		CHECK(said, strcmp(date.place, "Here") == 0);
	}
}

TEST(zones)
{
	static const struct {
		const char *zone, *name;
	} zones[] = {
		{ BERLIN_TIME,
		  "CET (UTC+01:00) or CEST (UTC+02:00), depending "
		  "on the day" },
		{ "UTC0", "UTC" },
		{ "Nowhere/Land", "Nowhere (UTC+00:00)" },
		{ "", "UTC" },
		{ "<+0545>-5:45", "UTC+05:45" },
		{ "NST3:30", "NST (UTC-03:30)" },
	};

	for (size_t i = 0; i < COUNT(zones); i++) {
		setenv("TZ", zones[i].zone, 1);
		tzset();
		CHECK(zones[i].zone,
		      strcmp(when_zone(&mem, NOW), zones[i].name) == 0);
	}
}

/* For a day in July, too, for which "CET" would be wrong. */
TEST(a_zone_is_called_by_its_name)
{
	static const struct {
		const char *zone, *name;
	} zones[] = {
		{ "Europe/Berlin", "Europe/Berlin" },
		{ ":America/Argentina/Ushuaia", "America/Argentina/Ushuaia" },
		{ ":/usr/share/zoneinfo/Asia/Kathmandu", "Asia/Kathmandu" },
		{ "Etc/UTC", "UTC" },
	};

	if (access("/usr/share/zoneinfo/Europe/Berlin", R_OK) != 0)
		skip();
	for (size_t i = 0; i < COUNT(zones); i++) {
		setenv("TZ", zones[i].zone, 1);
		tzset();
		CHECK(zones[i].zone,
		      strcmp(when_zone(&mem, NOW), zones[i].name) == 0);
	}
}

#define BERLIN(test)                                                          \
	cmocka_unit_test_setup_teardown(test, in_berlin, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BERLIN(what_is_typed),
		BERLIN(an_hour_that_is_left_out_is_the_next_one),
		BERLIN(days),
		BERLIN(ends_of_questions),
		BERLIN(last_days_of_announcements),
		BERLIN(days_count_and_not_hours),
		BERLIN(dates),
		BERLIN(zones),
		BERLIN(a_zone_is_called_by_its_name),
	};

	return RUN_PLAIN(tests);
}
