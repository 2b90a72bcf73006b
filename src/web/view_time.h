/* Times, as pages and feeds show them. */
#ifndef VIEW_TIME_H
#define VIEW_TIME_H

#include "web/req.h"
#include "web/tpl.h"

/* AGO, WHEN and DATE: "5 minutes ago", for a machine, and in full. */
void view_time(struct req *q, struct tpl *t, time_t when);

/* "21 November 2026", in the host's time zone. */
const char *view_date(struct arena *a, time_t time);

/* "2026-11-21T16:25:00Z", for <time> and feeds. */
const char *view_timestamp(struct arena *a, time_t time);

#endif
