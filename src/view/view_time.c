#define _GNU_SOURCE /* mempcpy() */
#include "view/view_time.h"

#include <string.h>

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

static char *put_day_and_month(char *to, const struct tm *when)
{
	to = put_number(to, when->tm_mday);
	*to++ = ' ';
	return stpcpy(to, months[when->tm_mon]);
}

const char *view_day_and_month(struct arena *a, time_t time)
{
	char text[DIGITS_MAX + sizeof " September"], *end;
	struct tm when;

	localtime_r(&time, &when);
	end = put_day_and_month(text, &when);
	return arena_strndup(a, text, (size_t)(end - text));
}

const char *view_date(struct arena *a, time_t time)
{
	char text[2 * DIGITS_MAX + sizeof " September "], *end;
	struct tm when;

	localtime_r(&time, &when);
	end = put_day_and_month(text, &when);
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

const char *view_date_hour(struct arena *a, time_t time, time_t now)
{
	return arena_printf(a, "%s, %s", short_date(a, time, now),
			    view_hour(a, time));
}

const char *view_ago_with_hour(struct arena *a, time_t then, time_t now)
{
	if (now - then < DAY_SECONDS)
		return view_ago(a, then, now);
	return view_date_hour(a, then, now);
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
