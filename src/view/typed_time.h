/* Times that members type, all in the host's time zone. */
#ifndef TYPED_TIME_H
#define TYPED_TIME_H

#include <time.h>

#include "base/arena.h"
#include "libretwis/attached.h"

/*
 * Reads a future time in the host's time zone, as <input
 * type="datetime-local"> sends it: "2026-11-21T16:25", with or without
 * seconds.  An empty text gives 0.  Returns NULL, or a sentence that tells the
 * member what is wrong.
 */
const char *when_problem(const char *text, time_t now, time_t *at);

/*
 * The same for the beginning of a day, as <input type="date"> sends it:
 * "2026-11-21".
 */
const char *day_problem(const char *text, time_t now, time_t *at);

/*
 * When a question ends, as for when_problem(): after `now`, which is when it
 * will be asked.
 */
const char *ends_problem(const char *text, time_t now, time_t *ends);

/*
 * The last day of an announcement, as for day_problem().  `until` is the first
 * second after that day.  An empty text means RT_ANNOUNCED_DAYS.
 */
const char *until_problem(const char *text, time_t now, time_t *until);

/*
 * A date: its day as for day_problem(), which may be today, and when it begins
 * and ends as <input type="time"> sends it, "19:30".  Both times may be empty.
 * An end that is earlier than the beginning is on the next day.  No day at all
 * sets `begins` to 0, and is only a problem if there are times.
 */
struct typed_date {
	const char *day, *from, *to;
};

const char *date_problem(const struct typed_date *typed, time_t now,
			 struct rt_date *date);

/* The other way round: "2026-11-21T16:25", and "16:25" of that day. */
const char *when_typed(struct arena *a, time_t at);
const char *hour_typed(struct arena *a, time_t at);

/*
 * The host's time zone, for a time within a year that hasn't been chosen yet:
 * "Europe/Berlin".  If the zone has no name, it is what clocks show there:
 * "CET (UTC+01:00) or CEST (UTC+02:00), depending on the day".
 */
const char *when_zone(struct arena *a, time_t now);

#endif
