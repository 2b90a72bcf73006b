/* Times that a member types, in the host's time zone. */
#ifndef WHEN_H
#define WHEN_H

#include <time.h>

#include "libretwis/base/arena.h"

/*
 * Reads a future time as <input type="datetime-local"> sends it:
 * "2026-11-21T16:25", with seconds or without.  An empty text gives 0.
 * Returns NULL, or a sentence that tells the member what is wrong.
 */
const char *when_problem(const char *text, time_t now, time_t *at);

/* "CET (UTC+01:00)": the host's time zone at that time. */
const char *when_zone(struct arena *a, time_t time);

#endif
