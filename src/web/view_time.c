#include "web/view_time.h"

static const char *format_time(struct arena *a, const char *how,
			       struct tm *when)
{
	char text[64];

	strftime(text, sizeof text, how, when);
	/* %e pads the day with a space. */
	return arena_strdup(a, text + (*text == ' '));
}

const char *view_date(struct arena *a, time_t time)
{
	struct tm when;

	return format_time(a, "%e %B %Y", localtime_r(&time, &when));
}

static const char *units_ago(struct arena *a, long n, const char *unit)
{
	return arena_printf(a, "%ld %s%s ago", n, unit, n == 1 ? "" : "s");
}

static const char *time_ago(struct arena *a, time_t then, time_t now)
{
	long seconds = (long)(now - then);

	if (seconds < 60)
		return "just now";
	if (seconds < 60 * 60)
		return units_ago(a, seconds / 60, "minute");
	if (seconds < 24 * 60 * 60)
		return units_ago(a, seconds / (60 * 60), "hour");
	return view_date(a, then);
}

static void put_digits(char *to, int n, int value)
{
	for (; n > 0; value /= 10)
		to[--n] = (char)('0' + value % 10);
}

/* By hand, since strftime() takes ten times as long, for every post. */
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

void view_time(struct req *q, struct tpl *t, time_t when)
{
	struct tm local;

	tpl_set(t, "AGO", time_ago(q->a, when, time(NULL)));
	tpl_set(t, "WHEN", view_timestamp(q->a, when));
	tpl_set(t, "DATE",
		format_time(q->a, "%e %B %Y, %H:%M %Z",
			    localtime_r(&when, &local)));
}
