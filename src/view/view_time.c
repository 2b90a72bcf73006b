#include "view/view_time.h"

#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "base/numerals.h"

/*
 * Many languages have another form of a month for a date, as Russian: the heading
 * "ноябрь 2026" has "9 ноября" below it.
 */
static const char *const months[] = {
	IN_("month", "January"),   IN_("month", "February"),
	IN_("month", "March"),     IN_("month", "April"),
	IN_("month", "May"),       IN_("month", "June"),
	IN_("month", "July"),      IN_("month", "August"),
	IN_("month", "September"), IN_("month", "October"),
	IN_("month", "November"),  IN_("month", "December"),
};

static const char *const months_in_date[] = {
	IN_("month in a date", "January"),
	IN_("month in a date", "February"),
	IN_("month in a date", "March"),
	IN_("month in a date", "April"),
	IN_("month in a date", "May"),
	IN_("month in a date", "June"),
	IN_("month in a date", "July"),
	IN_("month in a date", "August"),
	IN_("month in a date", "September"),
	IN_("month in a date", "October"),
	IN_("month in a date", "November"),
	IN_("month in a date", "December"),
};

static const char *const short_months[] = {
	IN_("short month in a date", "Jan"),
	IN_("short month in a date", "Feb"),
	IN_("short month in a date", "Mar"),
	IN_("short month in a date", "Apr"),
	IN_("short month in a date", "May"),
	IN_("short month in a date", "Jun"),
	IN_("short month in a date", "Jul"),
	IN_("short month in a date", "Aug"),
	IN_("short month in a date", "Sep"),
	IN_("short month in a date", "Oct"),
	IN_("short month in a date", "Nov"),
	IN_("short month in a date", "Dec"),
};

static const char *const weekdays[] = {
	IN_("weekday", "Sunday"),   IN_("weekday", "Monday"),
	IN_("weekday", "Tuesday"),  IN_("weekday", "Wednesday"),
	IN_("weekday", "Thursday"), IN_("weekday", "Friday"),
	IN_("weekday", "Saturday"),
};

static const char *const short_weekdays[] = {
	IN_("short weekday", "Sun"), IN_("short weekday", "Mon"),
	IN_("short weekday", "Tue"), IN_("short weekday", "Wed"),
	IN_("short weekday", "Thu"), IN_("short weekday", "Fri"),
	IN_("short weekday", "Sat"),
};

/* ---- dates -------------------------------------------------------------- */

static struct tm local_time(time_t time)
{
	struct tm when;

	localtime_r(&time, &when);
	return when;
}

static const char *day_in_date(struct arena *a, const struct tm *when)
{
	/* Translators: if the first of a month is special, as "1er" in French */
	return when->tm_mday == 1 ? message_in("day of the month", "1")
				  : number_text(a, (uint64_t)when->tm_mday);
}

static const char *filled_date(struct arena *a, const char *pattern,
			       const char *const *names, const struct tm *when)
{
	return message_join(a, pattern, "day", day_in_date(a, when), "month",
			    message_of(names[when->tm_mon]), "year",
			    number_text(a, 1900 + (uint64_t)when->tm_year));
}

const char *view_day_and_month(struct arena *a, time_t time)
{
	struct tm when = local_time(time);

	/* Translators: as "9 November" */
	return filled_date(a, message_in("date", "{day} {month}"),
			   months_in_date, &when);
}

const char *view_date(struct arena *a, time_t time)
{
	struct tm when = local_time(time);

	/* Translators: as "9 November 2026" */
	return filled_date(a, message_in("date", "{day} {month} {year}"),
			   months_in_date, &when);
}

/* "9 Nov", or "9 Nov 2025" in another year. */
static const char *short_date(struct arena *a, time_t time, time_t now)
{
	struct tm when = local_time(time), today = local_time(now);
	const char *pattern;

	/* Translators: as "9 Nov" */
	pattern = message_in("short date", "{day} {month}");
	if (when.tm_year != today.tm_year)
		/* Translators: as "9 Nov 2025" */
		pattern = message_in("short date", "{day} {month} {year}");
	return filled_date(a, pattern, short_months, &when);
}

const char *view_month_and_year(struct arena *a, time_t time)
{
	struct tm when = local_time(time);

	/* Translators: a month, as a heading above its dates */
	return filled_date(a, message_in("heading", "{month} {year}"), months,
			   &when);
}

const char *view_day_of_month(struct arena *a, time_t time)
{
	struct tm when = local_time(time);

	return number_text(a, (uint64_t)when.tm_mday);
}

const char *view_short_weekday(time_t time)
{
	return message_of(short_weekdays[local_time(time).tm_wday]);
}

const char *view_weekday_date(struct arena *a, time_t time)
{
	struct tm when = local_time(time);

	/* Translators: as "Saturday, 5 December 2026" */
	return message_join(a, message_in("date", "{weekday}, {date}"),
			    "weekday", message_of(weekdays[when.tm_wday]),
			    "date", view_date(a, time));
}

const char *view_short_weekday_date(struct arena *a, time_t time)
{
	struct tm when = local_time(time);
	/* Translators: as "Sat 5 Dec" */
	const char *pattern =
		message_in("short date", "{weekday} {day} {month}");

	return message_join(a, pattern, "weekday", view_short_weekday(time),
			    "day", day_in_date(a, &when), "month",
			    message_of(short_months[when.tm_mon]));
}

const char *view_day(struct arena *a, time_t then)
{
	time_t now = time(NULL);
	const char *day = view_date(a, then);

	if (strcmp(day, view_date(a, now)) == 0)
		/* Translators: as in "last used today" */
		return message_in("day", "today");
	if (strcmp(day, view_date(a, day_after(now, -1))) == 0)
		/* Translators: as in "last used yesterday" */
		return message_in("day", "yesterday");
	/* Translators: as in "last used on 3 November 2026" */
	return message_join(a, message_in("day", "on {date}"), "date", day);
}

/* ---- times of day, and how long ago ------------------------------------- */

static void put_digits(char *to, int n, int value)
{
	for (; n > 0; value /= 10)
		to[--n] = (char)('0' + value % 10);
}

const char *view_hour(struct arena *a, time_t time)
{
	char hour[] = "00", minute[] = "00";
	struct tm when = local_time(time);

	put_digits(hour, 2, when.tm_hour);
	put_digits(minute, 2, when.tm_min);
	/* Translators: a time of day, as "14:05"; the hour is from 00 to 23 */
	return message_join(a, message_in("time", "{hour}:{minute}"), "hour",
			    numerals_in(a, hour), "minute",
			    numerals_in(a, minute));
}

const char *view_with_hour(struct arena *a, const char *date, time_t time)
{
	/* Translators: a date and a time of day, as "9 Nov, 14:05" */
	return message_join(a, message_in("date", "{date}, {time}"), "date",
			    date, "time", view_hour(a, time));
}

const char *view_span(struct arena *a, const char *from, const char *to)
{
	/* Translators: two times, as "19:30 to 22:00"; they may have a date */
	return message_join(a, _("{from} to {to}"), "from", from, "to", to);
}

const char *view_date_hour(struct arena *a, time_t time, time_t now)
{
	return view_with_hour(a, short_date(a, time, now), time);
}

const char *view_ago(struct arena *a, time_t then, time_t now)
{
	uint64_t minutes = now > then ? (uint64_t)(now - then) / 60 : 0;
	uint64_t hours = minutes / 60;

	if (!minutes)
		return _("just now");
	if (!hours)
		return message_join(a,
				    message_plural("{n} minute ago",
						   "{n} minutes ago", minutes),
				    "n", number_text(a, minutes));
	if (hours < 24)
		return message_join(
			a,
			message_plural("{n} hour ago", "{n} hours ago", hours),
			"n", number_text(a, hours));
	return short_date(a, then, now);
}

const char *view_ago_with_hour(struct arena *a, time_t then, time_t now)
{
	if (now - then < DAY_SECONDS)
		return view_ago(a, then, now);
	return view_date_hour(a, then, now);
}

/* ---- in pages -------------------------------------------------------- */

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

/* "9 November 2026, 14:05 CET" */
static const char *date_in_full(struct arena *a, time_t time)
{
	struct tm when = local_time(time);

	/* Translators: a date, a time of day and a time zone, as "CET" */
	return message_join(a, message_in("date", "{date}, {time} {zone}"),
			    "date", view_date(a, time), "time",
			    view_hour(a, time), "zone", when.tm_zone);
}

void view_time_as(struct arena *a, struct tpl *t, time_t when, const char *ago)
{
	tpl_set(t, "AGO", ago);
	tpl_set(t, "WHEN", view_timestamp(a, when));
	tpl_set(t, "DATE", date_in_full(a, when));
}

void view_time(struct req *q, struct tpl *t, time_t when)
{
	view_time_as(q->a, t, when, view_ago(q->a, when, time(NULL)));
}
