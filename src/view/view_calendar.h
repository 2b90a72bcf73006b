/* The dates of posts as a calendar (iCalendar, RFC 5545). */
#ifndef VIEW_CALENDAR_H
#define VIEW_CALENDAR_H

#include "http/req.h"

#define URL_CALENDAR ".ics"

struct calendar {
	const char *title;  /* NULL: a single date, to be added to another */
	const char *origin; /* see struct rt_calendar */
	const struct rt_posts *posts; /* each has a date */
};

/*
 * Answers with that calendar, or with a 304 if the visitor has it already.  One
 * with a title is a member's own, and no cache may store it for others.
 */
void page_calendar(struct req *q, const struct calendar *calendar);

#endif
