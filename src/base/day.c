#include "base/day.h"

#include <string.h>

#include "base/digits.h"

const char *day_today(struct arena *a)
{
	return day_ago(a, 0);
}

const char *day_ago(struct arena *a, unsigned days)
{
	return day_of(a, time(NULL) - (time_t)days * DAY_SECONDS);
}

time_t day_after(time_t time, int days)
{
	struct tm t;

	localtime_r(&time, &t);
	t = (struct tm){ .tm_year = t.tm_year,
			 .tm_mon = t.tm_mon,
			 .tm_mday = t.tm_mday + days,
			 .tm_isdst = -1 };
	return mktime(&t);
}

const char *day_of(struct arena *a, time_t then)
{
	char day[16];
	struct tm t;

	strftime(day, sizeof day, "%Y-%m-%d", localtime_r(&then, &t));
	return arena_strdup(a, day);
}

time_t day_noon(const char *text)
{
	struct tm t = { .tm_hour = 12, .tm_isdst = -1 };
	uint64_t year = 0, month = 0, day = 0;

	if (!text || strspn(text, "0123456789") != 4 || text[4] != '-' ||
	    strspn(text + 5, "0123456789") != 2 || text[7] != '-' ||
	    strspn(text + 8, "0123456789") != 2 || text[DAY_LEN])
		return 0;
	digits_read(&text, &year);
	text++;
	digits_read(&text, &month);
	text++;
	digits_read(&text, &day);
	t.tm_year = (int)year - 1900;
	t.tm_mon = (int)month - 1;
	t.tm_mday = (int)day;
	return mktime(&t);
}
