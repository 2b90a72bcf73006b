#include "view/typed_time.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/day.h"
#include "base/message.h"

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
			return _(field->wrong);
		then = mktime(&t);
		if (then <= now)
			return _(field->past);
		if (then > now + YEAR_SECONDS)
			return _(field->far);
	}
	*at = then;
	return NULL;
}

const char *when_problem(const char *text, time_t now, time_t *at)
{
	static const struct ahead when = {
		.wrong = N_("That isn't a date and time. Write it like "
			    "2026-11-21T16:25, or leave it empty."),
		.past = N_(
			"That time has passed. Choose a later one, or leave "
			"it empty to publish now."),
		.far = N_(
			"That's too far ahead. Choose a time within a year."),
	};

	return ahead_problem(&when, text, now, at);
}

const char *day_problem(const char *text, time_t now, time_t *at)
{
	static const struct ahead day = {
		.is_day = true,
		.wrong = N_("That isn't a date. Write it like 2026-11-21, or "
			    "leave it empty."),
		.past = N_("That day has come already. Choose a later one, or "
			   "leave it empty."),
		.far = N_(
			"That's too far ahead. Choose a day within a year, or "
			"leave it empty."),
	};

	return ahead_problem(&day, text, now, at);
}

const char *ends_problem(const char *text, time_t now, time_t *ends)
{
	static const struct ahead end = {
		.wrong = N_("That isn't a date and time. Write it like "
			    "2026-11-21T16:25, or leave it empty."),
		.past = N_("That time has passed by then. Choose a later one, "
			   "or leave it empty."),
		.far = N_("That's too far ahead. Choose a time within a year, "
			  "or leave it empty."),
	};

	return ahead_problem(&end, text, now, ends);
}

const char *until_problem(const char *text, time_t now, time_t *until)
{
	time_t end = day_after(now, RT_ANNOUNCED_DAYS + 1);
	struct tm t;

	if (*text) {
		if (!read_time(text, true, &t))
			return _(
				"That isn't a date. Write it like 2026-11-21, "
				"or leave it empty for a week.");
		end = day_after(mktime(&t), 1);
		if (end <= now)
			return _("That day has passed. Choose a later one, or "
				 "leave it empty for a week.");
		if (end > day_after(now, RT_ANNOUNCED_DAYS_MAX + 1))
			return _("An announcement runs for 90 days at most.");
	}
	*until = end;
	return NULL;
}

/* ---- a date ------------------------------------------------------------ */

/* Reads "19:30" as a time of that day. */
static bool read_hour(const char *text, const struct tm *day, time_t *time)
{
	struct tm t = *day;

	if (!is_digits(text, "00:00"))
		return false;
	t.tm_hour = two_digits(text);
	t.tm_min = two_digits(text + 3);
	if (!is_calendar(&t))
		return false;
	*time = mktime(&t);
	return true;
}

static const char *date_read_times(const struct typed_date *typed,
				   const struct tm *day, struct rt_date *date)
{
	struct tm next = *day;

	if (*typed->from && !read_hour(typed->from, day, &date->begins))
		return _("The beginning isn't a time. Write it like 19:30.");
	if (!*typed->to)
		return NULL;
	if (!*typed->from)
		return _("Say when it begins, too.");
	if (!read_hour(typed->to, day, &date->ends))
		return _("The end isn't a time. Write it like 19:30.");
	if (date->ends == date->begins)
		return _("It can't end when it begins. Leave one of the times "
			 "empty.");
	if (date->ends > date->begins)
		return NULL;
	next.tm_hour = two_digits(typed->to);
	next.tm_min = two_digits(typed->to + 3);
	next.tm_mday++;
	date->ends = mktime(&next);
	return NULL;
}

const char *date_problem(const struct typed_date *typed, time_t now,
			 struct rt_date *date)
{
	struct rt_date d = { .is_all_day = !*typed->from };
	const char *problem;
	struct tm day;

	if (!*typed->day) {
		date->begins = 0;
		return *typed->from || *typed->to ? _("Choose the day, too.")
						  : NULL;
	}
	if (!read_time(typed->day, true, &day))
		return _("That isn't a date. Write it like 2026-11-21.");
	d.begins = mktime(&day);
	/* Its first second may be in winter time, and its evening not. */
	day.tm_isdst = -1;
	if ((problem = date_read_times(typed, &day, &d)))
		return problem;
	if (d.begins <= (d.is_all_day ? day_after(now, 0) - 1 : now))
		return _(
			"That has passed by then. Choose a later day or time.");
	if (d.begins > now + YEAR_SECONDS)
		return _("That's too far ahead. Choose a day within a year.");
	date->begins = d.begins;
	date->ends = d.ends;
	date->is_all_day = d.is_all_day;
	return NULL;
}

/* ---- the other way round ----------------------------------------------- */

const char *when_typed(struct arena *a, time_t at)
{
	char text[] = "2026-11-21T16:25 and some more";
	struct tm t;

	localtime_r(&at, &t);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M", &t);
	return arena_strdup(a, text);
}

const char *hour_typed(struct arena *a, time_t at)
{
	return strchr(when_typed(a, at), 'T') + 1;
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
			/* Translators: two time zones, as "CET (UTC+01:00)" */
			return message_fill(
				a,
				_("{zone} or {other}, depending on "
				  "the day"),
				"zone", today, "other", then);
	}
	return today;
}
