#define _GNU_SOURCE /* mempcpy() */
#include "view/view_time.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/day.h"
#include "base/digits.h"

/* ---- times that are shown ---------------------------------------------- */

/* strftime() and printf() would take ten times as long, for each post. */
static char *put_number(char *to, long n)
{
	char text[DIGITS_MAX], *end = text + sizeof text;
	char *start = digits_before(end, (uint64_t)n);

	memcpy(to, start, (size_t)(end - start));
	return to + (end - start);
}

static const char *const months[] = {
	"January", "February", "March",     "April",   "May",      "June",
	"July",    "August",   "September", "October", "November", "December",
};

const char *view_date(struct arena *a, time_t time)
{
	char text[2 * DIGITS_MAX + sizeof " September "], *end;
	struct tm when;

	localtime_r(&time, &when);
	end = put_number(text, when.tm_mday);
	*end++ = ' ';
	end = stpcpy(end, months[when.tm_mon]);
	*end++ = ' ';
	end = put_number(end, 1900L + when.tm_year);
	return arena_strndup(a, text, (size_t)(end - text));
}

#define MONTH_LETTERS 3

/* "9 Nov", or "9 Nov 2025" in another year. */
static const char *short_date(struct arena *a, time_t time, time_t now)
{
	char text[2 * DIGITS_MAX + sizeof " Sep "], *end;
	struct tm when, today;

	localtime_r(&time, &when);
	localtime_r(&now, &today);
	end = put_number(text, when.tm_mday);
	*end++ = ' ';
	end = mempcpy(end, months[when.tm_mon], MONTH_LETTERS);
	if (when.tm_year != today.tm_year) {
		*end++ = ' ';
		end = put_number(end, 1900L + when.tm_year);
	}
	return arena_strndup(a, text, (size_t)(end - text));
}

static const char *units_ago(struct arena *a, long n, const char *unit)
{
	char text[DIGITS_MAX + sizeof " minutes ago"];
	char *end = stpcpy(put_number(text, n), unit);

	end = stpcpy(end, n == 1 ? " ago" : "s ago");
	return arena_strndup(a, text, (size_t)(end - text));
}

const char *view_ago(struct arena *a, time_t then, time_t now)
{
	long seconds = (long)(now - then);

	if (seconds < 60)
		return "just now";
	if (seconds < 60 * 60)
		return units_ago(a, seconds / 60, " minute");
	if (seconds < DAY_SECONDS)
		return units_ago(a, seconds / (60 * 60), " hour");
	return short_date(a, then, now);
}

const char *view_hour(struct arena *a, time_t time)
{
	struct tm when;

	localtime_r(&time, &when);
	return arena_printf(a, "%02d:%02d", when.tm_hour, when.tm_min);
}

const char *view_ago_with_hour(struct arena *a, time_t then, time_t now)
{
	const char *ago = view_ago(a, then, now);

	if (now - then < DAY_SECONDS)
		return ago;
	return arena_printf(a, "%s, %s", ago, view_hour(a, then));
}

static void put_digits(char *to, int n, int value)
{
	for (; n > 0; value /= 10)
		to[--n] = (char)('0' + value % 10);
}

const char *view_timestamp(struct arena *a, time_t time)
{
	char *text = arena_strdup(a, "0000-00-00T00:00:00Z");
	struct tm utc;

	gmtime_r(&time, &utc);
	put_digits(text, 4, 1900 + utc.tm_year);
	put_digits(text + 5, 2, 1 + utc.tm_mon);
	put_digits(text + 8, 2, utc.tm_mday);
	put_digits(text + 11, 2, utc.tm_hour);
	put_digits(text + 14, 2, utc.tm_min);
	put_digits(text + 17, 2, utc.tm_sec);
	return text;
}

void view_time_as(struct arena *a, struct tpl *t, time_t when, const char *ago)
{
	struct tm local;
	char date[64];

	localtime_r(&when, &local);
	strftime(date, sizeof date, "%e %B %Y, %H:%M %Z", &local);
	tpl_set(t, "AGO", ago);
	tpl_set(t, "WHEN", view_timestamp(a, when));
	/* %e pads the day with a space. */
	tpl_set(t, "DATE", arena_strdup(a, date + (*date == ' ')));
}

void view_time(struct req *q, struct tpl *t, time_t when)
{
	view_time_as(q->a, t, when, view_ago(q->a, when, time(NULL)));
}

const char *view_day(struct arena *a, time_t then)
{
	time_t now = time(NULL), before;
	const char *day = view_date(a, then);
	struct tm t;

	localtime_r(&now, &t);
	t.tm_mday--;
	t.tm_isdst = -1;
	before = mktime(&t);
	if (strcmp(day, view_date(a, now)) == 0)
		return "today";
	if (strcmp(day, view_date(a, before)) == 0)
		return "yesterday";
	return arena_printf(a, "on %s", day);
}

/* ---- times that are typed ---------------------------------------------- */

#define YEAR_SECONDS (366 * DAY_SECONDS)

/* Nobody means a time that mktime() would have to correct first. */
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

static bool is_time(const char *text, bool is_day)
{
	if (is_day)
		return is_digits(text, "0000-00-00");
	return is_digits(text, "0000-00-00T00:00") ||
	       is_digits(text, "0000-00-00T00:00:00");
}

/*
 * Reads the beginning of a day, or a day and a time.  Returns false for a text
 * that no such field sends.
 */
static bool read_time(const char *text, bool is_day, struct tm *t)
{
	*t = (struct tm){ .tm_isdst = -1 };
	if (!is_time(text, is_day))
		return false;
	t->tm_year = (text[0] - '0') * 1000 + (text[1] - '0') * 100 +
		     two_digits(text + 2) - 1900;
	t->tm_mon = two_digits(text + 5) - 1;
	t->tm_mday = two_digits(text + 8);
	if (!is_day) {
		t->tm_hour = two_digits(text + 11);
		t->tm_min = two_digits(text + 14);
		t->tm_sec = text[16] ? two_digits(text + 17) : 0;
	}
	return is_calendar(t);
}

/* What a field takes, and what it answers to anything else. */
struct ahead {
	bool is_day;
	const char *wrong, *past, *far;
};

/*
 * When clocks go forward an hour doesn't exist; mktime() takes it for the
 * next.
 */
static const char *ahead_problem(const struct ahead *field, const char *text,
				 time_t now, time_t *at)
{
	struct tm t;
	time_t then = 0;

	if (*text) {
		if (!read_time(text, field->is_day, &t))
			return field->wrong;
		then = mktime(&t);
		if (then <= now)
			return field->past;
		if (then > now + YEAR_SECONDS)
			return field->far;
	}
	*at = then;
	return NULL;
}

const char *when_problem(const char *text, time_t now, time_t *at)
{
	static const struct ahead when = {
		.wrong = "That isn't a date and time. Write it like "
			 "2026-11-21T16:25, or leave it empty.",
		.past = "That time has passed. Choose a later one, or leave "
			"it empty to publish now.",
		.far = "That's too far ahead. Choose a time within a year.",
	};

	return ahead_problem(&when, text, now, at);
}

const char *day_problem(const char *text, time_t now, time_t *at)
{
	static const struct ahead day = {
		.is_day = true,
		.wrong = "That isn't a date. Write it like 2026-11-21, or "
			 "leave it empty.",
		.past = "That day has come already. Choose a later one, or "
			"leave it empty.",
		.far = "That's too far ahead. Choose a day within a year, or "
		       "leave it empty.",
	};

	return ahead_problem(&day, text, now, at);
}

const char *when_typed(struct arena *a, time_t at)
{
	char text[] = "2026-11-21T16:25 and some more";
	struct tm t;

	localtime_r(&at, &t);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M", &t);
	return arena_strdup(a, text);
}

/* ---- the time zone ----------------------------------------------------- */

#define ZONES         "/usr/share/zoneinfo/"
#define MONTH_SECONDS (30 * DAY_SECONDS)

/* Gets "Europe/Berlin" from a path in the system's zone database, or NULL. */
static const char *zone_of_path(const char *path)
{
	return strncmp(path, ZONES, strlen(ZONES)) == 0 ? path + strlen(ZONES)
							: NULL;
}

/*
 * The zone of /etc/localtime, which is usually a link into that database.  As
 * in the C library it is read once, and it is never freed.
 */
static const char *zone_of_host(void)
{
	static const char *path;

	if (!path)
		path = realpath("/etc/localtime", NULL);
	return path ? zone_of_path(path) : NULL;
}

/*
 * The name of the zone that the C library uses, or NULL.  TZ may also contain
 * a rule such as "CET-1CEST", which isn't a name; and with a name that doesn't
 * exist the C library uses UTC.
 */
static const char *zone_name(struct arena *a)
{
	const char *tz = getenv("TZ");
	const char *name = tz && *tz == ':' ? tz + 1 : tz;

	if (!name)
		return zone_of_host();
	if (*name == '/')
		return zone_of_path(name);
	if (!*name || access(arena_printf(a, ZONES "%s", name), R_OK) != 0)
		return NULL;
	return name;
}

/* "CET (UTC+01:00)": what clocks show at that time. */
static const char *zone_at(struct arena *a, time_t time)
{
	char name[32], offset[8];
	const char *utc;
	struct tm t;

	localtime_r(&time, &t);
	strftime(name, sizeof name, "%Z", &t);
	strftime(offset, sizeof offset, "%z", &t);
	/*
	 * An empty TZ means UTC.  Debian 13 lacks the file for that, and so
	 * the C library calls it Universal there.
	 */
	if (strcmp(name, "UTC") == 0 || strcmp(name, "Universal") == 0)
		return "UTC";
	utc = arena_printf(a, "UTC%.3s:%s", offset, offset + 3);
	if (*name == '+' || *name == '-')
		return utc;
	return arena_printf(a, "%s (%s)", name, utc);
}

/*
 * It is the zone of a future day, so showing today's offset would be wrong by
 * an hour for half of the year.
 */
const char *when_zone(struct arena *a, time_t now)
{
	const char *today = zone_at(a, now), *name;

	if (strcmp(today, "UTC") == 0)
		return today;
	if ((name = zone_name(a)))
		return name;
	for (time_t ahead = 0; ahead < YEAR_SECONDS; ahead += MONTH_SECONDS) {
		const char *then = zone_at(a, now + ahead);

		if (strcmp(then, today) != 0)
			return arena_printf(a,
					    "%s or %s, depending on the day",
					    today, then);
	}
	return today;
}
