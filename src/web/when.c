#include "web/when.h"

#include <stdbool.h>
#include <string.h>

#define YEAR_SECONDS (366 * 24 * 3600)

/* A time that mktime() would first have to put right, nobody has meant. */
static bool is_calendar(const struct tm *t)
{
	static const char days[] = { 31, 29, 31, 30, 31, 30,
				     31, 31, 30, 31, 30, 31 };
	int year = t->tm_year + 1900;
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	if (t->tm_mon < 0 || t->tm_mon > 11 || t->tm_hour > 23 ||
	    t->tm_min > 59 || t->tm_sec > 59 || t->tm_mday < 1)
		return false;
	return t->tm_mday <= days[t->tm_mon] - (t->tm_mon == 1 && !leap);
}

static bool is_digits(const char *text, const char *pattern)
{
	for (; *pattern; text++, pattern++)
		if (*pattern == '0' ? *text < '0' || *text > '9'
				    : *text != *pattern)
			return false;
	return !*text;
}

static int two_digits(const char *text)
{
	return (text[0] - '0') * 10 + text[1] - '0';
}

/* False for a text that no such field sends. */
static bool read_time(const char *text, struct tm *t)
{
	*t = (struct tm){ .tm_isdst = -1 };
	if (!is_digits(text, "0000-00-00T00:00") &&
	    !is_digits(text, "0000-00-00T00:00:00"))
		return false;
	t->tm_year = (text[0] - '0') * 1000 + (text[1] - '0') * 100 +
		     two_digits(text + 2) - 1900;
	t->tm_mon = two_digits(text + 5) - 1;
	t->tm_mday = two_digits(text + 8);
	t->tm_hour = two_digits(text + 11);
	t->tm_min = two_digits(text + 14);
	t->tm_sec = text[16] ? two_digits(text + 17) : 0;
	return is_calendar(t);
}

/* Where clocks go forward, mktime() takes the hour left out as the next. */
const char *when_problem(const char *text, time_t now, time_t *at)
{
	struct tm t;
	time_t then;

	if (!*text) {
		*at = 0;
		return NULL;
	}
	if (!read_time(text, &t))
		return "This is no date with a time. Write it as in "
		       "2026-11-21T16:25, or leave it empty.";
	then = mktime(&t);
	if (then <= now)
		return "This time has passed. Choose a later one, or leave it "
		       "empty to publish now.";
	if (then > now + YEAR_SECONDS)
		return "This is too far ahead. Choose a time within a year.";
	*at = then;
	return NULL;
}

const char *when_zone(struct arena *a, time_t time)
{
	char name[32], offset[8];
	const char *utc;
	struct tm t;

	localtime_r(&time, &t);
	strftime(name, sizeof name, "%Z", &t);
	strftime(offset, sizeof offset, "%z", &t);
	if (strcmp(name, "UTC") == 0)
		return "UTC";
	utc = arena_printf(a, "UTC%.3s:%s", offset, offset + 3);
	if (*name == '+' || *name == '-')
		return utc;
	return arena_printf(a, "%s (%s)", name, utc);
}
