/*
 * Times that pages and feeds show, in the site's language, order and digits. A
 * field takes and shows others: view/typed_time.h.
 */
#ifndef VIEW_TIME_H
#define VIEW_TIME_H

#include <time.h>

#include "base/arena.h"
#include "http/req.h"
#include "view/tpl.h"

/* Sets AGO ("5 minutes ago"), WHEN (for programs) and DATE (in full). */
void view_time(struct req *q, struct tpl *t, time_t when);

/* The same, with these words as AGO. */
void view_time_as(struct arena *a, struct tpl *t, time_t when,
		  const char *ago);

/*
 * "5 minutes ago", or the date if that is more than a day ago: "9 Nov", or
 * "9 Nov 2025" in another year.
 */
const char *view_ago(struct arena *a, time_t then, time_t now);

/* The same, but a date has the time of day: "9 Nov, 14:05". */
const char *view_ago_with_hour(struct arena *a, time_t then, time_t now);

/* A day and an hour, now or then: "5 Dec, 18:00", or "5 Dec 2027, 18:00". */
const char *view_date_hour(struct arena *a, time_t time, time_t now);

/* "14:05", in the host's time zone, as are all of these. */
const char *view_hour(struct arena *a, time_t time);

/* A date in these words, and the hour: "Today, 14:05". */
const char *view_with_hour(struct arena *a, const char *date, time_t time);

/* "19:30 to 22:00", of two times in words. */
const char *view_span(struct arena *a, const char *from, const char *to);

/* "21 November 2026", and "21 November". */
const char *view_date(struct arena *a, time_t time);
const char *view_day_and_month(struct arena *a, time_t time);

/* "Saturday, 21 November 2026", and "Sat 21 Nov". */
const char *view_weekday_date(struct arena *a, time_t time);
const char *view_short_weekday_date(struct arena *a, time_t time);

/* "November 2026", above a list; in it "Sat" and "21". */
const char *view_month_and_year(struct arena *a, time_t time);
const char *view_short_weekday(time_t time);
const char *view_day_of_month(struct arena *a, time_t time);

/*
 * "today", "yesterday" or "on 3 November 2026".  It counts calendar days, not
 * hours: last night was yesterday.
 */
const char *view_day(struct arena *a, time_t then);

/* "2026-11-21T16:25:00Z", for <time> and feeds. */
const char *view_timestamp(struct arena *a, time_t time);

#endif
