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
		BERLIN(zones),
		BERLIN(a_zone_is_called_by_its_name),
	};

	return RUN_PLAIN(tests);
}
