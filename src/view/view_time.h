/* Times, as pages and feeds show them. */
#ifndef VIEW_TIME_H
#define VIEW_TIME_H

#include "http/req.h"
#include "view/tpl.h"

/* AGO, WHEN and DATE: "5 minutes ago", for a machine, and in full. */
void view_time(struct req *q, struct tpl *t, time_t when);

/* The same, with these words for its age. */
void view_time_as(struct arena *a, struct tpl *t, time_t when,
		  const char *ago);

/* "5 minutes ago", or the date of what is older than a day. */
const char *view_ago(struct arena *a, time_t then, time_t now);

/* "21 November 2026", in the host's time zone. */
const char *view_date(struct arena *a, time_t time);

/*
 * "today", "yesterday" or "on 3 November 2026".  Counts calendar days and not
 * hours: last night was yesterday.
 */
const char *view_day(struct arena *a, time_t then);

/* "2026-11-21T16:25:00Z", for <time> and feeds. */
const char *view_timestamp(struct arena *a, time_t time);

#endif
