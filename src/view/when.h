/* Times that a member types, in the host's time zone. */
#ifndef WHEN_H
#define WHEN_H

#include <time.h>

#include "base/arena.h"

/*
 * Reads a future time as <input type="datetime-local"> sends it:
 * "2026-11-21T16:25", with seconds or without.  An empty text gives 0.
 * Returns NULL, or a sentence that tells the member what is wrong.
 */
const char *when_problem(const char *text, time_t now, time_t *at);

/*
 * The host's time zone, for a time that nobody has chosen yet, within a year
 * from now: "Europe/Berlin".  Where it has no name, what clocks show there:
 * "CET (UTC+01:00) or CEST (UTC+02:00), depending on the day".
 */
const char *when_zone(struct arena *a, time_t now);

#endif
